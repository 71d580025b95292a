import { execFile } from 'node:child_process';
import type { Laurel } from './laurel.ts';
import { BARE } from './processes.ts';

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs one of the product's programs in a bare environment until it ends. */
export const run = (program: string, args: string[], environment: Record<string, string>): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { ...BARE, ...environment };
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

/** Runs an operator's command on the installation. */
export const operate = (laurel: Laurel, ...args: string[]): Promise<Outcome> =>
  run('server/cli/main.ts', args, laurel.operatorEnvironment());
