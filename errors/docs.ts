import { CODES, DETAILS, REASONS } from './catalogue.ts';
import { ERROR_STATUS, type ErrorCode } from './codes.ts';

/** Returns docs/errors.md. */
export function errorDocs(): string {
  const codes = Object.entries(CODES).map(([code, { meaning, causes }]) =>
    [`### ${code}`, `${ERROR_STATUS[code as ErrorCode]}. ${meaning}.`, ...tables(code, causes)].join('\n\n'),
  );
  const details = Object.entries(DETAILS).map(([code, entry]) =>
    row(`\`${code}\``, entry.message, entry.cause, entry.fix),
  );
  return `${INTRODUCTION}\n${codes.join('\n\n')}\n\n${DETAILS_INTRODUCTION}\n${table(['code', 'message', 'cause', 'what helps'], details)}\n`;
}

function tables(code: string, causes: readonly { cause: string; fix: string }[]): string[] {
  const reasons = Object.entries(REASONS)
    .filter(([, { error }]) => error === code)
    .map(([reason, { message, cause, fix }]) => row(`\`${reason}\``, message, cause, fix));
  return [
    ...(reasons.length > 0 ? [table(['reason', 'message', 'cause', 'what helps'], reasons)] : []),
    ...(causes.length > 0
      ? [
          table(
            ['cause', 'what helps'],
            causes.map(({ cause, fix }) => row(cause, fix)),
          ),
        ]
      : []),
  ];
}

const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n');

const INTRODUCTION = `# Errors

Made from the error catalogue by \`npm run errors\`.

Every error is \`{ "error": { "code", "message", "status" } }\`. Beside \`error\` stand, where they apply, \`reason\` (the situation within the
code) and \`details\` (each \`{ path, code, message, params }\`). Programs decide by \`code\` and \`reason\`; a \`message\` is for people and may change.
Natively the same members are in \`data\`. \`X-Request-Id\` of the response identifies its line in the operator's log. [The order of
checks](integrating.md#order-of-checks) says which of several errors is the response.

## Codes
`;

const DETAILS_INTRODUCTION = `## Details

A \`VALIDATION_ERROR\` has one detail at least. Warnings have the same form. \`params\` has the values that stand in \`{}\` here; parts in \`[]\` are
left out where theirs is missing.
`;
