import { spawn } from 'node:child_process';

/** A user and its group, by number. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Who runs PostgreSQL's programs. */
export interface Account {
  /** Whose the data are, where that is not us: only when we are root. */
  owner?: Owner;
  /** Programs become the owner as they are spawned, */
  become?: Owner;
  /** or by this command, which runs them. */
  through: readonly string[];
}

/** Runs one of PostgreSQL's programs to its end. `code` is null where it could not be started or was killed. */
export async function run(
  account: Account,
  command: string,
  args: readonly string[],
  options: { detached?: boolean } = {},
): Promise<{ code: number | null; output: string }> {
  const [program = command, ...programArgs] = [...account.through, command, ...args];
  const ending = new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(program, programArgs, {
      // The working directory of the caller may be closed to the account; its locale and PG* variables must not count.
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.detached ?? false,
      ...account.become,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
  // Some errors of spawn are thrown, others are events.
  return ending.catch((error: Error) => ({ code: null, output: error.message }));
}
