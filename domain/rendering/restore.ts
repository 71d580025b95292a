import type { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueueRendering } from '../certificates/enqueue-rendering.ts';
import { swapRevision } from '../certificates/record-revision.ts';
import type { Services } from '../context.ts';
import { recipientOf } from '../recipients/identify.ts';
import { addRecipient, settleRecipients } from '../recipients/move.ts';
import { restoreRequest } from '../requests/restore.ts';
import { areFilesDue, type FormerRevision } from '../seals/follow-chain.ts';
import { sealChange } from '../seals/record.ts';

/**
 * Puts the former revision of a certificate in force again, by a signed statement, because the corrected one could not be rendered. The
 * caller's transaction has locked the row. A former revision without files is rendered next.
 */
export async function restoreFormer(
  em: EntityManager,
  services: Services,
  row: Certificate,
  { verificationHash: hash, state }: FormerRevision,
): Promise<void> {
  const { organisationId, id: certificateId, revision, recipientId: from = null } = row;
  const values = await swapRevision(em, services, row, hash);
  const { recipientEmail, recipientName = '' } = values;
  const to = recipientEmail ? recipientOf(organisationId, recipientEmail, recipientName) : null;
  const move = { organisationId, from, to };
  await addRecipient(em, move);
  await sealChange(em, services, row, { kind: 'restore', restored: hash }, (changed) => {
    Object.assign(changed, values);
    changed.renderStatus = areFilesDue(state) ? 'PENDING' : 'COMPLETED';
  });
  await em.flush();
  await settleRecipients(em, move);
  await restoreRequest(em, services, { organisationId, id: certificateId, revision });
  if (row.renderStatus === 'PENDING') await enqueueRendering(em, { organisationId, certificateId });
}
