import { type Kysely, type NotNull, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import type { CertificateKey } from '../../database/queue.ts';
import { type Bound, statement, type Tables } from '../../database/sql.ts';
import { selectWithVersion } from '../certificates/queries.ts';
import { hasFilesSealed } from '../seals/queries.ts';

/**
 * Marks pending certificates as RENDERING and reads everything that their files are made from. Each row has its previous `renderStatus` and
 * the current state of its template, organisation and status list. Runs one statement per organisation. Results are in the order of the
 * keys; undefined for missing certificates.
 */
export async function startRenderings(
  em: EntityManager,
  keys: readonly CertificateKey[],
): Promise<(Rendering | undefined)[]> {
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
  selectWithVersion(
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
    .select('v.variables as declaredVariables')
    .select(hasFilesSealed('c').as('isSealed'))
    .where('c.organisationId', '=', organisationId)
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
    .where(sql<boolean>`v.version is not null and o.id is not null and l.secret is not null`)
    .$narrowType<Complete>(),
);

/** Columns that are never null, because `start` requires their rows. */
interface Complete {
  versionDigest: NotNull;
  detectedVariables: NotNull;
  recipientNameVariable: NotNull;
  declaredVariables: NotNull;
  statusSecret: NotNull;
  statusMac: NotNull;
}

/** A certificate that is being rendered. */
export type Rendering = Awaited<ReturnType<typeof start>>[number];
