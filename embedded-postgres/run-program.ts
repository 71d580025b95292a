import { spawn } from 'node:child_process';

/** A user and its group, by number. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Who runs PostgreSQL's programs. */
export interface Account {
  /** The owner of the data, if it is another user: only when we are root. */
  owner?: Owner;
  /** Programs are spawned as this user, */
  become?: Owner;
  /** or by this command, which changes the user. */
  through: readonly string[];
}

/** Runs one of PostgreSQL's programs to its end. `code` is null if it could not be started or was killed. */
export async function run(
  account: Account,
  command: string,
  args: readonly string[],
  options: { detached?: boolean } = {},
): Promise<{ code: number | null; output: string }> {
  const [program = command, ...programArgs] = [...account.through, command, ...args];
  const ending = new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(program, programArgs, {
      // The account may have no access to the caller's working directory; the caller's locale and PG* variables must not apply.
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
