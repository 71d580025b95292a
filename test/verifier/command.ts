import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../verifier/command/program.ts';
import { atEndOfFile } from '../support/end-of-file.ts';

let folder: string | null = null;

/** Returns the temporary folder of the test file. */
function folderOfFile(): string {
  if (folder) return folder;
  const made = mkdtempSync(join(tmpdir(), 'laurel-verify-'));
  folder = made;
  atEndOfFile(() => {
    folder = null;
    rmSync(made, { recursive: true });
  });
  return made;
}

/** Writes a file for the command. Returns its path. */
export function save(name: string, content: Uint8Array | string | object): string {
  const path = join(folderOfFile(), name);
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isRaw ? content : JSON.stringify(content));
  return path;
}

export interface Said {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs the command in this process. A test of the package runs the built program. */
export async function laurelVerify(...args: string[]): Promise<Said> {
  const said: Said = { status: -1, stdout: '', stderr: '' };
  said.status = await runCommand(args, {
    write: (text) => {
      said.stdout += text;
    },
    fail: (text) => {
      said.stderr += text;
    },
  });
  return said;
}

export function runProgram(program: string, args: readonly string[], cwd?: string): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', reject).on('close', (code) => resolve({ status: code ?? -1, stdout, stderr }));
  });
}

/** Returns the outcome and reason of each check of the only file in the output of `--json`. */
export function checksOf({ stdout }: Said): Record<string, string> {
  const { files } = JSON.parse(stdout) as { files: { checks: { check: string; outcome: string; reason: string }[] }[] };
  return Object.fromEntries(
    (files[0]?.checks ?? []).map(({ check, outcome, reason }) => [check, `${outcome}: ${reason}`]),
  );
}
