import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { changeAllowance } from './change-allowance.ts';
import type { ImportAllowance } from './schemas.ts';

/** Certificates that a new organisation may import for nothing. */
export const FIRST_ALLOWANCE = 10_000;

/** Lets an organisation import more certificates for nothing, on an operator's command. */
export async function grantAllowance(context: ActingContext, { amount }: { amount: number }): Promise<ImportAllowance> {
  return context.em().transactional(async (em) => {
    await recordAction(em, context, { action: 'imports.grantAllowance', subject: String(amount) });
    const { granted, used } = await changeAllowance(em, context, (before) => ({ granted: before.granted + amount }));
    return { granted, used, remaining: granted - used };
  });
}
