import { type Bound, statement } from '../../database/sql.ts';
import { CERTIFICATE_COLUMNS } from '../certificates/columns.ts';

/**
 * Marks a certificate as being rendered, where it waits for that, and reads all that its files are made of: it, with its
 * `renderStatus` of before, and what its template, its organisation and the organisation's status list say now.
 */
export const startRendering = statement((db, { organisationId, id }: Bound<{ organisationId: string; id: string }>) =>
  db
    .with('started', (inner) =>
      inner
        .updateTable('certificates')
        .set({ renderStatus: 'RENDERING' })
        .where('organisationId', '=', organisationId)
        .where('id', '=', id)
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
    .leftJoin('status_lists as s', 's.organisationId', 'c.organisationId')
    .select(CERTIFICATE_COLUMNS)
    .select(['v.digest as designDigest', 'v.detectedVariables', 'v.recipientNameVariable'])
    .select(['v.variables as declaredVariables', 't.name as currentTemplateName', 's.secret as statusSecret'])
    .select(['o.organizationName', 'o.websiteUrl', 'o.logoUrl', 'o.logoToken'])
    .where('c.organisationId', '=', organisationId)
    .where('c.id', '=', id),
);

/** A certificate that is being rendered. */
export type Rendering = Awaited<ReturnType<typeof startRendering>>[number];
