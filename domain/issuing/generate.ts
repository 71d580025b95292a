import { holdAssets } from '../assets/find.ts';
import { recordAction } from '../audit/record.ts';
import { generatedView } from '../certificates/project.ts';
import type { GenerateCertificate, GeneratedCertificate } from '../certificates/schemas.ts';
import type { ActingContext } from '../context.ts';
import { PRICE, requireCredits } from '../credits/spend.ts';
import { requestEmails } from '../emails/request.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { currentVersion } from '../templates/read-current-version.ts';
import { findWarnings } from './find-warnings.ts';
import { issueCertificates, projectIssued } from './issue.ts';
import type { PreparedCertificate } from './prepare.ts';
import { prepareNumbered } from './prepare-numbered.ts';

const ROUTE = 'POST /certificates';

/** Issues a certificate (specification 4.3). Its row, its credit and its rendering job commit together. */
export async function generateCertificate(
  context: ActingContext & { idempotency?: Idempotency | undefined },
  input: GenerateCertificate,
): Promise<GeneratedCertificate> {
  const earlier = input.dryRun ? null : await earlierAnswer<GeneratedCertificate>(context, ROUTE, input);
  if (earlier) return earlier;
  const template = await currentVersion(context, input.templateId);
  const numbered = await prepareNumbered(context, template, [input], () => '');
  const only = ([certificate]: readonly PreparedCertificate[]) => {
    if (!certificate) throw new Error('no certificate was prepared for the recipient');
    return certificate;
  };
  if (input.dryRun) {
    const remaining = await requireCredits(context.em(), context.organisationId, PRICE);
    const warnings = await findWarnings(context, template, numbered.prepared, () => '');
    const shown = projectIssued(context, only(numbered.prepared), null);
    return { ...generatedView(shown, { consumed: 0, remaining }), warnings };
  }
  let spent = 0;
  const generated = await once(context, ROUTE, input, async (em) => {
    spent = PRICE;
    const { organisationId } = context;
    const certificate = only(await numbered.take(em));
    const { certificateId } = certificate.claims;
    await holdAssets(em, organisationId, certificate.pictures, context.now());
    // Certificates issued with a key would fill the log. The ledger's entry names the key.
    if (context.actor.kind !== 'key')
      await recordAction(em, context, { action: 'certificates.generate', subject: certificateId });
    const remaining = await issueCertificates(em, context, template, { certificates: [certificate], batchId: null });
    if (input.sendEmail)
      await requestEmails(em, context, [{ ...certificate.claims, recipientEmail: certificate.recipientEmail }]);
    return generatedView(projectIssued(context, certificate, null), { consumed: PRICE, remaining });
  });
  context.meter.creditsSpent(spent);
  return generated;
}
