import { readFile } from 'node:fs/promises';
import { OFFLINE, TrustError, verifyFile, verifyHash } from '../index.ts';
import { type FoundTrust, givenTrust, TrustFinder } from './find-trust.ts';
import { type Options, readOptions, USAGE, UsageError } from './options.ts';
import { asJson, asText, type FileReport, unreadable, worst } from './print.ts';
import { readTargets, type Target } from './targets.ts';

const EXIT_CODES = { verified: 0, failed: 1, 'not checkable': 2 } as const;

/** Output of the command: the reports, and the line with the reason why it could not start. */
export interface Output {
  write(text: string): void;
  fail(text: string): void;
}

/** Runs the command with its arguments. Resolves to the exit code. */
export async function runCommand(args: readonly string[], { write, fail }: Output): Promise<number> {
  try {
    const options = readOptions(args);
    if (!options) {
      write(USAGE);
      return 0;
    }
    const reports = await verifyAll(options, write);
    if (options.json) write(asJson(reports));
    return EXIT_CODES[worst(reports)];
  } catch (error) {
    // Errors in the user's input: an invalid option, or an unusable trust or head.
    const isExpected =
      error instanceof UsageError || error instanceof TrustError || (error instanceof Error && 'code' in error);
    if (!isExpected) throw error;
    fail(`laurel-verify: ${error.message}\n`);
    return 1;
  }
}

async function verifyAll(options: Options, write: Output['write']): Promise<FileReport[]> {
  const given = await givenTrust(options);
  const head = options.head === null ? null : await readFile(options.head, 'utf8');
  const finder = new TrustFinder();
  const reports: FileReport[] = [];
  const origins = given?.trust?.origins ?? null;
  for await (const target of readTargets(options.targets, { offline: options.offline, origins })) {
    const report = 'problem' in target ? unreadable(target.name, target.problem) : await verify(target);
    if (!options.json) write(`${asText(report)}\n`);
    reports.push(report);
  }
  return reports;

  async function verify(target: Target): Promise<FileReport> {
    const found = given ?? (options.offline ? OFF : await finder.find(target));
    const inputs = { ...found, head, now: new Date() };
    const report = 'bytes' in target ? await verifyFile(target.bytes, inputs) : await verifyHash(target.hash, inputs);
    return { file: target.name, ...report };
  }
}

const OFF: FoundTrust = { trust: null, foundAt: null, web: OFFLINE };
