import { LockMode } from '@mikro-orm/core';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { releaseEmails, requestEmails } from '../emails/request.ts';
import { notFound, refusal } from '../errors.ts';
import type { NewEvent } from '../events/types.ts';
import { sealStatus } from '../seals/record.ts';
import { countEmail } from '../shared/email-limits.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { certificateEvent, revocationEvent } from './make-event.ts';
import { view } from './read.ts';
import type { Certificate } from './schemas.ts';
import { stateOf } from './state.ts';

/** Revokes a certificate. Verification shows this immediately, with the reason. A revoked certificate does not change. */
export async function revokeCertificate(
  context: ActingContext,
  { id, reason, sendEmail = false }: { id: string; reason: string; sendEmail?: boolean | undefined },
): Promise<Certificate> {
  return change(context, id, async (row, em) => {
    if (sendEmail && !row.recipientEmail) throw refusal('no_recipient_address');
    const isRevoked = await revokeRow(em, context, row, reason);
    if (isRevoked && sendEmail) {
      const { organisationId, recipientEmail: address } = row;
      // Refuses the whole call, and so does not revoke, beyond the hourly limits of the mailbox.
      if (address) await countEmail(em, { purpose: 'certificate', address, organisationId, now: context.now() });
      await requestRevocationEmail(em, context, row);
    }
    return isRevoked ? [revocationEvent(row)] : [];
  });
}

/** Requests the e-mail about a revocation, in the transaction that revokes. The caller counts it against the hourly limits. */
export async function requestRevocationEmail(
  em: EntityManager,
  context: ActingContext,
  row: CertificateRow,
): Promise<void> {
  const { organisationId, id: certificateId, recipientEmail = null } = row;
  await requestEmails(em, context, [{ organisationId, certificateId, recipientEmail }], 'REVOCATION');
  await releaseEmails(em, [row], context.now());
}

/**
 * Revokes a certificate whose row the caller's transaction has locked. Returns false if it is already revoked. The caller publishes the
 * event (`revocationEvent`) at the end of the transaction.
 */
export async function revokeRow(
  em: EntityManager,
  context: ActingContext,
  row: CertificateRow,
  reason: string,
): Promise<boolean> {
  const now = context.now();
  if (stateOf(row, now) === 'REVOKED') return false;
  await sealStatus(em, context, row, { kind: 'revoke', reason });
  await recordAction(em, context, { action: 'certificates.revoke', subject: row.id });
  return true;
}

/** Makes a revoked certificate valid again. A valid one does not change. */
export async function reinstateCertificate(context: ActingContext, { id }: { id: string }): Promise<Certificate> {
  return change(context, id, async (row, em) => {
    const now = context.now();
    if (stateOf(row, now) !== 'REVOKED') return [];
    await sealStatus(em, context, row, { kind: 'reinstate' });
    await recordAction(em, context, { action: 'certificates.reinstate', subject: id });
    return [certificateEvent('certificate.reinstated', row)];
  });
}

async function change(
  context: ActingContext,
  id: string,
  apply: (row: CertificateRow, em: EntityManager) => Promise<NewEvent[]>,
): Promise<Certificate> {
  return context.em().transactional(async (em) => {
    const where = { organisationId: context.organisationId, id };
    const row = await em.findOne(CertificateRow, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    const events = await apply(row, em);
    await em.flush();
    const shown = await view({ ...context, em: () => em }, em, row);
    await publishEvents(em, context, events);
    return shown;
  });
}
