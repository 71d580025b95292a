import { sql } from 'kysely';
import { jsonTable, toJson } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import { CLAIMS_VERSION } from '../certificates/claims.ts';
import { randomToken } from '../shared/crypto.ts';
import type { IssuableVersion } from '../templates/current-version.ts';
import type { PreparedCertificate } from './prepare.ts';

/** What differs from certificate to certificate. */
const COLUMN_TYPES = {
  id: 'uuid',
  externalId: 'text',
  recipientName: 'text',
  recipientEmail: 'text',
  variables: 'jsonb',
  verificationHash: 'bytea',
  nonce: 'bytea',
  fileToken: 'bytea',
  proofSalt: 'bytea',
  createdAt: 'timestamptz',
} as const;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof typeof COLUMN_TYPES)[];

const insert = statement(
  (
    db,
    value: Bound<{
      organisationId: string;
      templateOrganisationId: string;
      templateId: string;
      templateVersion: number;
      batchId: string | null;
      claimsVersion: number;
      templateName: string;
      issuerName: string | null;
      count: number;
      secret: Uint8Array;
      rows: string;
    }>,
  ) =>
    db
      .with('used', () =>
        db
          .insertInto('template_usage')
          .values({ organisationId: value.organisationId, templateId: value.templateId, timesUsed: value.count })
          .onConflict((conflict) =>
            conflict.columns(['organisationId', 'templateId']).doUpdateSet(({ eb, ref }) => ({
              timesUsed: eb('template_usage.timesUsed', '+', ref('excluded.timesUsed')),
            })),
          ),
      )
      .with('places', () =>
        db
          .insertInto('status_lists')
          .values({ organisationId: value.organisationId, next: value.count, secret: value.secret })
          .onConflict((conflict) =>
            conflict
              .column('organisationId')
              .doUpdateSet(({ eb, ref }) => ({ next: eb('status_lists.next', '+', ref('excluded.next')) })),
          )
          .returning('next'),
      )
      .insertInto('certificates')
      .columns([
        'organisationId',
        'templateOrganisationId',
        'templateId',
        'templateVersion',
        'claimsVersion',
        'templateName',
        'issuerName',
        'batchId',
        'renderStatus',
        'statusNumber',
        ...COLUMNS,
      ])
      .expression(({ selectFrom, val }) =>
        selectFrom([jsonTable(value.rows, COLUMN_TYPES), 'places'])
          .select([
            value.organisationId.as('organisationId'),
            value.templateOrganisationId.as('templateOrganisationId'),
            value.templateId.as('templateId'),
            value.templateVersion.as('templateVersion'),
            value.claimsVersion.as('claimsVersion'),
            value.templateName.as('templateName'),
            value.issuerName.as('issuerName'),
            value.batchId.as('batchId'),
            val('PENDING').as('renderStatus'),
            sql<number>`places.next - row_number() over ()`.as('statusNumber'),
          ])
          .select(COLUMNS),
      ),
);

/** Records certificates in the caller's transaction, with one statement however many they are. */
export async function recordCertificates(
  em: EntityManager,
  template: IssuableVersion,
  certificates: readonly PreparedCertificate[],
  batchId: string | null,
): Promise<void> {
  const rows = certificates.map(({ claims, hash }) => ({
    id: claims.certificateId,
    externalId: claims.externalId,
    recipientName: claims.recipientName,
    recipientEmail: claims.recipientEmail,
    variables: claims.variables,
    verificationHash: hash,
    nonce: Buffer.from(claims.nonce, 'hex'),
    fileToken: randomToken(16),
    proofSalt: randomToken(32),
    createdAt: claims.issuedAt,
  }));
  await insert(em, {
    organisationId: certificates[0]?.claims.organisationId ?? '',
    templateOrganisationId: template.organisationId,
    templateId: template.templateId,
    templateVersion: template.version,
    batchId,
    claimsVersion: CLAIMS_VERSION,
    templateName: template.templateName,
    issuerName: template.organizationName,
    count: rows.length,
    secret: randomToken(32),
    rows: toJson(rows, COLUMN_TYPES),
  });
}
