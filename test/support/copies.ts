import { type RawBuilder, sql } from 'kysely';
import { database, NAMES } from '../../database/sql.ts';
import { CERTIFICATE_COLUMNS } from '../../domain/certificates/queries.ts';
import { authenticate } from './authentic.ts';
import type { Laurel, Tenant } from './laurel.ts';

/** Copies a rendered certificate by SQL, with authentic rows. Each copy with an address has its own recipient. */
export async function copyCertificate(
  { installation: { services } }: Laurel,
  { organisationId }: Tenant,
  { id, count }: { id: string; count: number },
): Promise<void> {
  const names = CERTIFICATE_COLUMNS.map((name) => NAMES.columnOf(name.slice(2)));
  const fresh: Record<string, RawBuilder<unknown>> = {
    id: sql`gen_random_uuid()`,
    verification_hash: sql`sha256(gen_random_uuid()::text::bytea)`,
    status_number: sql`null`,
    recipient_id: sql`case when recipient_id is not null then gen_random_uuid() end`,
  };
  // One transaction, so that the product sees only authentic rows.
  await services.em().transactional(async (em) => {
    await sql`insert into certificates (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => fresh[name] ?? sql.ref(`c.${name}`)))}
      from certificates c, generate_series(1, ${count}) where id = ${id}`.execute(database(em));
    const inside = { ...services, em: () => em };
    await authenticate(inside, 'certificates', sql`organisation_id = ${organisationId}`);
  });
}
