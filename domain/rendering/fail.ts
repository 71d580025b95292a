import { LockMode } from '@mikro-orm/core';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { certificateEvent } from '../certificates/make-event.ts';
import { inOrganisation, type Services } from '../context.ts';
import { grantCredits } from '../credits/grant.ts';
import { PRICE } from '../credits/spend.ts';
import { abandonEmails, releaseEmails } from '../emails/request.ts';
import { changeAllowance } from '../imports/change-allowance.ts';
import { readSeals } from '../seals/check.ts';
import { findSeals } from '../seals/read-stored.ts';
import { assertAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { assertDue } from './assert-genuine.ts';
import { countProcessed } from './count-processed.ts';
import { makeNewCredential, sealCredential } from './make-credential.ts';
import { restoreFormer } from './restore.ts';
import { findRenderable } from './start.ts';

/**
 * Ends a rendering that has failed permanently. A new certificate fails, and its credit is refunded once. A corrected one has its former
 * revision again. One whose expiry changed keeps its files and gets a new credential. A completed or failed certificate does not change.
 */
export async function failRendering(
  services: Services,
  { organisationId, certificateId: id }: { organisationId: string; certificateId: string },
): Promise<void> {
  const credential = await credentialInstead(services, { organisationId, id });
  await services.em().transactional(async (em) => {
    const row = await em.findOne(Certificate, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row || row.renderStatus === 'COMPLETED' || row.renderStatus === 'FAILED') return;
    assertAuthentic(services, 'certificates', row);
    const hash = Buffer.from(row.verificationHash).toString('hex');
    const facts = readSeals(
      inOrganisation(services, organisationId),
      hash,
      await findSeals(em, { organisationId, certificateId: id }),
    );
    if (!facts) throw new NotAuthenticError('seals');
    if (facts.files) {
      // If it was changed since, its new job ends it.
      if (row.statementNumber !== credential?.statementNumber) return;
      await sealCredential(em, services, row, { files: facts.files, credential });
      return releaseEmails(em, [row], services.jobTime());
    }
    const failed = certificateEvent('certificate.failed', row);
    const former = facts.formers.find(({ verificationHash }) => verificationHash === facts.replaced);
    // E-mails that were requested before the correction are sent with the former files.
    await abandonEmails(em, services, row, 'the certificate could not be rendered', former?.until);
    const changed = former ? await restoreFormer(em, services, row, { former, facts }) : [];
    if (!former) row.renderStatus = 'FAILED';
    await em.flush();
    const completed = former ? [] : await giveBack(em, services, row);
    await publishEvents(em, services, [failed, ...changed, ...completed]);
  });
}

/** Returns a stored credential for a certificate whose files state a former expiry; null for any other. */
async function credentialInstead(services: Services, key: { organisationId: string; id: string }) {
  const row = await findRenderable(services.em(), key);
  const isEnded = row?.renderStatus === 'COMPLETED' || row?.renderStatus === 'FAILED';
  if (!row || isEnded || !assertDue(services, row).files) return null;
  return { ...(await makeNewCredential(services, row)), statementNumber: row.statementNumber };
}

/** Gives back the certificate's credit, or its place in the allowance for imports. Returns the events of its completed batch. */
async function giveBack(em: EntityManager, services: Services, row: Certificate) {
  const { organisationId, id, batchId = null, importPayment } = row;
  const context = inOrganisation(services, organisationId);
  if (importPayment != null && importPayment !== 'CREDIT') {
    row.importFailed = true;
    await em.flush();
    if (importPayment === 'ALLOWANCE') await changeAllowance(em, context, ({ used }) => ({ used: used - 1 }));
    return [];
  }
  await grantCredits(em, context, PRICE, { kind: 'REFUND', certificateId: id, note: 'rendering failed' });
  return batchId === null ? [] : countProcessed(em, services, { organisationId, batchId, completed: 0, failed: 1 });
}
