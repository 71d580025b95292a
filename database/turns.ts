import { withinBudget } from './acquire-budget.ts';

/** Transactions of an organisation at a time. One prepares while the other commits. */
const AT_ONCE = 2;

interface Turns {
  running: number;
  waiting: (() => void)[];
}
const turns = new Map<string, Turns>();

/**
 * Runs a transaction that locks a row of its organisation, such as the balance, in the organisation's turn. It waits without a connection,
 * as long as its request or job allows. In PostgreSQL, each release of a lock wakes every transaction that waits for it, and all of them
 * hold connections that other organisations need (docs/decisions/0034-turns-before-locks.md).
 */
export async function takeTurn<Result>(organisationId: string, transaction: () => Promise<Result>): Promise<Result> {
  const own = turns.get(organisationId) ?? { running: 0, waiting: [] };
  turns.set(organisationId, own);
  const end = () => {
    const next = own.waiting.shift();
    if (next) next();
    else if (--own.running === 0) turns.delete(organisationId);
  };
  if (own.running < AT_ONCE) own.running++;
  else await withinBudget(new Promise<true>((resolve) => own.waiting.push(() => resolve(true))), end);
  try {
    return await transaction();
  } finally {
    end();
  }
}
