import { LockMode } from '@mikro-orm/core';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { recordAction } from '../audit/record.ts';
import { view } from '../certificates/read.ts';
import { sendingFault } from '../certificates/rules.ts';
import type { Certificate, EmailCertificate } from '../certificates/schemas.ts';
import type { ActingContext } from '../context.ts';
import { abandonEmails, releaseEmails, requestEmails } from '../emails/request.ts';
import { notFound } from '../errors.ts';
import { recipientOf } from '../recipients/identify.ts';
import { addRecipient, settleRecipients } from '../recipients/move.ts';
import { deleteRequests } from '../requests/delete.ts';
import { assertAuthentic, changeAuthentic } from '../shared/authentic-rows.ts';
import { countEmail } from '../shared/email-limits.ts';
import { type Idempotency, once } from '../shared/idempotency.ts';

const ROUTE = 'POST /certificates/{id}/email';

/**
 * E-mails a certificate to its recipient, again or for the first time, as soon as it is rendered. Another address replaces the
 * certificate's and cancels mails queued for the former one.
 */
export async function emailCertificate(
  context: ActingContext & { idempotency?: Idempotency | undefined },
  input: EmailCertificate,
): Promise<Certificate> {
  const { organisationId } = context;
  const { id, recipientEmail: given } = input;
  return once(context, ROUTE, input, async (em) => {
    // Locked, so that a rendering that ends concurrently either releases the e-mail or leaves it to this call.
    const row = await em.findOne(CertificateRow, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    const now = context.now();
    const recipientEmail = given ?? row.recipientEmail ?? null;
    const fault = sendingFault(row, now, recipientEmail);
    if (fault) throw fault;
    assertAuthentic(context, 'certificates', row);
    if (recipientEmail) await countEmail(em, { purpose: 'certificate', address: recipientEmail, organisationId, now });
    await recordAction(em, context, { action: 'certificates.email', subject: id });
    if (recipientEmail && recipientEmail !== row.recipientEmail) await changeAddress(em, context, row, recipientEmail);
    await requestEmails(em, context, [row]);
    if (row.renderStatus === 'COMPLETED') await releaseEmails(em, [row], now);
    return view({ ...context, em: () => em }, em, row);
  });
}

async function changeAddress(
  em: EntityManager,
  context: ActingContext,
  row: CertificateRow,
  recipientEmail: string,
): Promise<void> {
  const { organisationId, id, recipientName } = row;
  const to = recipientOf(organisationId, recipientEmail, recipientName);
  const move = { organisationId, from: row.recipientId ?? null, to };
  await recordAction(em, context, { action: 'certificates.changeAddress', subject: id });
  await addRecipient(em, move);
  changeAuthentic(context, 'certificates', row, (changed) => {
    changed.recipientEmail = recipientEmail;
    changed.recipientId = to.id;
  });
  await em.flush();
  await settleRecipients(em, move);
  if (move.from !== to.id) await deleteRequests(em, row);
  await abandonEmails(em, context, row, 'the address was changed before it was sent');
}
