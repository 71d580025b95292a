#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { OFFLINE, TrustError, verifyFile, verifyHash } from '../index.ts';
import { type FoundTrust, givenTrust, TrustFinder } from './find-trust.ts';
import { type Options, readOptions, USAGE, UsageError } from './options.ts';
import { asJson, asText, type FileReport, unreadable, worst } from './print.ts';
import { readTargets, type Target } from './targets.ts';

const EXIT_CODES = { verified: 0, failed: 1, 'not checkable': 2 } as const;

async function run(options: Options): Promise<FileReport[]> {
  const given = await givenTrust(options);
  const head = options.head === null ? null : await readFile(options.head, 'utf8');
  const finder = new TrustFinder();
  const reports: FileReport[] = [];
  const origins = given?.trust?.origins ?? null;
  for await (const target of readTargets(options.targets, { offline: options.offline, origins })) {
    const report = 'problem' in target ? unreadable(target.name, target.problem) : await verify(target);
    if (!options.json) process.stdout.write(`${asText(report)}\n`);
    reports.push(report);
  }
  return reports;

  async function verify(target: Target): Promise<FileReport> {
    const found = given ?? (options.offline ? OFF : await finder.find(target));
    const means = { ...found, head, now: new Date() };
    const report = 'bytes' in target ? await verifyFile(target.bytes, means) : await verifyHash(target.hash, means);
    return { file: target.name, ...report };
  }
}

const OFF: FoundTrust = { trust: null, foundAt: null, web: OFFLINE };

try {
  const options = readOptions(process.argv.slice(2));
  if (!options) process.stdout.write(USAGE);
  else {
    const reports = await run(options);
    if (options.json) process.stdout.write(asJson(reports));
    process.exitCode = EXIT_CODES[worst(reports)];
  }
} catch (error) {
  // What the caller named and can't be used: a wrong option, no such trust or head.
  const isExpected =
    error instanceof UsageError || error instanceof TrustError || (error instanceof Error && 'code' in error);
  if (!isExpected) throw error;
  process.stderr.write(`laurel-verify: ${error.message}\n`);
  process.exitCode = 1;
}
