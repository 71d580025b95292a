import { sql } from 'kysely';
import { jsonTable, toJson } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { addedSpecs, type Job, jobSpecs } from '../../database/queue.ts';
import { type Bound, statement } from '../../database/sql.ts';
import { CLAIM_COLUMNS, columnsOf } from '../certificates/make-claims.ts';
import { certificateEvent, renewalEvent } from '../certificates/make-event.ts';
import { type ProjectedCertificate, projectCertificate, type ShownRow } from '../certificates/project.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import { type Debit, debitOf, insufficientCredits, PRICE, readBalance, withDebit } from '../credits/spend.ts';
import { listenersOf, prepareEvents, type RecordValues, recordedOf, recordParts } from '../events/record.ts';
import type { NewEvent } from '../events/types.ts';
import { inOrder, type RecipientRow, recipientIdOf, recipientOf } from '../recipients/identify.ts';
import { revocationOf } from '../seals/parse-statement.ts';
import { type CoveredRow, macOf } from '../shared/authentic-rows.ts';
import { randomToken } from '../shared/crypto.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { deliverEvents } from '../webhooks/publish.ts';
import type { PreparedCertificate } from './prepare.ts';

/** Types of the columns that differ between certificates. */
const COLUMN_TYPES = {
  ...CLAIM_COLUMNS,
  recipientEmail: 'text',
  givenLanguage: 'text',
  expiresAt: 'timestamptz',
  recipientId: 'uuid',
  fileKey: 'bytea',
  proofSalt: 'bytea',
  mac: 'bytea',
} as const;
const RECIPIENT_TYPES = { id: 'uuid', mailbox: 'text', name: 'text' } as const;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof typeof COLUMN_TYPES)[];

/**
 * The statement that issues every certificate and batch. All parts depend on `debit`, so each call locks the organisation's balance first.
 * Concurrent calls therefore cannot deadlock, and a call without credits changes nothing.
 */
const issue = statement(
  (
    db,
    value: Bound<
      Debit & {
        templateOrganisationId: string;
        templateId: string;
        templateVersion: number;
        batchId: string | null;
        templateName: string;
        issuerName: string | null;
        count: number;
        secret: Uint8Array;
        listMac: Uint8Array;
        rows: string;
        recipients: string;
        jobs: string;
      } & RecordValues
    >,
  ) => {
    const { heads, events, chosen } = recordParts(value, 'debit');
    return withDebit(db, value)
      .with('used', (cte) =>
        cte
          .insertInto('template_usage')
          .columns(['organisationId', 'templateId', 'timesUsed'])
          .expression(({ selectFrom }) =>
            selectFrom('debit').select([
              value.organisationId.as('organisationId'),
              value.templateId.as('templateId'),
              value.count.as('timesUsed'),
            ]),
          )
          .onConflict((conflict) =>
            conflict.columns(['organisationId', 'templateId']).doUpdateSet(({ eb, ref }) => ({
              timesUsed: eb('template_usage.timesUsed', '+', ref('excluded.timesUsed')),
            })),
          ),
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
          ),
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
          ),
      )
      .with('heads', heads)
      .with('logged', events)
      .with('chosen', chosen)
      .selectFrom(['debit', 'heads'])
      .select(['debit.balance', 'heads.position', addedSpecs('render-certificate', value.jobs).as('jobs')])
      .select(listenersOf(sql.ref('heads.organisation_id')).as('listeners'));
  },
);

/** Revision and editions of a new certificate, the columns' defaults. */
const FIRST_FILES = { revision: 1, filesEdition: 0, credentialEdition: 0 } as const;

/** Returns the code of a certificate whose status was never changed. */
const issuedMac = (
  context: ActingContext,
  row: Pick<
    CoveredRow<'certificates'>,
    | ('id' | 'verificationHash' | 'address' | 'batchId' | 'fileKey' | 'proofSalt')
    | ('recipientEmail' | 'recipientId' | 'expiresAt' | 'renewalOf' | 'givenLanguage')
  >,
): Buffer =>
  macOf(context, 'certificates', {
    ...row,
    organisationId: context.organisationId,
    ...{ statementNumber: 0, statementDigest: null, ...revocationOf(null), ...FIRST_FILES },
  });

