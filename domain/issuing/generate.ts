import type { GenerateCertificate, GeneratedCertificate } from '../certificates/schemas.ts';
import { earlierAnswer } from '../shared/idempotency.ts';
import { currentVersion } from '../templates/read-current-version.ts';
import { type IssuingContext, issueSingle } from './issue-single.ts';

const ROUTE = 'POST /certificates';

/** Issues a certificate (specification 4.3). */
export async function generateCertificate(
  context: IssuingContext,
  input: GenerateCertificate,
): Promise<GeneratedCertificate> {
  const { dryRun, sendEmail } = input;
  const earlier = dryRun ? null : await earlierAnswer<GeneratedCertificate>(context, ROUTE, input);
  if (earlier) return earlier;
  const template = await currentVersion(context, input.templateId);
  return issueSingle(context, {
    ...{ route: ROUTE, body: input, action: 'certificates.generate', template, recipient: input, sendEmail, dryRun },
  });
}
