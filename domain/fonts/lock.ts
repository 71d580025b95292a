import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { validationError } from '../errors.ts';
import { MAX_FONTS, MAX_FONTS_BYTES } from '../limits.ts';
import { limitReached } from '../shared/quota.ts';

/** Serialises changes of an organisation's fonts, so that together they stay within its limits. */
export async function lockFonts(em: EntityManager, organisationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fonts ${organisationId}`}, 0))`.execute(database(em));
}

/** Rejects another font of `bytes` bytes beyond the organisation's limits. */
export async function refuseTooMany(em: EntityManager, organisationId: string, bytes: number): Promise<void> {
  const { fonts, size } = await database(em)
    .selectFrom('fonts')
    .select(({ fn }) => [fn.countAll<string>().as('fonts'), fn.coalesce(fn.sum<string>('size'), sql`0`).as('size')])
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow();
  if (Number(fonts) >= MAX_FONTS) throw limitReached('fonts');
  const total = Number(size) + bytes;
  if (total <= MAX_FONTS_BYTES) return;
  throw validationError(detail('file', 'font_room', { size: total, most: MAX_FONTS_BYTES }));
}
