import { Certificate } from '../../database/entities/certificate.ts';
import { database } from '../../database/sql.ts';
import { certificateEvent } from '../certificates/make-event.ts';
import { inOrganisation, type Services } from '../context.ts';
import { grantCredits } from '../credits/grant.ts';
import { PRICE } from '../credits/spend.ts';
import { abandonEmails } from '../emails/request.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { countProcessed } from './count-processed.ts';

/** Marks a rendering as failed and refunds its credit once. A completed or failed certificate does not change. */
export async function failRendering(
  services: Services,
  { organisationId, certificateId: id }: { organisationId: string; certificateId: string },
): Promise<void> {
  await services.em().transactional(async (em) => {
    const failed = await database(em)
      .updateTable('certificates')
      .set({ renderStatus: 'FAILED' })
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .where('renderStatus', 'in', ['PENDING', 'RENDERING'])
      .returning('id')
      .executeTakeFirst();
    if (!failed) return;
    const row = await em.findOneOrFail(Certificate, { organisationId, id });
    assertAuthentic(services, 'certificates', row);
    const context = inOrganisation(services, organisationId);
    await grantCredits(em, context, PRICE, { kind: 'REFUND', certificateId: id, note: 'rendering failed' });
    await abandonEmails(em, services, { organisationId, id }, 'the certificate could not be rendered');
    const counted = { organisationId, batchId: row.batchId ?? '', completed: 0, failed: 1 };
    const completed = row.batchId ? await countProcessed(em, services, counted) : [];
    await publishEvents(em, services, [certificateEvent('certificate.failed', row), ...completed]);
  });
}
