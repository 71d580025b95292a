import { spawn } from 'node:child_process';

/** A user and its group, by number. */
export interface Owner {
  uid: number;
  gid: number;
}

/** User that runs PostgreSQL's programs. */
export interface Account {
  /** Owner of the data, if we are root and the owner is another user. */
  owner?: Owner;
  /** Programs are spawned as this user. */
  become?: Owner;
  /** Command through which programs are started, if it must change the user. */
  through: readonly string[];
}

/** Runs one of PostgreSQL's programs until it ends. `code` is null if it could not be started or was killed. */
export async function run(
  account: Account,
  command: string,
  args: readonly string[],
  options: { detached?: boolean } = {},
): Promise<{ code: number | null; output: string }> {
  const [program = command, ...programArgs] = [...account.through, command, ...args];
  const ending = new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(program, programArgs, {
      // The account may have no access to the caller's working directory. The caller's locale and PG* variables must not apply.
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
  // Some errors of spawn are thrown, and the rest are events.
  return ending.catch((error: Error) => ({ code: null, output: error.message }));
}
