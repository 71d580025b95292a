import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { grantCredits } from '../credits/grant.ts';
import type { SetTestCredits } from './schemas.ts';

/** Sets the balance of a sandbox with one ledger entry, whose amount is negative if the balance falls. */
export async function setTestCredits(
  context: ActingContext,
  { balance }: SetTestCredits,
): Promise<{ balance: number }> {
  return context.em().transactional(async (em) => {
    await recordAction(em, context, { action: 'testMode.setCredits', subject: String(balance) });
    const current = await database(em)
      .selectFrom('credit_balances')
      .select('balance')
      .where('organisationId', '=', context.organisationId)
      .forUpdate()
      .executeTakeFirst();
    const amount = balance - (current?.balance ?? 0);
    if (amount === 0) return { balance };
    return grantCredits(em, context, amount, { kind: 'GRANT', note: 'set in test mode' });
  });
}
