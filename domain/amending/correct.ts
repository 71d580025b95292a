import { LockMode } from '@mikro-orm/core';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { holdAssets } from '../assets/find.ts';
import { recordAction } from '../audit/record.ts';
import { enqueueRendering } from '../certificates/enqueue-rendering.ts';
import { columnsOf } from '../certificates/make-claims.ts';
import { certificateEvent } from '../certificates/make-event.ts';
import { generatedView, projectCertificate, withoutPage } from '../certificates/project.ts';
import { keepRevision } from '../certificates/record-revision.ts';
import type { ActingContext } from '../context.ts';
import { takePlace } from '../credentials/take-place.ts';
import { readBalance } from '../credits/spend.ts';
import { abandonEmails, requestEmails } from '../emails/request.ts';
import { validationError } from '../errors.ts';
import { findDuplicates, lockDuplicates } from '../issuing/find-duplicates.ts';
import { findWarnings } from '../issuing/find-warnings.ts';
import type { PreparedCertificate } from '../issuing/prepare.ts';
import { recipientOf } from '../recipients/identify.ts';
import { addRecipient, settleRecipients } from '../recipients/move.ts';
import { deleteRequests } from '../requests/delete.ts';
import { sealChange } from '../seals/record.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { isoOrNull } from '../shared/schemas.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { type PreparedCorrection, prepareCorrection } from './prepare-correction.ts';
import { runPrepared, StaleError } from './run-prepared.ts';
import type { CorrectCertificate, CorrectedCertificate } from './schemas.ts';

const ROUTE = 'POST /certificates/{id}/correct';

/** Work in the correction's transaction, with the revision that it makes. */
type Also = (em: EntityManager, revision: number) => Promise<unknown>;

type Correcting = ActingContext & { idempotency?: Idempotency | undefined };

/**
 * Corrects a certificate: the same id, a new revision with its own hash, files and credential, and no credit. The former hash leads to it
 * from now on. CONFLICT if it is revoked, has failed, or nothing would change; VALIDATION_ERROR if the values do not suit the template. A
 * dry run changes nothing.
 */
export async function correctCertificate(
  context: Correcting,
  input: CorrectCertificate,
  also: Also = async () => undefined,
): Promise<CorrectedCertificate> {
  if (input.dryRun) return answerDry(context, await prepareCorrection(context, input));
  const earlier = await earlierAnswer<CorrectedCertificate>(context, ROUTE, input);
  if (earlier) return earlier;
  return runPrepared(async () => {
    const prepared = await prepareCorrection(context, input);
    return once(context, ROUTE, input, (em) => apply(em, { ...context, em: () => em }, prepared, { ...input, also }));
  });
}

/** Returns the answer that the correction would have, with its warnings. */
async function answerDry(context: Correcting, prepared: PreparedCorrection): Promise<CorrectedCertificate> {
  const { before, template, corrected } = prepared;
  await assertNoDuplicate(context.em(), context, prepared);
  const row = { ...before, ...columnsFor(corrected, before.recipientId ?? null) };
  const credits = { consumed: 0, remaining: await readBalance(context.em(), context.organisationId) };
  const warnings = await findWarnings(context, template, [corrected], { prefix: () => '' });
  const shown = withoutPage(context, projectCertificate(context, row));
  return { ...generatedView(shown, credits), revision: row.revision, dryRun: true, warnings };
}

/** VALIDATION_ERROR if the corrected address has a certificate of a template that issues one per address. */
async function assertNoDuplicate(
  em: EntityManager,
  context: Correcting,
  { before, template, recipient, changed }: PreparedCorrection,
): Promise<void> {
  if (!changed.includes('recipientEmail')) return;
  const [issues = []] = await findDuplicates(em, context, template, [recipient], before.id);
  if (issues.length > 0) throw validationError(issues);
}

/** Returns the columns of the certificate that the correction sets. */
const columnsFor = ({ claims, hash, recipientEmail, expiresAt }: PreparedCertificate, recipientId: string | null) => ({
  ...columnsOf(claims, hash),
  ...{ revision: claims.revision, templateVersion: claims.templateVersion },
  ...{ templateName: claims.templateName, issuerName: claims.issuerName },
  ...{ recipientEmail, recipientId, expiresAt, renderStatus: 'PENDING' as const },
});

async function apply(
  em: EntityManager,
  context: Correcting,
  prepared: PreparedCorrection,
  { reason, sendEmail, also }: CorrectCertificate & { also: Also },
): Promise<CorrectedCertificate> {
  const { before, template, corrected, changed } = prepared;
  const { organisationId, id } = before;
  const row = await em.findOne(CertificateRow, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (row?.statementNumber !== before.statementNumber || row.renderStatus === 'FAILED') throw new StaleError();
  const isMailed = changed.includes('recipientEmail');
  if (isMailed) await lockDuplicates(em, context, template);
  await assertNoDuplicate(em, context, prepared);
  await holdAssets(em, organisationId, corrected.pictures, context.now());
  // Without values, which are the recipient's personal data.
  const changes = changed.map((field) => ({ field, from: null, to: null }));
  await recordAction(em, context, { action: 'certificates.correct', subject: id, changes });
  const statusNumber = await takePlace(em, organisationId);
  const { claims, hash, recipientEmail, expiresAt } = corrected;
  const to = recipientEmail === null ? null : recipientOf(organisationId, recipientEmail, claims.recipientName);
  const move = { organisationId, from: row.recipientId ?? null, to };
  await addRecipient(em, move);
  await keepRevision(em, context, row, { reason, changed });
  const { revision } = claims;
  const correction = { revision, replacedBy: hash.toString('hex'), changed, expiresAt: isoOrNull(expiresAt) };
  await sealChange(em, context, row, { kind: 'correct', ...correction }, (next) => {
    Object.assign(next, {
      ...columnsFor(corrected, to?.id ?? null),
      ...{ statusNumber, filesEdition: 0, credentialEdition: 0 },
      ...{ pdfDigest: null, imageDigest: null, credentialDigest: null },
    });
  });
  await em.flush();
  await settleRecipients(em, move);
  if (move.from !== (to?.id ?? null)) await deleteRequests(em, row);
  if (isMailed) await abandonEmails(em, context, row, 'the address was changed before it was sent');
  if (sendEmail) await requestEmails(em, context, [row]);
  await enqueueRendering(em, { organisationId, certificateId: id });
  await also(em, revision);
  await publishEvents(em, context, [certificateEvent('certificate.corrected', row)]);
  const credits = { consumed: 0, remaining: await readBalance(em, organisationId) };
  return { ...generatedView(projectCertificate(context, row), credits), revision };
}
