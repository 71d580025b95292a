import type { NewEvent } from '../events/types.ts';
import { isoOrNull } from '../shared/schemas.ts';
import type { ShownRow } from './project.ts';

/** Columns of a certificate that event data are built from. */
export const REPORTED_COLUMNS = [
  ...([
    'organisationId',
    'id',
    'templateId',
    'batchId',
    'recipientName',
    'recipientEmail',
    'externalId',
    'tags',
  ] as const),
  ...([
    'revision',
    'filesEdition',
    'verificationHash',
    'fileKey',
    'renderStatus',
    'revokedAt',
    'revokedReason',
  ] as const),
] as const;
type Reported = Pick<ShownRow, (typeof REPORTED_COLUMNS)[number]>;
type Plain =
  | 'certificate.ready'
  | 'certificate.failed'
  | 'certificate.issued'
  | 'certificate.imported'
  | 'certificate.corrected'
  | 'certificate.expiring'
  | 'certificate.expired'
  | 'certificate.reinstated';

/** Returns an event about a certificate from its row. */
export const certificateEvent = (type: Plain, row: Reported): NewEvent => ({ type, ...factsOf(row) });

/** Returns the event of a revocation, with its time and reason. */
export const revocationEvent = (row: Reported): NewEvent => {
  const { data, ...facts } = factsOf(row);
  const { revokedAt, revokedReason = null } = row;
  return { type: 'certificate.revoked', ...facts, data: { ...data, revokedAt: isoOrNull(revokedAt), revokedReason } };
};

/** Returns the event of a changed expiry. */
export const expiryEvent = (row: Reported & Pick<ShownRow, 'expiresAt'>): NewEvent => {
  const { data, ...facts } = factsOf(row);
  return { type: 'certificate.expiry_changed', ...facts, data: { ...data, expiresAt: isoOrNull(row.expiresAt) } };
};

/** Returns the event of a renewal, about the new certificate. */
export const renewalEvent = (row: Reported & { renewalOf: string }): NewEvent => {
  const { data, ...facts } = factsOf(row);
  return { type: 'certificate.renewed', ...facts, data: { ...data, renewalOf: row.renewalOf } };
};

/** Returns the event of an e-mail that did not reach its address. */
export const bounceEvent = (
  row: Reported,
  bounce: { emailAddress: string | null; emailError: string | null },
): NewEvent => {
  const { data, ...facts } = factsOf(row);
  return { type: 'certificate.bounced', ...facts, data: { ...data, ...bounce } };
};

const factsOf = (row: Reported) => ({
  organisationId: row.organisationId,
  subjectId: row.id,
  data: {
    certificateId: row.id,
    verificationHash: Buffer.from(row.verificationHash).toString('hex'),
    ...{ templateId: row.templateId ?? null, batchId: row.batchId ?? null },
    ...{ recipientName: row.recipientName, recipientEmail: row.recipientEmail ?? null },
    ...{ externalId: row.externalId ?? null, tags: row.tags },
    ...{ revision: row.revision, filesEdition: row.filesEdition },
  },
  fileKey: row.renderStatus === 'COMPLETED' ? row.fileKey : null,
});
