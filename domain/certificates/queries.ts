import { type Expression, type Kysely, sql } from 'kysely';
import { type CertificateData, CertificateSchema } from '../../database/entities/certificate.ts';
import type { Tables } from '../../database/sql.ts';
import { SOURCE_PLACE } from '../templates/assert-source.ts';

type Column = keyof CertificateData & string;

const isColumn = (name: string): name is Column => name !== 'searchText';

/** Columns of a certificate `c` except the search text. A prepared statement cannot use `*`. */
export const CERTIFICATE_COLUMNS = Object.keys(CertificateSchema.properties)
  .filter(isColumn)
  .map((name) => `c.${name}` as const);

/** Returns the condition that the verification hash of a certificate `c` begins with these 16 bytes, which is its only index. */
export const hashBegins = (prefix: Expression<Uint8Array> | Uint8Array) =>
  sql<boolean>`substring(c.verification_hash from 1 for 16) = ${prefix}`;

/** Returns the condition that a certificate `c` has this verification hash. */
export const hasHash = (hash: Uint8Array | Expression<Uint8Array>) =>
  sql<boolean>`(${hashBegins(sql`substring(${hash}::bytea from 1 for 16)`)} and c.verification_hash = ${hash})`;

/** Returns the condition that a former revision `r` has this verification hash. */
export const hasFormerHash = (hash: Uint8Array | Expression<Uint8Array>) =>
  sql<boolean>`(substring(r.verification_hash from 1 for 16) = substring(${hash}::bytea from 1 for 16)
    and r.verification_hash = ${hash})`;

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
    .leftJoin('organisations as o', (join) => join.on(sql<boolean>`o.id = live_organisation(c.organisation_id)`))
    .leftJoin('status_lists as l', 'l.organisationId', 'c.organisationId')
    .select(CERTIFICATE_COLUMNS)
    .select(['v.digest as versionDigest', 'o.websiteUrl', 'o.logoUrl', 'o.logoToken', SOURCE_PLACE.as('sourcePlace')])
    .select(['l.secret as statusSecret', 'l.mac as statusMac']);
