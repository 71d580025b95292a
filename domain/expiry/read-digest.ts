import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { IS_RENEWED } from '../certificates/find-renewals.ts';
import { CERTIFICATE_COLUMNS } from '../certificates/queries.ts';
import { stateOf } from '../certificates/state.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';

/** Certificates that a digest counts exactly. */
const COUNTED = 1000;
/** Longest time in ms that a first digest looks back. */
const BACK_MS = 24 * 60 * 60_000;

/**
 * Returns the valid certificates with reminders since a member's previous digest, up to the time of this one, those that expire first at
 * the beginning. `isMore` is true if there are further ones.
 */
export async function readDigest(
  services: Services,
  { organisationId, subjectId, at }: { organisationId: string; subjectId: string; at: Date },
) {
  const db = database(services.em());
  const previous = await db
    .selectFrom('emails')
    .select('createdAt')
    .where('organisationId', '=', organisationId)
    .where('subjectId', '=', subjectId)
    .where('kind', '=', 'EXPIRY_DIGEST')
    .where('createdAt', '<', at)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('expiries as e')
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 'e.organisationId').onRef('c.id', '=', 'e.certificateId'),
    )
    .select(CERTIFICATE_COLUMNS)
    .where('e.organisationId', '=', organisationId)
    .where(sql<boolean>`not ${IS_RENEWED}`)
    .where('e.digestAt', '>', previous?.createdAt ?? new Date(at.getTime() - BACK_MS))
    .where('e.digestAt', '<=', at)
    .orderBy('c.expiresAt')
    .limit(COUNTED + 1)
    .execute();
  const now = services.now();
  const certificates = rows
    .slice(0, COUNTED)
    .filter((row) => isAuthentic(services, 'certificates', row) && stateOf(row, now) === 'GENERATED');
  return { certificates, isMore: rows.length > COUNTED };
}
