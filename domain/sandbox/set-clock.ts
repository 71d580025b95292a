import type { EntityManager } from '../../database/orm.ts';
import { hastenJobs } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { nextSandboxExpiry, runSandboxExpiries } from '../expiry/run-sandbox.ts';
import { iso } from '../shared/schemas.ts';
import { MAX_AHEAD_MS } from './rules.ts';
import type { SetTestClock } from './schemas.ts';

/** Most stops of the clock on its way. Later notices are all recorded at its end. */
const MAX_STOPS = 200;

/**
 * Moves a sandbox's clock forward. Notices of expiries are recorded at their own times, in their order, and retries that are due until then
 * start at once. VALIDATION_ERROR for a time before the present one, or more than 50 years ahead of the installation's.
 */
export async function setTestClock(context: ActingContext, { now }: SetTestClock): Promise<{ now: string }> {
  const { organisationId, jobTime } = context;
  const ahead = now.getTime() - jobTime().getTime();
  if (now < context.now()) throw validationError(detail('now', 'clock_set_back', { now: iso(context.now()) }));
  if (ahead > MAX_AHEAD_MS) throw validationError(detail('now', 'too_late', { latest: latest(jobTime()) }));
  await runSandboxExpiries(context);
  for (let stops = 0; ; stops++) {
    const next = stops < MAX_STOPS ? await nextSandboxExpiry(context, now) : null;
    await context.em().transactional(async (em) => {
      if (stops === 0) await recordAction(em, context, { action: 'testMode.setClock', subject: iso(now) });
      // With each stop, so that a move that was interrupted hastens the jobs by its part.
      await hastenJobs(em, organisationId, await moveTo(em, context, next ?? now));
    });
    await context.sandboxes.load(organisationId);
    await runSandboxExpiries(context);
    if (!next) return { now: iso(context.now()) };
  }
}

const latest = (now: Date): string => iso(new Date(now.getTime() + MAX_AHEAD_MS));

/** Moves the clock, unless another call has moved it further. Returns the move in ms. */
async function moveTo(em: EntityManager, { organisationId, jobTime }: ActingContext, time: Date): Promise<number> {
  const aheadMs = Math.max(0, time.getTime() - jobTime().getTime());
  const db = database(em);
  // Inserts and locks in one statement, because a reset can delete the row in between.
  const before = await db
    .insertInto('sandbox_clocks')
    .values({ organisationId, aheadMs: 0 })
    .onConflict((conflict) =>
      conflict.column('organisationId').doUpdateSet(({ ref }) => ({ aheadMs: ref('sandbox_clocks.aheadMs') })),
    )
    .returning('aheadMs')
    .executeTakeFirstOrThrow();
  if (aheadMs <= before.aheadMs) return 0;
  await db.updateTable('sandbox_clocks').set({ aheadMs }).where('organisationId', '=', organisationId).execute();
  return aheadMs - before.aheadMs;
}
