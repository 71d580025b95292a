import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { type AuthenticTable, COVERED, type CoveredRow, isAuthentic } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';

type Guarding = Pick<Services, 'authenticator' | 'meter'>;

/** Returns a row, or null without one. A row that was changed outside Laurel is reported and grants nothing. */
function genuine<Table extends AuthenticTable, Found extends CoveredRow<Table> & { mac: Uint8Array }>(
  services: Guarding,
  table: Table,
  row: Found | undefined,
): Found | null {
  if (!row || isAuthentic(services, table, row)) return row ?? null;
  services.meter.security(`a row of ${table} was refused: it was changed outside Laurel`, {});
  return null;
}

/** Returns the session with this token that has not expired. */
export async function sessionByToken(services: Services, token: string): Promise<Row<'my_sessions'> | null> {
  const row = await database(services.em())
    .selectFrom('my_sessions')
    .selectAll()
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', services.now())
    .executeTakeFirst();
  return genuine(services, 'my_sessions', row);
}

/** Returns the mailbox of a session that has not expired. */
export async function mailboxOfSession(services: Services, id: string): Promise<string | null> {
  const row = await database(services.em())
    .selectFrom('my_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('expiresAt', '>', services.now())
    .executeTakeFirst();
  return genuine(services, 'my_sessions', row)?.mailbox ?? null;
}

/** Returns the link with this token that has not expired. Locks it in the caller's transaction if `em` is one. */
export async function linkByToken(
  em: EntityManager,
  services: Guarding & Pick<Services, 'now'>,
  token: string,
): Promise<Row<'my_links'> | null> {
  const row = await database(em)
    .selectFrom('my_links')
    .selectAll()
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', services.now())
    .forUpdate()
    .executeTakeFirst();
  return genuine(services, 'my_links', row);
}

/** Returns a link by its id. */
export const linkById = (em: EntityManager, id: string): Promise<Row<'my_links'> | undefined> =>
  database(em).selectFrom('my_links').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Returns the mailboxes of the place of a mailbox; this one is the first. */
export async function mailboxesWith(em: EntityManager, services: Guarding, mailbox: string): Promise<string[]> {
  const rows = await database(em)
    .selectFrom('my_addresses as a')
    .innerJoin('my_addresses as own', 'own.placeId', 'a.placeId')
    .select(COVERED.my_addresses.map((name) => `a.${name}` as const))
    .select('a.mac')
    .where('own.mailbox', '=', mailbox)
    .orderBy('a.addedAt')
    .orderBy('a.mailbox')
    .execute();
  const known = rows.flatMap((row) => genuine(services, 'my_addresses', row)?.mailbox ?? []);
  // A forged row of the mailbox itself would lead to the place of others.
  return known.includes(mailbox) ? [mailbox, ...known.filter((one) => one !== mailbox)] : [mailbox];
}

/** Locks the places of all mailboxes until the transaction ends. Changes are rare, and can join any of them. */
export async function lockPlaces(em: EntityManager): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('my_addresses', 0))`.execute(database(em));
}

/** Condition that a row of recipients `r` is of an organisation, not of its sandbox. Tests belong to nobody. */
export const IS_LIVE = sql<boolean>`not is_sandbox(r.organisation_id)`;
