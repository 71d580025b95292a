import type { ImportPayment } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { holdAssets } from '../assets/find.ts';
import { recordAction } from '../audit/record.ts';
import { withoutPage } from '../certificates/project.ts';
import type { ActingContext } from '../context.ts';
import { PRICE, requireCredits } from '../credits/spend.ts';
import { changeAllowance } from '../imports/change-allowance.ts';
import { readAllowance } from '../imports/read-allowance.ts';
import { findWarnings } from '../issuing/find-warnings.ts';
import { issueCertificates, projectIssued } from '../issuing/issue.ts';
import type { PreparedCertificate } from '../issuing/prepare.ts';
import { inTurn } from '../issuing/run-in-turn.ts';
import { BATCH_RENDERINGS, scheduleTurns } from '../shared/fair-queue.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { holdFiles } from './hold-files.ts';
import { type PreparedImport, pathOf, prepareImport, recheckImport } from './prepare-import.ts';
import type { ImportCertificates, ImportedCertificates } from './schemas.ts';

const ROUTE = 'POST /certificates/import';

type Importing = ActingContext & { idempotency?: Idempotency | undefined };

/**
 * Imports certificates that were issued elsewhere. Their rows, files, credits and jobs commit together. Uses the organisation's allowance;
 * beyond it, a certificate that is rendered from a template costs a credit. VALIDATION_ERROR with the path of each fault.
 */
export async function importCertificates(context: Importing, input: ImportCertificates): Promise<ImportedCertificates> {
  const earlier = input.dryRun ? null : await earlierAnswer<ImportedCertificates>(context, ROUTE, input);
  if (earlier) return earlier;
  const given = await inTurn(context.organisationId, input.certificates.length, () => prepareImport(context, input));
  if (input.dryRun) return tryOut(context, given, input);
  let spent = 0;
  const answer = await once(context, ROUTE, input, async (em) => {
    const answer = await apply(em, context, given, input);
    spent = answer.credits.consumed;
    return answer;
  });
  context.meter.creditsSpent(spent);
  return answer;
}

async function tryOut(
  context: Importing,
  given: PreparedImport,
  input: ImportCertificates,
): Promise<ImportedCertificates> {
  const { remaining: free } = await readAllowance(context);
  const { certificates } = pay(given.certificates, free);
  const remaining = await requireCredits(context.em(), context.organisationId, priceOf(certificates));
  const warnings = await findWarnings(context, given.template, certificates, {
    prefix: pathOf,
    // With a template, a row can have the name as a variable instead.
    namePath: (index) =>
      given.template && input.certificates[index]?.recipientName === undefined ? undefined : 'recipientName',
  });
  const answer = toAnswer(context, certificates, { consumed: 0, remaining });
  const shown = answer.certificates.map((certificate) => withoutPage(context, certificate));
  return { ...answer, certificates: shown, dryRun: true, warnings };
}

async function apply(
  em: EntityManager,
  context: Importing,
  given: PreparedImport,
  input: ImportCertificates,
): Promise<ImportedCertificates> {
  const { organisationId } = context;
  // Locks the allowance, so that the imports of an organisation run one after the other.
  let certificates: PreparedCertificate[] = [];
  await changeAllowance(em, context, ({ granted, used }) => {
    const paid = pay(given.certificates, granted - used);
    certificates = paid.certificates;
    return { used: used + paid.places };
  });
  await recheckImport(em, context, given, input);
  await holdFiles(em, context, input.certificates);
  await holdAssets(em, organisationId, given.pictures, context.now());
  await recordAction(em, context, { action: 'imports.create', subject: String(certificates.length) });
  const runTimes = await scheduleTurns(em, BATCH_RENDERINGS, {
    ...{ organisationId, count: certificates.length, now: context.jobTime() },
  });
  const remaining = await issueCertificates(em, context, given.source, { certificates, batchId: null, runTimes });
  return toAnswer(context, certificates, { consumed: priceOf(certificates), remaining });
}

/** Gives each certificate its payment: a place while there are some, then a credit for one that is rendered. */
function pay(
  prepared: readonly PreparedCertificate[],
  free: number,
): { certificates: PreparedCertificate[]; places: number } {
  const payment = ({ claims }: PreparedCertificate, index: number): ImportPayment => {
    if (index < free) return 'ALLOWANCE';
    return claims.originalPdf === null ? 'CREDIT' : 'NOTHING';
  };
  const certificates = prepared.map((one, index) => ({
    ...one,
    imported: { legacyCode: null, revoked: null, ...one.imported, payment: payment(one, index) },
  }));
  return { certificates, places: Math.min(free, certificates.length) };
}

const priceOf = (certificates: readonly PreparedCertificate[]): number =>
  certificates.filter(({ imported }) => imported?.payment === 'CREDIT').length * PRICE;

const toAnswer = (
  context: Importing,
  certificates: readonly PreparedCertificate[],
  credits: ImportedCertificates['credits'],
): ImportedCertificates => ({
  imported: certificates.length,
  credits,
  certificates: certificates.map((one) => {
    const { id, externalId, verificationHash, verificationUrl } = projectIssued(context, one, null);
    return { id, externalId, verificationHash, verificationUrl };
  }),
});
