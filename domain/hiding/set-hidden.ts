import { LockMode } from '@mikro-orm/core';
import { Certificate } from '../../database/entities/certificate.ts';
import type { Services } from '../context.ts';
import { notFound, refusal } from '../errors.ts';
import { findMyCertificate } from '../my/find-certificate.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';
import { readRules } from '../templates/read-rules.ts';

/** Recipient, by the mailboxes of the session. */
export type Hiding = Services & { mailboxes: readonly string[] };

/**
 * Hides the public page of a recipient's certificate, or shows it again. NOT_FOUND unless the certificate belongs to one of the mailboxes;
 * CONFLICT `hiding_not_allowed` if its template does not allow it.
 */
export async function setHidden(
  services: Hiding,
  { certificateId, hidden }: { certificateId: string; hidden: boolean },
): Promise<void> {
  const own = await findMyCertificate(services, services, { id: certificateId });
  if (!own) throw notFound();
  const { organisationId, id } = own;
  await services.em().transactional(async (em) => {
    const row = await em.findOne(Certificate, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row || row.hidden === hidden) return;
    const rulesOf = await readRules(em, services, [row]);
    if (hidden && rulesOf(row)?.hiding !== true) throw refusal('hiding_not_allowed');
    changeAuthentic(services, 'certificates', row, (changed) => {
      changed.hidden = hidden;
    });
    await em.flush();
  });
}
