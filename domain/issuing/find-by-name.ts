import { sql } from 'kysely';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { Uuid } from '../shared/schemas.ts';

/**
 * Returns the organisation's certificates with these ids or external ids, by name. An id has precedence. An external id that several have
 * means the newest that is neither revoked nor failed.
 */
export async function findByName(
  em: EntityManager,
  context: DomainContext,
  names: readonly string[],
): Promise<Map<string, Certificate>> {
  const { organisationId } = context;
  const ids = names.filter((name) => Uuid.safeParse(name).success);
  const byId = await rowsOf(em, context, ids);
  const others = names.filter((name) => !byId.has(name.toLowerCase()));
  const { rows: chosen } = await sql<{ name: string; id: string }>`
    select name, chosen.id from unnest(${others}::text[]) as name cross join lateral (
      select id from certificates c where c.organisation_id = ${organisationId} and c.external_id = name
      order by c.revoked_at is not null, c.render_status = 'FAILED', c.id desc limit 1
    ) chosen`.execute(database(em));
  const byName = await rowsOf(
    em,
    context,
    chosen.map(({ id }) => id),
  );
  return new Map<string, Certificate>([
    ...names.flatMap((name): [string, Certificate][] => {
      const row = byId.get(name.toLowerCase());
      return row ? [[name, row]] : [];
    }),
    ...chosen.flatMap(({ name, id }): [string, Certificate][] => {
      const row = byName.get(id);
      return row ? [[name, row]] : [];
    }),
  ]);
}

/** Returns the organisation's certificates with these ids, by id. Throws NotAuthenticError for rows that were changed outside Laurel. */
async function rowsOf(
  em: EntityManager,
  context: DomainContext,
  ids: readonly string[],
): Promise<Map<string, Certificate>> {
  if (ids.length === 0) return new Map();
  const { organisationId } = context;
  const rows = await em.find(Certificate, { organisationId, id: { $in: [...ids] } }, { refresh: true });
  for (const row of rows) assertAuthentic(context, 'certificates', row);
  return new Map(rows.map((row) => [row.id, row]));
}
