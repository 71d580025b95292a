import { execFile } from 'node:child_process';
import { runCommand } from '../../server/cli/program.ts';
import { Terminal } from '../../server/cli/terminal.ts';
import type { Laurel } from './laurel.ts';
import { BARE, UMASK } from './processes.ts';

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs one of the product's programs in a bare environment until it ends or prints `until` on stderr. */
export const run = (
  program: string,
  args: string[],
  environment: Record<string, string>,
  until?: RegExp,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { ...BARE, ...environment };
    const child = execFile(process.execPath, [program, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
    let said = '';
    child.stderr?.on('data', (text: string) => {
      said += text;
      if (until?.test(said)) child.kill();
    });
  });

/** Runs an operator's command on the installation. It runs in this process, because a separate one takes 1 s to start. */
export const operate = (laurel: Laurel, ...args: string[]): Promise<Outcome> =>
  command(args, laurel.operatorEnvironment());

/** Runs an operator's command in this process, as the program `server/cli/main.ts` does in its own. */
export async function command(
  args: string[],
  environment: Record<string, string>,
  input: string | Uint8Array = '',
): Promise<Outcome> {
  let [out, err] = ['', ''];
  const terminal = new Terminal(
    (text) => {
      out += text;
    },
    (text) => {
      err += text;
    },
    {
      environment,
      input: async function* () {
        yield Buffer.from(input);
      },
    },
  );
  try {
    await runCommand(args, terminal);
  } finally {
    process.umask(UMASK);
  }
  return { code: terminal.exitCode, out, err };
}
