import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { grantCredits } from './grant.ts';

/** Adds credits to an organisation, on an operator's command. */
export async function addCredits(
  context: ActingContext,
  { amount, note }: { amount: number; note?: string | undefined },
): Promise<{ balance: number }> {
  return context.em().transactional(async (em) => {
    await recordAction(em, context, { action: 'credits.add', subject: String(amount) });
    return grantCredits(em, context, amount, { kind: 'GRANT', note });
  });
}