interface Issued {
  certificates: readonly PreparedCertificate[];
  batchId: string | null;
  /** Queue settings of each rendering. */
  schedules?: readonly Pick<Job<'render-certificate'>, 'priority' | 'runAt'>[];
}

/**
 * Issues certificates in the caller's transaction with one statement. Spends a credit for each, records them with their events and queues
 * their renderings. Returns the remaining balance; INSUFFICIENT_CREDITS if it is too low. Call it late: it blocks other calls of the
 * organisation until the transaction ends.
 */
export async function issueCertificates(
  em: EntityManager,
  context: ActingContext,
  template: IssuableVersion,
  { certificates, batchId, schedules }: Issued,
): Promise<number> {
  const { organisationId } = context;
  const fileKey = context.authenticator.keyId;
  const recipients = new Map<string, RecipientRow>();
  const rows = certificates.map(({ claims, hash, recipientEmail, givenLanguage, expiresAt }) => {
    const recipient =
      recipientEmail === null ? null : recipientOf(organisationId, recipientEmail, claims.recipientName);
    if (recipient) recipients.set(recipient.id, recipient);
    const proofSalt = randomToken(32);
    const unsigned = { recipientEmail, recipientId: recipient?.id ?? null, givenLanguage, expiresAt };
    const columns = { ...columnsOf(claims, hash), ...unsigned, fileKey, proofSalt };
    return { ...columns, mac: issuedMac(context, { ...columns, batchId }) };
  });
  const secret = randomToken(32);
  const price = certificates.length * PRICE;
  const jobs = rows.map(({ id: certificateId }, index) => ({
    payload: { organisationId, certificateId },
    ...schedules?.[index],
  }));
  const { prepared, values } = prepareEvents(
    context,
    certificates.flatMap((one) => eventsOf(issuedRow(context, one, batchId))),
  );
  const [spent] = await issue(em, {
    ...values,
    ...debitOf(context, price, batchId === null ? { certificateId: rows[0]?.id ?? '' } : { batchId }),
    templateOrganisationId: template.organisationId,
    templateId: template.templateId,
    templateVersion: template.version,
    batchId,
    templateName: template.templateName,
    issuerName: template.organizationName,
    count: certificates.length,
    secret,
    listMac: macOf(context, 'status_lists', { organisationId, secret }),
    rows: toJson(rows, COLUMN_TYPES),
    recipients: toJson(inOrder([...recipients.values()]), RECIPIENT_TYPES),
    jobs: jobSpecs('render-certificate', jobs),
  });
  if (!spent) throw insufficientCredits(await readBalance(em, organisationId), price);
  await deliverEvents(em, context, recordedOf(prepared, [{ organisationId, ...spent }]));
  return spent.balance;
}

/** Returns the events of a new certificate. */
function eventsOf(row: ShownRow): NewEvent[] {
  const issued = certificateEvent('certificate.issued', row);
  const { renewalOf } = row;
  return renewalOf ? [issued, renewalEvent({ ...row, renewalOf })] : [issued];
}

/** Returns a certificate's row as it was just recorded. */
const issuedRow = (
  { authenticator }: DomainContext,
  { claims, hash, recipientEmail, givenLanguage, expiresAt }: PreparedCertificate,
  batchId: string | null,
): ShownRow => ({
  ...{ organisationId: claims.organisationId, templateId: claims.templateId, batchId },
  ...{ ...columnsOf(claims, hash), recipientEmail, givenLanguage, expiresAt, fileKey: authenticator.keyId },
  recipientId: recipientEmail && recipientIdOf(claims.organisationId, recipientEmail),
  ...{ renderStatus: 'PENDING', ...revocationOf(null), ...FIRST_FILES },
});

/** Returns a certificate, as it was just recorded, for the response to its issue. */
export const projectIssued = (
  context: DomainContext,
  prepared: PreparedCertificate,
  batchId: string | null,
): ProjectedCertificate => projectCertificate(context, issuedRow(context, prepared, batchId));
