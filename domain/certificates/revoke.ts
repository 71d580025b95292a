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
    const { organisationId, recipientEmail: address } = row;
    if (sendEmail && !address) throw refusal('no_recipient_address');
    const now = context.now();
    if (stateOf(row, now) === 'REVOKED') return [];
    // Refuses the whole call, and so does not revoke, beyond the hourly limits of the mailbox.
    if (sendEmail && address) await countEmail(em, { purpose: 'certificate', address, organisationId, now });
    await revokeRow(em, context, row, reason);
    if (sendEmail) await requestRevocationEmails(em, context, [row]);
    return [revocationEvent(row)];
  });
}

/** Requests e-mails about revocations, in the transaction that revokes. The caller counts them against the hourly limits. */
export async function requestRevocationEmails(
  em: EntityManager,
  context: ActingContext,
  rows: readonly CertificateRow[],
): Promise<void> {
  await requestEmails(em, context, rows, 'REVOCATION');
  await releaseEmails(em, rows, context.now());
}

/**
 * Revokes a certificate that is not revoked, and whose row the caller's transaction has locked. The caller publishes the event
 * (`revocationEvent`) at the end of the transaction.
 */
export async function revokeRow(
  em: EntityManager,
  context: ActingContext,
  row: CertificateRow,
  reason: string,
): Promise<void> {
  await sealStatus(em, context, row, { kind: 'revoke', reason });
  await recordAction(em, context, { action: 'certificates.revoke', subject: row.id });
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
