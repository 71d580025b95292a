import { createHash } from 'node:crypto';
import { database } from '../../database/sql.ts';
import { type ChainTable, isSealedHead } from '../audit/link-chain.ts';
import { BEGINNING, chainEntries, ENTRIES } from '../audit/read-chain.ts';
import type { Services } from '../context.ts';
import type { Check, Violation } from './types.ts';

const PAGE = 500;

/**
 * Checks each organisation's audit entries and ledger. Every entry must be authentic, numbers must have no gaps, and the links must lead to
 * the authenticated head and the current head.
 */
export async function* chainViolations(services: Services): Check {
  const organisations = await database(services.em()).selectFrom('organisations').select('id').orderBy('id').execute();
  for (const { id } of organisations)
    for (const table of Object.keys(ENTRIES) as ChainTable[]) yield* violationsOf(services, table, id);
}

async function* violationsOf(services: Services, table: ChainTable, organisationId: string): Check {
  const head = await headOf(services, table, organisationId);
  const wrong = (message: string, id: string | null = null): Violation => ({
    ...{ invariant: 'chains', organisationId, id },
    message: `${ENTRIES[table]}: ${message}`,
  });
  if (head && !isSealedHead(services, table, head)) yield [wrong('the head of the chain is not authentic')];
  let link: Buffer = Buffer.alloc(0);
  let number = 0;
  // Entries added during the check have higher numbers than the head that was read first.
  const [sealed, end] = [head?.sealedEntries ?? 0, head?.entries ?? 0];
  for (let after = BEGINNING; ; ) {
    const page = await chainEntries(services, table, { organisationId, after, limit: PAGE });
    const found: Violation[] = [];
    for (const entry of page) {
      if (entry.number > end && !(await isLater(services, table, { organisationId, end })))
        found.push(wrong('an entry comes after the head', entry.id));
      if (entry.number > end) continue;
      number++;
      if (!entry.isAuthentic) found.push(wrong('an entry was changed outside Laurel', entry.id));
      if (entry.number !== number) found.push(wrong(`entry ${number} is missing`));
      number = entry.number;
      link = createHash('sha256').update(link).update(entry.mac).digest();
      if (number === sealed && !link.equals(head?.sealedLink ?? Buffer.alloc(0)))
        found.push(wrong('the entries do not lead to the authenticated head'));
    }
    yield found;
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last;
  }
  if (number < end) yield [wrong(`entries ${number + 1} to ${end} are missing`)];
  else if (head && !link.equals(head.link)) yield [wrong('the entries do not lead to the head of the chain')];
}

const headOf = (services: Services, table: ChainTable, organisationId: string) =>
  database(services.em())
    .selectFrom(table)
    .select(['organisationId', 'entries', 'link', 'sealedEntries', 'sealedLink', 'mac'])
    .where('organisationId', '=', organisationId)
    .executeTakeFirst();

/** Returns true if the chain has grown since its check began. */
async function isLater(
  services: Services,
  table: ChainTable,
  { organisationId, end }: { organisationId: string; end: number },
) {
  return ((await headOf(services, table, organisationId))?.entries ?? 0) > end;
}
