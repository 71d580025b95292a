import { LockMode } from '@mikro-orm/core';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import { recordAction } from '../audit/record.ts';
import { view } from '../certificates/read.ts';
import type { Certificate } from '../certificates/schemas.ts';
import { sendingFault } from '../certificates/sending-fault.ts';
import type { ActingContext } from '../context.ts';
import { releaseEmails, requestEmails } from '../emails/request.ts';
import { notFound } from '../errors.ts';
import { countMail } from '../shared/mail-limits.ts';

/** E-mails a certificate to its recipient, again or for the first time; at once, or as soon as it is rendered. */
export async function emailCertificate(context: ActingContext, { id }: { id: string }): Promise<Certificate> {
  const { organisationId } = context;
  return context.em().transactional(async (em) => {
    // Locked: a rendering that ends at this moment releases the e-mail or leaves it to us, never neither.
    const row = await em.findOne(CertificateRow, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    const now = context.now();
    const fault = sendingFault(row, now);
    if (fault) throw fault;
    const { recipientEmail = null } = row;
    if (recipientEmail) await countMail(em, { purpose: 'certificate', address: recipientEmail, organisationId, now });
    await requestEmails(em, context, [{ organisationId, certificateId: id, recipientEmail }]);
    await recordAction(em, context, { action: 'certificates.email', subject: id });
    if (row.renderStatus === 'COMPLETED') await releaseEmails(em, [row], now);
    return view({ ...context, em: () => em }, em, row);
  });
}
