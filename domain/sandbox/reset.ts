import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { changeAllowance } from '../imports/change-allowance.ts';
import { FIRST_ALLOWANCE } from '../imports/grant-allowance.ts';
import { deleteCertificates } from './delete.ts';
import { SANDBOX_CREDITS } from './rules.ts';
import { setBalance } from './set-credits.ts';

/**
 * Tables that a reset empties, those that others refer to last. Keys, webhooks, the ledger and the audit log stay, and so do positions of
 * events.
 */
const EMPTIED = [
  ...['captured_mails', 'events', 'webhook_deliveries', 'emails', 'batches', 'bulk_actions', 'idempotency_keys'],
  ...['number_counters', 'number_series', 'recipient_merges', 'recipients', 'reminder_stops', 'import_files', 'assets'],
  ...['status_lists', 'template_usage', 'verification_days', 'render_turns', 'mail_turns', 'sandbox_clocks'],
];

/** Tables whose rows an issue locks before it records certificates, in its order. Renderings lock certificates first. */
const LOCKED = ['assets', 'number_counters', 'credit_balances', 'status_lists'];

/**
 * Empties a sandbox, sets its clock to the present, and gives it its first credits again. Returns the number of deleted certificates.
 * Files are deleted by jobs. Waiting jobs of deleted rows end without an effect.
 */
export async function resetSandbox(context: ActingContext): Promise<{ deleted: number }> {
  const { organisationId } = context;
  const deleted = await context.em().transactional(async (em) => {
    const db = database(em);
    for (const table of LOCKED)
      await sql`select from ${sql.table(table)} where organisation_id = ${organisationId} for update`.execute(db);
    const certificates = await db
      .selectFrom('certificates')
      .select('id')
      .where('organisationId', '=', organisationId)
      .orderBy('id')
      .forUpdate()
      .execute();
    await queueFiles(em, organisationId);
    await deleteCertificates(
      em,
      organisationId,
      certificates.map(({ id }) => id),
    );
    for (const table of EMPTIED)
      await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId}`.execute(db);
    const present = { ...context, now: context.jobTime };
    await recordAction(em, present, { action: 'testMode.reset', subject: null });
    await changeAllowance(em, present, () => ({ granted: FIRST_ALLOWANCE, used: 0 }));
    await setBalance(em, present, SANDBOX_CREDITS);
    return certificates.length;
  });
  await context.sandboxes.load(organisationId);
  return { deleted };
}

/** Queues the deletion of uploaded files. */
async function queueFiles(em: EntityManager, organisationId: string): Promise<void> {
  const db = database(em);
  const jobsOf = async (table: 'assets' | 'import_files') => {
    const rows = await db.selectFrom(table).select('fileName').where('organisationId', '=', organisationId).execute();
    return rows.map(({ fileName: name }) => ({ payload: { organisationId, name } }));
  };
  await enqueue(em, 'delete-asset', await jobsOf('assets'));
  await enqueue(em, 'delete-import-file', await jobsOf('import_files'));
}
