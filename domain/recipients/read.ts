import { type Kysely, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Tables } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import type { DomainContext } from '../context.ts';
import { notFound, validationError } from '../errors.ts';
import { iso } from '../shared/schemas.ts';
import type { ListRecipients, Recipient } from './schemas.ts';

/** Recipients that a search scans in order first. They contain enough matches of a common text; the index finds rare ones. */
const READ_FIRST = 2000;

/** Returns one recipient; NOT_FOUND for an unknown id. */
export async function getRecipient(context: DomainContext, { id }: { id: string }): Promise<Recipient> {
  const [recipient] = await shown(context, [id]);
  if (!recipient) throw notFound();
  return recipient;
}

/** Returns a page of the organisation's recipients, ordered by address. */
export async function listRecipients(
  context: DomainContext,
  { limit, cursor, search }: ListRecipients,
): Promise<{ recipients: Recipient[]; nextCursor: string | null }> {
  const page = { organisationId: context.organisationId, after: await placeOf(context, cursor), count: limit + 1 };
  const found = search === undefined ? await inOrder(context.em(), page) : await withText(context.em(), page, search);
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { recipients: await shown(context, ids), nextCursor: found.length > limit ? (ids.at(-1) ?? null) : null };
}

interface Page {
  organisationId: string;
  /** Mailbox of the last recipient on the previous page. */
  after: string;
  count: number;
}

async function placeOf({ em, organisationId }: DomainContext, cursor: string | undefined): Promise<string> {
  if (cursor === undefined) return '';
  const last = await database(em())
    .selectFrom('recipients')
    .select('mailbox')
    .where('organisationId', '=', organisationId)
    .where('id', '=', cursor)
    .executeTakeFirst();
  if (!last) throw validationError(detail('cursor', 'unknown_cursor'));
  return last.mailbox;
}

const recipientsOf = (db: Kysely<Tables>, { organisationId, after }: Page) =>
  db.selectFrom('recipients as r').where('r.organisationId', '=', organisationId).where('r.mailbox', '>', after);

const inOrder = (em: EntityManager, page: Page): Promise<{ id: string }[]> =>
  recipientsOf(database(em), page).select('r.id').orderBy('r.mailbox').limit(page.count).execute();

async function withText(em: EntityManager, page: Page, search: string): Promise<{ id: string }[]> {
  const db = database(em);
  const matches = sql<boolean>`r.search_text like search_pattern(${search})`;
  const all = recipientsOf(db, page).select(['r.id', 'r.mailbox', 'r.searchText']);
  const first = await db
    .selectFrom(all.orderBy('r.mailbox').limit(READ_FIRST).as('r'))
    .select('r.id')
    .where(matches)
    .orderBy('r.mailbox')
    .limit(page.count)
    .execute();
  if (first.length === page.count) return first;
  // The offset forces the text index. PostgreSQL would otherwise scan all recipients in order for a rare text.
  return db
    .selectFrom(recipientsOf(db, page).select(['r.id', 'r.mailbox']).where(matches).offset(0).as('r'))
    .select('r.id')
    .orderBy('r.mailbox')
    .limit(page.count)
    .execute();
}

/** Returns recipients as their latest certificates show them, sorted by mailbox. Skips recipients without certificates. */
async function shown({ em, organisationId }: DomainContext, ids: readonly string[]): Promise<Recipient[]> {
  const rows = await database(em())
    .selectFrom('recipients as r')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('certificates as c')
          .select(['c.recipientEmail', 'c.recipientName', 'c.createdAt'])
          .whereRef('c.organisationId', '=', 'r.organisationId')
          .whereRef('c.recipientId', '=', 'r.id')
          .orderBy('c.id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'latest.recipientEmail', 'latest.recipientName', 'latest.createdAt'])
    .select(({ selectFrom }) =>
      selectFrom('certificates as c')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('c.organisationId', '=', 'r.organisationId')
        .whereRef('c.recipientId', '=', 'r.id')
        .as('count'),
    )
    .where('r.organisationId', '=', organisationId)
    .where('r.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('r.mailbox')
    .execute();
  return rows.map(({ id, recipientEmail, recipientName, createdAt, count }) => ({
    ...{ id, email: recipientEmail ?? '', name: recipientName },
    ...{ certificateCount: Number(count), lastIssuedAt: iso(createdAt) },
  }));
}
