import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { grantCredits } from './grant.ts';

/** Gives an organisation more credits, as an operator does. */
export async function addCredits(
  context: ActingContext,
  { amount, note }: { amount: number; note?: string | undefined },
): Promise<{ balance: number }> {
  return context.em().transactional(async (em) => {
    await recordAction(em, context, { action: 'credits.add', subject: String(amount) });
    return grantCredits(em, context, amount, { kind: 'GRANT', note });
  });
}
