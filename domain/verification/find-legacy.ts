import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';

/**
 * Returns the verification hash of the certificate that an organisation imported with this code; null for an unknown code. The
 * certificate's page shows if the row was changed outside Laurel.
 */
export async function findHashByLegacyCode(
  services: Services,
  { organisationId, legacyCode }: { organisationId: string; legacyCode: string },
): Promise<string | null> {
  const row = await database(services.em())
    .selectFrom('certificates')
    .select('verificationHash')
    .where('organisationId', '=', organisationId)
    .where('legacyCode', '=', legacyCode)
    .executeTakeFirst();
  return row ? Buffer.from(row.verificationHash).toString('hex') : null;
}

/**
 * Returns the verification hash of the certificate that was imported with this PDF (SHA-256 in hexadecimal); null for an unknown file.
 * Searches all organisations, as the digest cannot be guessed without the file. Of several certificates it is the first that is neither
 * a test nor failed, because an issuer can try the import before.
 */
export async function findHashByOriginal(services: Pick<Services, 'em'>, digest: string): Promise<string | null> {
  const row = await database(services.em())
    .selectFrom('certificates')
    .select('verificationHash')
    .where('originalDigest', '=', Buffer.from(digest, 'hex'))
    .orderBy(sql`is_sandbox(organisation_id)`)
    .orderBy(sql`render_status = 'FAILED'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ? Buffer.from(row.verificationHash).toString('hex') : null;
}
