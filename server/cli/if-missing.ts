import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../../domain/context.ts';
import type { Terminal } from './terminal.ts';

/** Text of the option in `--help`. */
export const IF_MISSING = [
  '--if-missing',
  'change nothing if it exists already, so that a script can run twice',
] as const;

export interface Existing {
  id: string;
  /** Names of the options whose values the existing one does not have. */
  differences: string[];
}

interface Creation<Context> {
  /** Noun in a message. */
  noun: string;
  /** True if the operator gave `--if-missing`. */
  ifMissing: true | undefined;
  find(context: Context): Promise<Existing | null>;
  create(context: Context): Promise<object>;
}

/**
 * Creates something; with `--if-missing` only unless it exists. An existing one is never changed; the report names the options in which it
 * differs. Two concurrent runs create one, because the second waits for the transaction of the first.
 */
export async function create<Context extends Pick<Services, 'em'>>(
  context: Context,
  terminal: Terminal,
  creation: Creation<Context>,
): Promise<object> {
  const { noun, ifMissing, find } = creation;
  if (!ifMissing) return creation.create(context);
  return context.em().transactional(async (em) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`if missing: ${noun}`}, 0))`.execute(database(em));
    const inside = { ...context, em: () => em };
    const found = await find(inside);
    if (!found) return { ...(await creation.create(inside)), exists: false };
    const { id, differences } = found;
    const other = differences.length === 0 ? '' : ` with other values of ${differences.join(', ')}`;
    terminal.report(`the ${noun} exists already${other}: nothing was changed`);
    return { id, exists: true, differences };
  });
}

/** Returns the names of the options with a difference. */
export const differencesOf = (differs: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(differs).filter((name) => differs[name]);

/** Returns true if two lists have the same members, in any order and however often. */
export const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  new Set(one).symmetricDifference(new Set(other)).size === 0;
