import { sql } from 'kysely';
import { jsonTable, toJson } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { addedSpecs, jobSpecs } from '../../database/queue.ts';
import { type Bound, statement } from '../../database/sql.ts';
import { renderingJob, renderingName } from '../certificates/enqueue-rendering.ts';
import { CLAIM_COLUMNS, columnsOf, type IssuedFrom, importOf } from '../certificates/make-claims.ts';
import { certificateEvent, renewalEvent } from '../certificates/make-event.ts';
import { type ProjectedCertificate, projectCertificate, type ShownRow } from '../certificates/project.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import {
  type Debit,
  debitOf,
  insufficientCredits,
  PRICE,
  readBalance,
  type SpentOn,
  withDebit,
  withoutDebit,
} from '../credits/spend.ts';
import { refusal } from '../errors.ts';
import { listenersOf, prepareEvents, type RecordValues, recordedOf, recordParts } from '../events/record.ts';
import type { NewEvent } from '../events/types.ts';
import { inOrder, type RecipientRow, recipientIdOf, recipientOf } from '../recipients/identify.ts';
import { revocationOf } from '../seals/parse-statement.ts';
import { recordImported, sealImported } from '../seals/record.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { randomToken } from '../shared/crypto.ts';
import { deliverEvents } from '../webhooks/publish.ts';
import type { PreparedCertificate } from './prepare.ts';

/** Types of the columns that differ between certificates. */
const COLUMN_TYPES = {
  ...CLAIM_COLUMNS,
  recipientEmail: 'text',
  givenLanguage: 'text',
  tags: 'text[]',
  expiresAt: 'timestamptz',
  recipientId: 'uuid',
  importPayment: 'text',
  legacyCode: 'text',
  statementNumber: 'integer',
  statementDigest: 'bytea',
  revokedAt: 'timestamptz',
  revokedReason: 'text',
  hidden: 'boolean',
  fileKey: 'bytea',
  proofSalt: 'bytea',
  mac: 'bytea',
} as const;
const RECIPIENT_TYPES = { id: 'uuid', mailbox: 'text', name: 'text' } as const;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof typeof COLUMN_TYPES)[];

type Values = Bound<
  Debit & {
    templateOrganisationId: string | null;
    templateId: string | null;
    templateVersion: number | null;
    batchId: string | null;
    templateName: string | null;
    issuerName: string | null;
    count: number;
    secret: Uint8Array;
    listMac: Uint8Array;
    rows: string;
    recipients: string;
    jobs: string;
  } & RecordValues
>;

/**
 * Returns the statement that issues certificates. All parts depend on `debit`, so each call locks the organisation's balance first, and a
 * call without credits changes nothing. `ordered` makes the other parts lock their rows in the order of other transactions
 * (docs/database.md#locks), with the event log last.
 */
