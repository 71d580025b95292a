import { createHash } from 'node:crypto';
import { database } from '../../database/sql.ts';
import { type ChainTable, isSealedHead } from '../audit/chain.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import type { Check, Violation } from './violation.ts';

const PAGE = 500;
const CHAINS = { audit_heads: 'audit_entries', credit_balances: 'credit_entries' } as const;

/**
 * Checks the audit entries and the ledger of each organisation: each entry's code, that numbers have no gap, and that the links
 * lead to the authenticated end and to the present one.
 */
export async function* chainViolations(services: Services): Check {
  const organisations = await database(services.em()).selectFrom('organisations').select('id').orderBy('id').execute();
  for (const { id } of organisations)
    for (const table of Object.keys(CHAINS) as ChainTable[]) yield* violationsOf(services, table, id);
}

async function* violationsOf(services: Services, table: ChainTable, organisationId: string): Check {
  const head = await headOf(services, table, organisationId);
  const wrong = (message: string, id: string | null = null): Violation => ({
    ...{ invariant: 'chains', organisationId, id },
    message: `${CHAINS[table]}: ${message}`,
  });
  if (head && !isSealedHead(services, table, head)) yield [wrong('the end of the chain is not authentic')];
  let link: Buffer = Buffer.alloc(0);
  let number = 0;
  // Entries that are added while the chain is read have higher numbers than the head at its beginning.
  const [sealed, end] = [head?.sealedEntries ?? 0, head?.entries ?? 0];
  for (let last: { number: number; id: string } | undefined; ; ) {
    const page = await pageAfter(services, CHAINS[table], organisationId, last);
    const found: Violation[] = [];
    for (const entry of page) {
      if (entry.number > end && !(await isLater(services, table, { organisationId, end })))
        found.push(wrong('an entry is beyond the end', entry.id));
      if (entry.number > end) continue;
      number++;
      if (!entry.isAuthentic) found.push(wrong('an entry was not written by Laurel as it is', entry.id));
      if (entry.number !== number) found.push(wrong(`entry ${number} is missing`));
      number = entry.number;
      link = createHash('sha256').update(link).update(entry.mac).digest();
      if (number === sealed && !link.equals(head?.sealedLink ?? Buffer.alloc(0)))
        found.push(wrong('the entries do not lead to the authenticated end'));
    }
    yield found;
    last = page.at(-1);
    if (!last || page.length < PAGE) break;
  }
  if (number < end) yield [wrong(`entries ${number + 1} to ${end} are missing`)];
  else if (head && !link.equals(head.link)) yield [wrong('the entries do not lead to the end of the chain')];
}

const headOf = (services: Services, table: ChainTable, organisationId: string) =>
  database(services.em())
    .selectFrom(table)
    .select(['organisationId', 'entries', 'link', 'sealedEntries', 'sealedLink', 'mac'])
    .where('organisationId', '=', organisationId)
    .executeTakeFirst();

/** Returns true where the chain has grown since its check began. */
async function isLater(
  services: Services,
  table: ChainTable,
  { organisationId, end }: { organisationId: string; end: number },
) {
  return ((await headOf(services, table, organisationId))?.entries ?? 0) > end;
}

async function pageAfter(
  services: Services,
  table: (typeof CHAINS)[ChainTable],
  organisationId: string,
  last: { number: number; id: string } | undefined,
) {
  const db = database(services.em());
  const rows =
    table === 'audit_entries'
      ? await db
          .selectFrom(table)
          .select(['organisationId', 'id', 'actorId', 'actorName', 'action', 'subject', 'createdAt', 'number', 'mac'])
          .where('organisationId', '=', organisationId)
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('number', 'id'), '>', tuple(last?.number ?? -1, last?.id ?? NIL)),
          )
          .orderBy('number')
          .orderBy('id')
          .limit(PAGE)
          .execute()
      : await db
          .selectFrom(table)
          .select(['organisationId', 'id', 'kind', 'amount', 'certificateId', 'batchId', 'note'])
          .select(['actorId', 'actorName', 'createdAt', 'number', 'mac'])
          .where('organisationId', '=', organisationId)
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('number', 'id'), '>', tuple(last?.number ?? -1, last?.id ?? NIL)),
          )
          .orderBy('number')
          .orderBy('id')
          .limit(PAGE)
          .execute();
  return rows.map((row) => ({
    ...{ id: row.id, number: row.number, mac: row.mac },
    isAuthentic:
      'kind' in row ? isAuthentic(services, 'credit_entries', row) : isAuthentic(services, 'audit_entries', row),
  }));
}

const NIL = '00000000-0000-0000-0000-000000000000';
