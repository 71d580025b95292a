import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { emailStatusOf } from '../emails/read-status.ts';
import { lowestIdAt } from '../shared/pages.ts';
import { Count } from '../shared/schemas.ts';
import { SEARCHED } from './read-last-errors.ts';

const SPAN_MS = 30 * 24 * 60 * 60 * 1000;

export const EmailOutcomes = z
  .object({
    ...{ QUEUED: Count, SENT: Count, DELIVERED: Count, BOUNCED: Count, FAILED: Count, UNCERTAIN: Count },
    isCut: z.boolean(),
  })
  .describe(
    `E-mails of the last 30 days by state; isCut if there were more than ${SEARCHED}, of which only the newest are counted`,
  );

/** Returns the states of the last 30 days' e-mails, or only of the newest if there are many. */
export async function readEmailOutcomes(
  em: EntityManager,
  context: DomainContext,
): Promise<z.infer<typeof EmailOutcomes>> {
  const rows = await database(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('emails')
        .select('status')
        .where('organisationId', '=', context.organisationId)
        .where('kind', '=', 'CERTIFICATE')
        .where('id', '>=', lowestIdAt(new Date(context.now().getTime() - SPAN_MS)))
        .orderBy('id', 'desc')
        .limit(SEARCHED)
        .as('e'),
    )
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const outcomes = { QUEUED: 0, SENT: 0, DELIVERED: 0, BOUNCED: 0, FAILED: 0, UNCERTAIN: 0 };
  for (const { status, count } of rows) {
    const shown = emailStatusOf(status);
    if (shown !== 'NONE') outcomes[shown] += count;
  }
  return { ...outcomes, isCut: rows.reduce((sum, { count }) => sum + count, 0) >= SEARCHED };
}
