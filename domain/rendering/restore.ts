import type { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueueRendering } from '../certificates/enqueue-rendering.ts';
import { expiryEvent } from '../certificates/make-event.ts';
import { swapRevision } from '../certificates/record-revision.ts';
import type { Services } from '../context.ts';
import { takePlace } from '../credentials/take-place.ts';
import { releaseEmails } from '../emails/request.ts';
import type { NewEvent } from '../events/types.ts';
import { recipientOf } from '../recipients/identify.ts';
import { addRecipient, settleRecipients } from '../recipients/move.ts';
import { restoreRequest } from '../requests/restore.ts';
import { areFilesDue, type FormerRevision, isEarlier, type SealedFacts } from '../seals/follow-chain.ts';
import { expiryOf } from '../seals/parse-statement.ts';
import { sealChange } from '../seals/record.ts';
import { startOfDay } from '../shared/calendar.ts';
import { isoOrNull } from '../shared/schemas.ts';

/**
 * Puts the former revision of a certificate in force again, by a signed statement, because the corrected one could not be rendered. Another
 * expiry or address that the certificate got since the correction stays. The caller's transaction has locked the row. Files that are due
 * are rendered next, and e-mails wait for them. Returns the events of the changes.
 */
export async function restoreFormer(
  em: EntityManager,
  services: Services,
  row: Certificate,
  { former: { verificationHash: hash, state }, facts }: { former: FormerRevision; facts: SealedFacts },
): Promise<NewEvent[]> {
  const { organisationId, id: certificateId, revision, recipientId: from = null } = row;
  const kept = await swapRevision(em, services, row, hash);
  const values = isAddressOf(row, facts) ? kept : { ...kept, recipientEmail: row.recipientEmail, recipientId: from };
  const { recipientEmail, recipientName = '', expiresAt = null } = values;
  const change = changedExpiry({ ...row, ...values }, facts);
  const closes = change !== null && isEarlier(change.expiresAt, expiresAt) && state.files !== null;
  const place = closes ? { statusNumber: await takePlace(em, organisationId) } : {};
  const to = recipientEmail ? recipientOf(organisationId, recipientEmail, recipientName) : null;
  const move = { organisationId, from, to };
  await addRecipient(em, move);
  await sealChange(em, services, row, { kind: 'restore', restored: hash }, (changed) => {
    Object.assign(changed, values);
    changed.renderStatus = areFilesDue(state) ? 'PENDING' : 'COMPLETED';
  });
  if (change !== null)
    await sealChange(
      em,
      services,
      row,
      { kind: 'expiry', ...change, expiresAt: isoOrNull(change.expiresAt) },
      (changed) => Object.assign(changed, { ...place, expiresAt: change.expiresAt, renderStatus: 'PENDING' }),
    );
  await em.flush();
  await settleRecipients(em, move);
  await restoreRequest(em, services, { organisationId, id: certificateId, revision });
  if (row.renderStatus === 'PENDING') await enqueueRendering(em, { organisationId, certificateId });
  else await releaseEmails(em, [row], services.jobTime());
  return change === null ? [] : [expiryEvent(row)];
}

/** Returns true if the correction in force changed the address. */
const isAddressOf = ({ revision }: Certificate, { corrections }: SealedFacts): boolean =>
  corrections.some((correction) => correction.revision === revision && correction.changed.includes('recipientEmail'));

/** Returns the expiry that the certificate got since the correction, if the former revision can have it. */
function changedExpiry(
  { expiresAt = null, awardedOn, timeZone }: Pick<Certificate, 'expiresAt' | 'awardedOn' | 'timeZone'>,
  { expiryChange }: SealedFacts,
) {
  if (!expiryChange) return null;
  const wanted = expiryOf(expiryChange);
  const isPossible = wanted === null || wanted > startOfDay(awardedOn, timeZone);
  return isPossible && wanted?.getTime() !== expiresAt?.getTime()
    ? { expiresAt: wanted, reason: expiryChange.reason }
    : null;
}
