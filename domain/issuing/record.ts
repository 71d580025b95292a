import type { EntityManager } from '../../database/orm.ts';
import { database, jsonRows } from '../../database/sql.ts';
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
  createdAt: 'timestamptz',
} as const;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof typeof COLUMN_TYPES)[];

/** Records certificates in the caller's transaction, with one statement however many they are. */
export async function recordCertificates(
  em: EntityManager,
  template: IssuableVersion,
  certificates: readonly PreparedCertificate[],
  batchId: string | null,
): Promise<void> {
  const rows = certificates.map(({ claims, hash, externalId }) => ({
    id: claims.certificateId,
    externalId,
    recipientName: claims.recipientName,
    recipientEmail: claims.recipientEmail,
    variables: claims.variables,
    verificationHash: hash,
    nonce: Buffer.from(claims.nonce, 'hex'),
    fileToken: randomToken(16),
    createdAt: claims.issuedAt,
  }));
  const organisationId = certificates[0]?.claims.organisationId ?? '';
  const { templateId } = template;
  await database(em)
    .with('used', (db) =>
      db
        .insertInto('template_usage')
        .values({ organisationId, templateId, timesUsed: rows.length })
        .onConflict((conflict) =>
          conflict.columns(['organisationId', 'templateId']).doUpdateSet(({ eb, ref }) => ({
            timesUsed: eb('template_usage.timesUsed', '+', ref('excluded.timesUsed')),
          })),
        ),
    )
    .insertInto('certificates')
    .columns([
      'organisationId',
      'templateOrganisationId',
      'templateId',
      'templateVersion',
      'batchId',
      'renderStatus',
      ...COLUMNS,
    ])
    .expression(({ selectFrom, val }) =>
      selectFrom(jsonRows(rows, COLUMN_TYPES))
        .select([
          val(organisationId).as('organisationId'),
          val(template.organisationId).as('templateOrganisationId'),
          val(templateId).as('templateId'),
          val(template.version).as('templateVersion'),
          val(batchId).as('batchId'),
          val('PENDING').as('renderStatus'),
        ])
        .select(COLUMNS),
    )
    .execute();
}
