import { parseArgs } from 'node:util';

export interface Options {
  /** Files, folders and addresses. */
  targets: string[];
  trust: string | null;
  head: string | null;
  offline: boolean;
  json: boolean;
}

/** Error in the arguments, as one line for the user. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const USAGE = `laurel-verify FILE|FOLDER|URL... [--trust laurel.json] [--head FILE] [--offline] [--json]

Verifies certificates of Laurel: PDF or PNG files, folders of them, or their addresses.

  --trust FILE  the issuing installation's /.well-known/laurel.json, saved when you trusted it;
                without it nothing is reported as verified
  --head FILE   a checkpoint of its log that you saved earlier
  --offline     does not use the network
  --json        prints one JSON document

Exit code: 0 all verified, 1 a check failed, 2 some checks could not be made.
`;

/** Parses the arguments; null for help. Throws UsageError for an unknown option, or without anything to verify. */
export function readOptions(args: readonly string[]): Options | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  if (positionals.length === 0) throw new UsageError('Name at least one file, folder or address (--help)');
  const { trust = null, head = null, offline = false, json = false } = values;
  return { targets: positionals, trust, head, offline, json };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        trust: { type: 'string' },
        head: { type: 'string' },
        offline: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}
