import { sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { PersonContext, Services } from '../context.ts';
import { isAuthentic, macOf } from '../shared/authentic-rows.ts';

export const DigestChoice = z.strictObject({ isWanted: z.boolean() });
type DigestChoice = z.infer<typeof DigestChoice>;

/** Returns the caller's choice about the digest of expiring certificates. */
export async function readDigestChoice(context: PersonContext): Promise<DigestChoice> {
  const { organisationId, person } = context;
  const readers = await digestReaders(context.em(), context, organisationId);
  return { isWanted: readers.includes(person.id) };
}

/** Saves the caller's choice. The digest is off by default, because nobody has asked for it. */
export async function chooseDigest(context: PersonContext, { isWanted }: DigestChoice): Promise<DigestChoice> {
  const { organisationId, person } = context;
  return context.em().transactional(async (em) => {
    const db = database(em);
    await recordAction(em, context, { action: 'members.chooseDigest', subject: null });
    const row = { organisationId, userId: person.id, createdAt: context.now() };
    const deleted = db.deleteFrom('digest_readers').where('organisationId', '=', organisationId);
    await deleted.where('userId', '=', person.id).execute();
    if (isWanted)
      await db
        .insertInto('digest_readers')
        .values({ ...row, mac: macOf(context, 'digest_readers', row) })
        // Two calls at once have the same effect as one.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return { isWanted };
  });
}

/** Returns the people who want the digest of an organisation. */
export async function digestReaders(
  em: EntityManager,
  services: Pick<Services, 'authenticator'>,
  organisationId: string,
): Promise<string[]> {
  const readers = await digestReadersOf(em, services, [organisationId]);
  return readers.map(({ userId }) => userId);
}

/** Returns the people who want a digest of one of the organisations. */
export async function digestReadersOf(
  em: EntityManager,
  services: Pick<Services, 'authenticator'>,
  organisationIds: readonly string[],
): Promise<{ organisationId: string; userId: string }[]> {
  if (organisationIds.length === 0) return [];
  const rows = await database(em)
    .selectFrom('digest_readers')
    .select(['organisationId', 'userId', 'createdAt', 'mac'])
    .where('organisationId', '=', sql<string>`any(${[...organisationIds]}::uuid[])`)
    // Sorted, so that concurrent transactions record mails in the same order.
    .orderBy('organisationId')
    .orderBy('userId')
    .execute();
  return rows.filter((row) => isAuthentic(services, 'digest_readers', row));
}