const issueAfter = (debit: typeof withDebit | typeof withoutDebit, job: ReturnType<typeof renderingName>) =>
  statement((db, value: Values) => {
    const { heads, events, chosen } = recordParts(value, 'ordered');
    // Both start the same part, and its type is that of the debit.
    return (debit as typeof withDebit)(db, value)
      .with('used', (cte) =>
        cte
          .insertInto('template_usage')
          .columns(['organisationId', 'templateId', 'timesUsed'])
          .expression(({ selectFrom }) =>
            selectFrom('debit')
              .select([
                value.organisationId.as('organisationId'),
                // The condition leaves out certificates without a template.
                sql<string>`${value.templateId}::uuid`.as('templateId'),
                value.count.as('timesUsed'),
              ])
              .where(sql<boolean>`${value.templateId}::uuid is not null`),
          )
          .onConflict((conflict) =>
            conflict.columns(['organisationId', 'templateId']).doUpdateSet(({ eb, ref }) => ({
              timesUsed: eb('template_usage.timesUsed', '+', ref('excluded.timesUsed')),
            })),
          )
          .returning('templateId'),
      )
      .with('places', (cte) =>
        cte
          .insertInto('status_lists')
          .columns(['organisationId', 'next', 'secret', 'mac'])
          .expression(({ selectFrom }) =>
            selectFrom('debit').select([
              value.organisationId.as('organisationId'),
              value.count.as('next'),
              value.secret.as('secret'),
              value.listMac.as('mac'),
            ]),
          )
          .onConflict((conflict) =>
            conflict
              .column('organisationId')
              .doUpdateSet(({ eb, ref }) => ({ next: eb('status_lists.next', '+', ref('excluded.next')) })),
          )
          .returning('next'),
      )
      .with('known', (cte) =>
        cte
          .insertInto('recipients')
          .columns(['organisationId', 'id', 'mailbox', 'name'])
          .expression(({ selectFrom }) =>
            selectFrom([jsonTable<RecipientRow>(value.recipients, RECIPIENT_TYPES), 'debit'])
              .select(value.organisationId.as('organisationId'))
              .select(['r.id', 'r.mailbox', 'r.name']),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['organisationId', 'id'])
              .doUpdateSet(({ ref }) => ({ name: ref('excluded.name') }))
              .whereRef('recipients.name', '<>', 'excluded.name'),
          )
          .returning('id'),
      )
      .with('recorded', (cte) =>
        cte
          .insertInto('certificates')
          .columns([
            'organisationId',
            'templateOrganisationId',
            'templateId',
            'templateVersion',
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
                value.templateName.as('templateName'),
                value.issuerName.as('issuerName'),
                value.batchId.as('batchId'),
                val('PENDING').as('renderStatus'),
                sql<number>`places.next - row_number() over ()`.as('statusNumber'),
              ])
              .select(COLUMNS),
          )
          .returning('id'),
      )
      .with('ordered', (cte) =>
        cte
          .selectFrom('debit')
          .select('balance')
          .where(sql<boolean>`(select count(*) from used) + (select count(*) from places) + (select count(*) from known)
            + (select count(*) from recorded) >= 0`),
      )
      .with('heads', heads)
      .with('logged', events)
      .with('chosen', chosen)
      .selectFrom(['debit', 'heads'])
      .select(['debit.balance', 'heads.position', addedSpecs(job, value.jobs).as('jobs')])
      .select(listenersOf(sql.ref('heads.organisation_id')).as('listeners'));
  });

type IssuedRow = { [Column in keyof typeof COLUMN_TYPES]: unknown };

const issuePaid = {
  'render-certificate': issueAfter(withDebit, 'render-certificate'),
  'render-in-turn': issueAfter(withDebit, 'render-in-turn'),
};
/** Imports alone can be free of charge. */
const issueFree = issueAfter(withoutDebit, 'render-in-turn');

/** Revision and editions of a new certificate, the columns' defaults. */
const FIRST_FILES = { revision: 1, filesEdition: 0, credentialEdition: 0 } as const;
/** Columns of a certificate whose status was never changed. */
const UNCHANGED = { statementNumber: 0, statementDigest: null, ...revocationOf(null) } as const;

interface Issued {
  certificates: readonly PreparedCertificate[];
  batchId: string | null;
  /** Turn of each rendering, for a batch or an import. */
  runTimes?: readonly Date[];
}

/** Template's version that certificates are issued from, and the issuer; null members without a template. */
type Source = IssuedFrom & { organisationId: string | null };

/**
 * Issues certificates in the caller's transaction with one statement. Spends a credit for each, except for imported ones without a price,
 * records them with their events and queues their renderings. Returns the remaining balance; INSUFFICIENT_CREDITS if it is too low. Call it
 * late: it blocks other calls of the organisation until the transaction ends.
 */
