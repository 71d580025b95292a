import type { EntityManager } from '../../database/orm.ts';
import { holdAssets } from '../assets/find.ts';
import { recordAction } from '../audit/record.ts';
import { generatedView, withoutPage } from '../certificates/project.ts';
import type { GeneratedCertificate, Recipient } from '../certificates/schemas.ts';
import type { ActingContext } from '../context.ts';
import { PRICE, requireCredits } from '../credits/spend.ts';
import { requestEmails } from '../emails/request.ts';
import { type Idempotency, once } from '../shared/idempotency.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { findWarnings } from './find-warnings.ts';
import { issueCertificates, projectIssued } from './issue.ts';
import type { PreparedCertificate } from './prepare.ts';
import { type NumberedCertificates, prepareNumbered } from './prepare-numbered.ts';

/** Context of an operation that issues one certificate. */
export type IssuingContext = ActingContext & { idempotency?: Idempotency | undefined };

/** Certificate that is issued alone. */
interface Single {
  /** Route and body of the operation, for its Idempotency-Key. */
  route: string;
  body: unknown;
  /** Name in the audit log. */
  action: 'certificates.generate' | 'certificates.renew';
  template: IssuableVersion;
  recipient: Recipient;
  sendEmail: boolean | undefined;
  dryRun: boolean | undefined;
  /** Check in the transaction that issues, before anything else. */
  assertCurrent?: (em: EntityManager) => Promise<void>;
}

/** Issues one certificate. Its row, its credit and its rendering job commit together. A dry run changes nothing. */
export async function issueSingle(context: IssuingContext, single: Single): Promise<GeneratedCertificate> {
  const numbered = await prepareNumbered(context, single.template, [single.recipient], {
    prefix: () => '',
    isSingle: true,
  });
  try {
    return await issuePrepared(context, single, numbered);
  } finally {
    numbered.end();
  }
}

async function issuePrepared(
  context: IssuingContext,
  single: Single,
  numbered: NumberedCertificates,
): Promise<GeneratedCertificate> {
  const { template, sendEmail, dryRun } = single;
  const only = ([certificate]: readonly PreparedCertificate[]) => {
    if (!certificate) throw new Error('no certificate was prepared for the recipient');
    return certificate;
  };
  if (dryRun) {
    const remaining = await requireCredits(context.em(), context.organisationId, PRICE);
    const warnings = await findWarnings(context, template, numbered.prepared, { prefix: () => '' });
    const shown = projectIssued(context, only(numbered.prepared), null);
    const credits = { consumed: 0, remaining };
    return { ...generatedView(withoutPage(context, shown), credits), dryRun: true, warnings };
  }
  let spent = 0;
  const generated = await once(context, single.route, single.body, async (em) => {
    spent = PRICE;
    const { organisationId } = context;
    await single.assertCurrent?.(em);
    const certificate = only(await numbered.take(em));
    const { certificateId } = certificate.claims;
    await holdAssets(em, organisationId, certificate.pictures, context.now());
    // Certificates issued with a key would fill the log. The ledger's entry names the key.
    if (context.actor.kind !== 'key')
      await recordAction(em, context, { action: single.action, subject: certificateId });
    const remaining = await issueCertificates(em, context, template, { certificates: [certificate], batchId: null });
    if (sendEmail)
      await requestEmails(em, context, [
        { organisationId, id: certificateId, recipientEmail: certificate.recipientEmail },
      ]);
    return generatedView(projectIssued(context, certificate, null), { consumed: PRICE, remaining });
  });
  context.meter.creditsSpent(spent);
  return generated;
}
