import { type Kysely, type NotNull, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import type { CertificateKey } from '../../database/queue.ts';
import { type Bound, database, statement, type Tables } from '../../database/sql.ts';
import { selectWithVersion } from '../certificates/queries.ts';
import { AUDITED, LEAVES, SEALS } from '../seals/read-stored.ts';

/**
 * Marks pending certificates as RENDERING and reads everything that their files are made from. Each row has its previous `renderStatus` and
 * the current state of its template, organisation and status list. Runs one statement per organisation. Results are in the order of the
 * keys; undefined for missing certificates.
 */
export async function startRenderings(
  em: EntityManager,
  keys: readonly CertificateKey[],
): Promise<(Renderable | undefined)[]> {
  const started = await Promise.all(
    [...Map.groupBy(keys, (key) => key.organisationId)].map(([organisationId, own]) =>
      start(em, { organisationId, ids: own.map(({ certificateId }) => certificateId) }),
    ),
  );
  const rows = started.flat();
  return keys.map((key) =>
    rows.find((row) => row.organisationId === key.organisationId && row.id === key.certificateId),
  );
}

const start = statement((db, { organisationId, ids }: Bound<{ organisationId: string; ids: readonly string[] }>) =>
  selectRenderable(
    db.with(
      'started',
      (inner) =>
        inner
          .updateTable('certificates')
          .set({ renderStatus: 'RENDERING' })
          .where('organisationId', '=', organisationId)
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .where('renderStatus', '=', 'PENDING')
          .returning('id'),
      // No part reads it, and comparing both types is too deep for the compiler.
    ) as unknown as Kysely<Tables>,
  )
    .where('c.organisationId', '=', organisationId)
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`),
);

const selectRenderable = (db: Kysely<Tables>) =>
  selectWithVersion(db)
    .select(['v.variables as declaredVariables', 'v.rules'])
    .select([SEALS.as('seals'), LEAVES.as('leaves'), AUDITED.as('audited')])
    .where(sql<boolean>`(v.version is not null or c.template_id is null) and o.id is not null and l.secret is not null`)
    .$narrowType<Complete>();

/** Returns everything that a certificate's files are made from; null if something is missing. */
export async function findRenderable(
  em: EntityManager,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<Renderable | null> {
  const row = await selectRenderable(database(em))
    .where('c.organisationId', '=', organisationId)
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Columns that are never null, because `start` requires their rows. */
interface Complete {
  statusSecret: NotNull;
  statusMac: NotNull;
}

/** A certificate that is being rendered, or could be. */
export type Renderable = Awaited<ReturnType<typeof start>>[number];