export async function issueCertificates(
  em: EntityManager,
  context: ActingContext,
  template: Source,
  { certificates, batchId, runTimes }: Issued,
): Promise<number> {
  const { organisationId } = context;
  const recipients = new Map<string, RecipientRow>();
  const recorded = certificates.map((one) => {
    const { claims, recipientEmail } = one;
    if (recipientEmail !== null) {
      const recipient = recipientOf(organisationId, recipientEmail, claims.recipientName);
      recipients.set(recipient.id, recipient);
    }
    return { ...stateOfNew(context, one), ...claimedBy(context, one, batchId) };
  });
  const rows = recorded.map((one) => {
    const row = { ...one, proofSalt: randomToken(32) };
    return { ...row, mac: macOf(context, 'certificates', row) };
  });
  const secret = randomToken(32);
  const price = certificates.reduce(
    (sum, { imported }) => sum + (imported && imported.payment !== 'CREDIT' ? 0 : PRICE),
    0,
  );
  const jobs = rows.map(({ id: certificateId }, index) =>
    renderingJob({ organisationId, certificateId }, runTimes?.[index]),
  );
  const { prepared, values } = prepareEvents(context, recorded.flatMap(eventsOf));
  const job = renderingName(organisationId, runTimes !== undefined);
  const issue = price > 0 ? issuePaid[job] : issueFree;
  const [spent] = await issue(em, {
    ...values,
    ...debitOf(context, price, purposeOf(certificates, batchId)),
    templateOrganisationId: template.organisationId,
    templateId: template.templateId,
    templateVersion: template.version,
    batchId,
    templateName: template.templateName,
    issuerName: template.organizationName,
    count: certificates.length,
    secret,
    listMac: macOf(context, 'status_lists', { organisationId, secret }),
    rows: toJson<IssuedRow>(rows, COLUMN_TYPES),
    recipients: toJson(inOrder([...recipients.values()]), RECIPIENT_TYPES),
    jobs: jobSpecs(job, jobs),
  }).catch(asJustChanged);
  if (!spent) throw insufficientCredits(await readBalance(em, organisationId), price);
  const revocations = recorded.flatMap(({ revocation }) => revocation ?? []);
  if (revocations.length > 0) await recordImported(em, revocations);
  await deliverEvents(em, context, recordedOf(prepared, [{ organisationId, ...spent }]));
  return spent.balance;
}

/** Unique indexes of values that an import brings and a series of numbers can assign at the same time. */
const TAKEN = ['certificates_number', 'certificates_legacy_code'];
/** PostgreSQL's code of unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** Throws SERVICE_UNAVAILABLE, after which the caller tries again, if another transaction took a number since it was checked. */
function asJustChanged(error: unknown): never {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (code === UNIQUE_VIOLATION && TAKEN.includes(String(constraint)))
    throw refusal('just_changed', {}, { retryAfter: 1, cause: error });
  throw error;
}

function purposeOf(certificates: readonly PreparedCertificate[], batchId: string | null): SpentOn {
  const paid = certificates.filter(({ imported }) => imported?.payment === 'CREDIT').length;
  if (paid > 0) return { note: `import of ${paid} beyond the allowance` };
  return batchId === null ? { certificateId: certificates[0]?.claims.certificateId ?? '' } : { batchId };
}

/** Returns the events of a new certificate. */
function eventsOf(row: ShownRow): NewEvent[] {
  const issued = certificateEvent(importOf(row) ? 'certificate.imported' : 'certificate.issued', row);
  const { renewalOf } = row;
  return renewalOf ? [issued, renewalEvent({ ...row, renewalOf })] : [issued];
}

/** Returns the columns of a new certificate's status, and the statement of one that was revoked before its import. */
function stateOfNew(context: DomainContext, { claims, hash, imported }: PreparedCertificate) {
  const { organisationId, certificateId: id, issuedAt } = claims;
  const certificate = { organisationId, id, verificationHash: hash, createdAt: new Date(issuedAt) };
  const revocation = imported?.revoked ? sealImported(context, certificate, imported.revoked) : null;
  return { ...(revocation?.columns ?? UNCHANGED), revocation };
}

/** Returns the columns of a certificate as it is recorded. */
const claimedBy = (
  { authenticator }: DomainContext,
  { claims, hash, recipientEmail, givenLanguage, tags, expiresAt, isHidden = false, imported }: PreparedCertificate,
  batchId: string | null,
) => ({
  ...{ organisationId: claims.organisationId, templateId: claims.templateId, batchId },
  ...{
    ...columnsOf(claims, hash),
    recipientEmail,
    givenLanguage,
    tags: [...tags],
    expiresAt,
    fileKey: authenticator.keyId,
  },
  recipientId: recipientEmail && recipientIdOf(claims.organisationId, recipientEmail),
  ...{ importPayment: imported?.payment ?? null, legacyCode: imported?.legacyCode ?? null },
  ...{ renderStatus: 'PENDING' as const, hidden: isHidden, ...FIRST_FILES },
});

/** Returns a certificate, as it was just recorded, for the response to its issue. */
export const projectIssued = (
  context: DomainContext,
  prepared: PreparedCertificate,
  batchId: string | null,
): ProjectedCertificate =>
  projectCertificate(context, { ...stateOfNew(context, prepared), ...claimedBy(context, prepared, batchId) });
