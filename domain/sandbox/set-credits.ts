import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { grantCredits } from '../credits/grant.ts';
import type { SetTestCredits } from './schemas.ts';

/** Sets the balance of a sandbox. */
export async function setTestCredits(
  context: ActingContext,
  { balance }: SetTestCredits,
): Promise<{ balance: number }> {
  return context.em().transactional(async (em) => {
    await recordAction(em, context, { action: 'testMode.setCredits', subject: String(balance) });
    return setBalance(em, context, balance);
  });
}

/** Sets the balance in the caller's transaction, with one ledger entry, whose amount is negative if the balance falls. */
export async function setBalance(
  em: EntityManager,
  context: ActingContext,
  balance: number,
): Promise<{ balance: number }> {
  const current = await database(em)
    .selectFrom('credit_balances')
    .select('balance')
    .where('organisationId', '=', context.organisationId)
    .forUpdate()
    .executeTakeFirst();
  const amount = balance - (current?.balance ?? 0);
  return amount === 0 ? { balance } : grantCredits(em, context, amount, { kind: 'GRANT', note: 'set in test mode' });
}
