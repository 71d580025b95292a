import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import { grantCredits } from '../credits/grant.ts';

/** Gives a rendering up and its credit back, once; a certificate that is already completed or failed stays as it is. */
export async function failRendering(
  services: Services,
  { organisationId, certificateId }: { organisationId: string; certificateId: string },
): Promise<void> {
  await services.em().transactional(async (em) => {
    const { rows } = await sql`
      update certificates set render_status = 'FAILED'
      where organisation_id = ${organisationId} and id = ${certificateId}
        and render_status in ('PENDING', 'RENDERING') returning id`.execute(database(em));
    if (rows.length === 0) return;
    const context = { ...services, organisationId };
    await grantCredits(em, context, 1, { kind: 'REFUND', certificateId, note: 'rendering failed' });
  });
}
