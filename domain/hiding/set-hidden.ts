import type { EntityManager } from '../../database/orm.ts';
import { RECIPIENT, recordAction } from '../audit/record.ts';
import { inOrganisation } from '../context.ts';
import { notFound, refusal } from '../errors.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';
import { readRules } from '../templates/read-rules.ts';
import { countChange } from './count-change.ts';
import { type Hiding, lockOwn } from './lock-own.ts';

/**
 * Hides the public page of a recipient's certificate, or shows it again. NOT_FOUND unless the certificate belongs to one of the mailboxes;
 * CONFLICT `hiding_not_allowed` if its template does not allow it. RATE_LIMITED if it was shown too often in a day.
 */
export async function setHidden(
  services: Hiding,
  { certificateId, hidden }: { certificateId: string; hidden: boolean },
): Promise<void> {
  await services.em().transactional(async (em: EntityManager) => {
    const row = await lockOwn(em, services, certificateId);
    if (!row) throw notFound();
    if (row.hidden === hidden) return;
    const rulesOf = await readRules(em, services, [row]);
    if (hidden && rulesOf(row)?.hiding !== true) throw refusal('hiding_not_allowed');
    if (!hidden) await countChange(em, services, row);
    changeAuthentic(services, 'certificates', row, (changed) => {
      changed.hidden = hidden;
    });
    await em.flush();
    const acting = { ...inOrganisation(services, row.organisationId), actor: RECIPIENT };
    await recordAction(em, acting, { action: hidden ? 'certificates.hide' : 'certificates.show', subject: row.id });
  });
}
