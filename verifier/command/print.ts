import { messages } from '../compiled-messages/en.ts';
import type { Outcome, Report } from '../index.ts';
import { printable } from '../index.ts';
import { importSentence, messageOf } from '../sentences.ts';

export interface FileReport extends Report {
  file: string;
}

/** Returns the report of a file that cannot be read. */
export const unreadable = (file: string, problem: string): FileReport & { problem: string } => ({
  file,
  outcome: 'failed',
  kind: null,
  verificationHash: null,
  certificate: null,
  checks: [],
  problem,
});

/** Returns one JSON document for programs, with a sentence per check. */
export const asJson = (reports: readonly FileReport[]): string =>
  `${JSON.stringify(
    {
      outcome: worst(reports),
      files: reports.map(({ checks, ...report }) => ({
        ...report,
        checks: checks.map((check) => ({ ...check, message: printable(messageOf(messages, report.kind, check)) })),
      })),
    },
    null,
    2,
  )}\n`;

/** Returns a readable report of a file, with one line per check. */
export function asText(report: FileReport & { problem?: string }): string {
  const { title, text } = messages.verdicts[report.outcome];
  const lines = report.checks.map(
    (check) =>
      `  ${check.outcome.padEnd(14)} ${messages.checks[check.check].padEnd(14)} ${printable(messageOf(messages, report.kind, check))}`,
  );
  const { certificate, problem } = report;
  const about =
    certificate &&
    `  It says: ${certificate.name}, ${certificate.imported ? 'imported' : 'issued'} by ${certificate.issuerName} on ${certificate.issuedAt.slice(0, 10)}.`;
  return [
    `${printable(report.file)}: ${title} ${text}`,
    ...(about ? [about] : []),
    ...(certificate?.imported ? [`  ${printable(importSentence(messages, certificate))}`] : []),
    ...(problem ? [`  ${printable(problem)}`] : []),
    ...lines,
    '',
  ].join('\n');
}

export const worst = (reports: readonly FileReport[]): Outcome => {
  if (reports.some(({ outcome }) => outcome === 'failed')) return 'failed';
  return reports.every(({ outcome }) => outcome === 'verified') ? 'verified' : 'not checkable';
};
