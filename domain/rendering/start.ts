import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import type { CertificateKey } from '../../database/queue.ts';
import { type Bound, statement } from '../../database/sql.ts';
import { CERTIFICATE_COLUMNS } from '../certificates/columns.ts';
import { hasFilesSealed } from '../seals/leaves.ts';
import { SOURCE_PLACE } from '../templates/source-rows.ts';

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
  db
    .with('started', (inner) =>
      inner
        .updateTable('certificates')
        .set({ renderStatus: 'RENDERING' })
        .where('organisationId', '=', organisationId)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .where('renderStatus', '=', 'PENDING')
        .returning('id'),
    )
    .selectFrom('certificates as c')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.organisationId', '=', 'c.templateOrganisationId').onRef('t.id', '=', 'c.templateId'),
    )
    .innerJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 'c.templateVersion'),
    )
    .innerJoin('organisations as o', 'o.id', 'c.organisationId')
    .innerJoin('status_lists as s', 's.organisationId', 'c.organisationId')
    .select(CERTIFICATE_COLUMNS)
    .select('v.digest as versionDigest')
    .select(['v.variables as declaredVariables', 'o.websiteUrl', 'o.logoUrl', 'o.logoToken'])
    .select(SOURCE_PLACE.as('sourcePlace'))
    .select(['s.secret as statusSecret', 's.mac as statusMac'])
    .select(hasFilesSealed('c').as('isSealed'))
    .where('c.organisationId', '=', organisationId)
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`),
);

/** A certificate that is being rendered. */
export type Rendering = Awaited<ReturnType<typeof start>>[number];
