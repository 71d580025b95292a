import { type Kysely, type NotNull, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import type { CertificateKey } from '../../database/queue.ts';
import { type Bound, statement, type Tables } from '../../database/sql.ts';
import { selectWithVersion } from '../certificates/with-version.ts';
import { hasFilesSealed } from '../seals/leaves.ts';

/**
 * Marks certificates as being rendered, those that wait for that, and reads all that their files are made of: each of them, with
 * its `renderStatus` of before, and what its template, its organisation and the organisation's status list say now. One statement
 * for those of an organisation. In the order of the keys; undefined for one that is gone.
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
      // Nothing reads it, and comparing both types is too deep for the compiler.
    ) as unknown as Kysely<Tables>,
  )
    .select('v.variables as declaredVariables')
    .select(hasFilesSealed('c').as('isSealed'))
    .where('c.organisationId', '=', organisationId)
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
    .where(sql<boolean>`v.version is not null and o.id is not null and l.secret is not null`)
    .$narrowType<Complete>(),
);

/** Columns of rows that are required. */
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
