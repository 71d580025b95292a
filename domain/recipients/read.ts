import { type Kysely, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Tables } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import type { DomainContext } from '../context.ts';
import { notFound, validationError } from '../errors.ts';
import { PERSON_OF } from './queries.ts';
import type { ListRecipients, Recipient } from './schemas.ts';
import { showPeople } from './show-people.ts';

/** Recipients that a search scans in order first. They contain enough matches of a common text; the index finds rare ones. */
const READ_FIRST = 2000;

/** Returns the person with a recipient's address; NOT_FOUND for an unknown id. */
export async function getRecipient(context: DomainContext, { id }: { id: string }): Promise<Recipient> {
  const [recipient] = await showPeople(context, [id]);
  if (!recipient) throw notFound();
  return recipient;
}

/**
 * Returns a page of the organisation's recipients, ordered by address. A person with several addresses is listed once, at the first one
 * that matches.
 */
export async function listRecipients(
  context: DomainContext,
  { limit, cursor, search }: ListRecipients,
): Promise<{ recipients: Recipient[]; nextCursor: string | null }> {
  const { organisationId } = context;
  const ids: string[] = [];
  let after = await placeOf(context, cursor);
  // Usually runs once: another time for each part that had further addresses of listed people.
  for (;;) {
    const page = { organisationId, after, count: limit + 1 - ids.length };
    const found = search === undefined ? await inOrder(context.em(), page) : await withText(context.em(), page, search);
    ids.push(...(await firstOfPeople(context, found, search)));
    after = found.at(-1)?.mailbox ?? after;
    if (found.length < page.count || ids.length > limit) break;
  }
  const shown = ids.slice(0, limit);
  return {
    recipients: await showPeople(context, shown),
    nextCursor: ids.length > limit ? (shown.at(-1) ?? null) : null,
  };
}

interface Found {
  id: string;
  mailbox: string;
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

const inOrder = (em: EntityManager, page: Page): Promise<Found[]> =>
  recipientsOf(database(em), page).select(['r.id', 'r.mailbox']).orderBy('r.mailbox').limit(page.count).execute();

const hasText = (alias: string, search: string) =>
  sql<boolean>`${sql.ref(`${alias}.searchText`)} like search_pattern(${search})`;

async function withText(em: EntityManager, page: Page, search: string): Promise<Found[]> {
  const db = database(em);
  const matches = hasText('r', search);
  const all = recipientsOf(db, page).select(['r.id', 'r.mailbox', 'r.searchText']);
  const first = await db
    .selectFrom(all.orderBy('r.mailbox').limit(READ_FIRST).as('r'))
    .select(['r.id', 'r.mailbox'])
    .where(matches)
    .orderBy('r.mailbox')
    .limit(page.count)
    .execute();
  if (first.length === page.count) return first;
  // The offset forces the text index. PostgreSQL would otherwise scan all recipients in order for a rare text.
  return db
    .selectFrom(recipientsOf(db, page).select(['r.id', 'r.mailbox']).where(matches).offset(0).as('r'))
    .select(['r.id', 'r.mailbox'])
    .orderBy('r.mailbox')
    .limit(page.count)
    .execute();
}

/** Leaves out recipients whose person has an earlier address that matches, too. */
async function firstOfPeople(
  { em, organisationId }: DomainContext,
  found: readonly Found[],
  search: string | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from unnest(${found.map(({ id }) => id)}::uuid[]) as given (id)
    join recipients r on r.organisation_id = ${organisationId} and r.id = given.id
    cross join lateral (select ${PERSON_OF} as id) person
    where exists (
      select from recipient_merges m join recipients o on o.organisation_id = m.organisation_id and o.id in (m.recipient_id, m.person_id)
      where m.organisation_id = ${organisationId} and m.person_id = person.id and o.mailbox < r.mailbox
        and ${search === undefined ? sql`true` : hasText('o', search)})`.execute(database(em()));
  const later = new Set(rows.map(({ id }) => id));
  return found.map(({ id }) => id).filter((id) => !later.has(id));
}
