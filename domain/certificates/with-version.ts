import type { Kysely } from 'kysely';
import type { Tables } from '../../database/sql.ts';
import { SOURCE_PLACE } from '../templates/source-rows.ts';
import { CERTIFICATE_COLUMNS } from './columns.ts';

/**
 * Selects certificates `c` with their template `t`, its version `v`, the organisation `o` and its status lists `l`. Columns of deleted rows
 * are null.
 */
export const selectWithVersion = (db: Pick<Kysely<Tables>, 'selectFrom'>) =>
  db
    .selectFrom('certificates as c')
    .leftJoin('templates as t', (join) =>
      join.onRef('t.organisationId', '=', 'c.templateOrganisationId').onRef('t.id', '=', 'c.templateId'),
    )
    .leftJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 'c.templateVersion'),
    )
    .leftJoin('organisations as o', 'o.id', 'c.organisationId')
    .leftJoin('status_lists as l', 'l.organisationId', 'c.organisationId')
    .select(CERTIFICATE_COLUMNS)
    .select(['v.digest as versionDigest', 'o.websiteUrl', 'o.logoUrl', 'o.logoToken', SOURCE_PLACE.as('sourcePlace')])
    .select(['l.secret as statusSecret', 'l.mac as statusMac']);
