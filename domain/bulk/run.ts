import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { changeIfDifferent } from '../amending/change-expiry.ts';
import { correctCertificate } from '../amending/correct.ts';
import { renewCertificate } from '../amending/renew.ts';
import { recordAction } from '../audit/record.ts';
import { revocationEvent } from '../certificates/make-event.ts';
import { requestRevocationEmails, revokeRow } from '../certificates/revoke.ts';
import { sendingFault } from '../certificates/rules.ts';
import { stateOf } from '../certificates/state.ts';
import { type ActingContext, inOrganisation, type Services } from '../context.ts';
import { releaseEmails, requestEmails } from '../emails/request.ts';
import { DomainError } from '../errors.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { emailsWithinLimits } from '../shared/email-limits.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { findDone } from './find-done.ts';
import { hasEarlier } from './find-earlier.ts';
import type { CorrectByTable } from './schemas.ts';

/** Certificates per transaction, so that their rows are locked only briefly. */
const CHUNK = 20;
/** Time in ms after which an action looks again whether earlier ones are completed. */
const WAIT_MS = 1000;

interface Key {
  organisationId: string;
  actionId: string;
}

/**
 * Runs a bulk action from its current progress. Progress commits together with the work. If a run dies, the next one continues without
 * e-mailing a certificate twice. Concurrent runs wait for the action's row. The actions of an organisation run in the order in which they
 * were asked for, so that the last one holds.
 */
export async function runBulkAction(services: Services, key: Key): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const action = await findAction(services.em(), services, key);
    if (!action || action.completedAt || action.kind === 'DOWNLOAD') return;
    if (isFirst && (await hasEarlier(services.em(), action))) return runLater(services, key);
    if (action.kind === 'EXPIRY' || action.kind === 'RENEW' || action.kind === 'CORRECT')
      await runEach(services, action);
    else await services.em().transactional((em) => runChunk(em, services, key));
  }
}

const runLater = ({ em, jobTime }: Services, { organisationId, actionId }: Key): Promise<void> =>
  enqueue(em(), 'run-bulk-action', [
    { payload: { organisationId, actionId }, runAt: new Date(jobTime().getTime() + WAIT_MS) },
  ]);

type Action = NonNullable<Awaited<ReturnType<typeof findAction>>>;

/** Returns the action. Throws NotAuthenticError if it was changed outside Laurel. */
async function findAction(em: EntityManager, services: Services, { organisationId, actionId }: Key, isLocked = false) {
  const query = database(em)
    .selectFrom('bulk_actions')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('id', '=', actionId);
  const action = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (action) assertAuthentic(services, 'bulk_actions', action);
  return action;
}

const contextOf = (services: Services, { organisationId, id: bulkActionId, actorId, actorName }: Action) => ({
  ...inOrganisation(services, organisationId),
  ...{ actor: { kind: 'person', id: actorId, name: actorName } as const, bulkActionId },
});

/**
 * Performs the action on the next certificates, each in its own transaction. A run that follows one that died finds certificates that are
 * already changed: it leaves them and counts them as changed.
 */
async function runEach(services: Services, action: Action): Promise<void> {
  const { organisationId, id: actionId, processedCount } = action;
  const ids = action.certificateIds.slice(processedCount, processedCount + CHUNK);
  const doneBefore = await findDone(services.em(), action, ids);
  let changed = doneBefore.size;
  for (const [index, id] of ids.entries()) {
    if (doneBefore.has(id)) continue;
    const expiresAt = action.expiries ? (action.expiries[processedCount + index] ?? null) : action.expiresAt;
    const correction = action.corrections?.[processedCount + index] ?? null;
    const isChanged = await changeOne(services, { ...action, expiresAt, correction }, id).catch((error: unknown) => {
      if (error instanceof DomainError && error.status < 500) return false;
      throw error;
    });
    if (isChanged) changed++;
  }
  await services.em().transactional(async (em) => {
    const current = await findAction(em, services, { organisationId, actionId }, true);
    if (current?.processedCount !== processedCount) return;
    await recordProgress(em, services, current, { processed: ids.length, skipped: ids.length - changed });
  });
}

/** Changes the expiry of a certificate, renews or corrects it. Returns false if nothing was to be done. */
async function changeOne(
  services: Services,
  action: Action & { correction: string | null },
  id: string,
): Promise<boolean> {
  const { kind, expiresAt, reason, sendEmail, correction } = action;
  const context = contextOf(services, action);
  if (kind === 'EXPIRY')
    return (await changeIfDifferent({ ...context, mayRevoke: true }, { id, expiresAt, reason: reason ?? '' })) !== null;
  const row = sendEmail
    ? await services.em().findOne(Certificate, { organisationId: action.organisationId, id })
    : null;
  if (kind === 'CORRECT') {
    const change: Omit<CorrectByTable['rows'][number], 'certificate'> = JSON.parse(correction ?? '{}');
    const hasAddress = Boolean(change.recipientEmail ?? row?.recipientEmail);
    await correctCertificate(context, { id, ...change, reason: reason ?? '', sendEmail: sendEmail && hasAddress });
    return true;
  }
  await renewCertificate(context, {
    ...{ id, sendEmail: Boolean(row?.recipientEmail) },
    ...(expiresAt !== null && { expiresAt }),
  });
  return true;
}

async function runChunk(em: EntityManager, services: Services, key: Key): Promise<void> {
  const { organisationId } = key;
  const action = await findAction(em, services, key, true);
  if (!action || action.completedAt) return;
  const { processedCount } = action;
  const context = contextOf(services, action);
  const ids = action.certificateIds.slice(processedCount, processedCount + CHUNK);
  // Sorted, so that concurrent transactions lock rows in the same order.
  const rows = await em.find(
    Certificate,
    { organisationId, id: { $in: ids } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  for (const row of rows) assertAuthentic(services, 'certificates', row);
  const doneBefore = await findDone(em, action, ids);
  const due = rows.filter(({ id }) => !doneBefore.has(id));
  const done = await (action.kind === 'EMAIL' ? emailRows(em, context, due) : revokeRows(em, context, due, action));
  await em.flush();
  const skipped = ids.length - done.length - doneBefore.size;
  await recordProgress(em, services, action, { processed: ids.length, skipped });
  if (action.kind === 'REVOKE') await publishEvents(em, context, done.map(revocationEvent));
}

/** Records the progress of an action, whose row the caller's transaction has locked. */
async function recordProgress(
  em: EntityManager,
  services: Services,
  action: Action,
  { processed, skipped }: { processed: number; skipped: number },
): Promise<void> {
  const processedCount = action.processedCount + processed;
  const progress = {
    processedCount,
    skippedCount: action.skippedCount + skipped,
    completedAt: processedCount === action.totalCount ? services.now() : null,
  };
  await database(em)
    .updateTable('bulk_actions')
    .set({ ...progress, mac: macOf(services, 'bulk_actions', { ...action, ...progress }) })
    .where('organisationId', '=', action.organisationId)
    .where('id', '=', action.id)
    .execute();
}

/** Revokes certificates that are not revoked yet, and returns them. Beyond the limits of a mailbox, they get no e-mail. */
async function revokeRows(
  em: EntityManager,
  context: ActingContext,
  rows: readonly Certificate[],
  { reason, sendEmail }: Action,
): Promise<Certificate[]> {
  const now = context.now();
  const valid = rows.filter((row) => stateOf(row, now) !== 'REVOKED');
  const addressed = sendEmail ? valid.filter(({ recipientEmail }) => recipientEmail) : [];
  const mailed = await emailsWithinLimits(
    em,
    { purpose: 'certificate', organisationId: context.organisationId, now },
    addressed,
  );
  for (const row of valid) await revokeRow(em, context, row, reason ?? '');
  if (mailed.length > 0) await requestRevocationEmails(em, context, mailed);
  return valid;
}

/** E-mails the certificates that can be sent, and returns them. Only a repeated e-mail counts against the limits of its mailbox. */
async function emailRows(
  em: EntityManager,
  context: ActingContext,
  rows: readonly Certificate[],
): Promise<Certificate[]> {
  const now = context.now();
  const { organisationId } = context;
  const sendable = rows.filter((row) => !sendingFault(row, now));
  const before = await mailedBefore(em, organisationId, sendable);
  const repeated = sendable.filter(({ id }) => before.has(id));
  const again = new Set(await emailsWithinLimits(em, { purpose: 'certificate', organisationId, now }, repeated));
  const mailed = sendable.filter((row) => !before.has(row.id) || again.has(row));
  if (mailed.length === 0) return [];
  for (const { id } of mailed) await recordAction(em, context, { action: 'certificates.email', subject: id });
  await requestEmails(em, context, mailed);
  const rendered = mailed.filter(({ renderStatus }) => renderStatus === 'COMPLETED');
  await releaseEmails(em, rendered, now);
  return mailed;
}

/** Returns the ids of certificates that were e-mailed before. */
async function mailedBefore(
  em: EntityManager,
  organisationId: string,
  rows: readonly Certificate[],
): Promise<Set<string | null>> {
  const found = await database(em)
    .selectFrom('emails')
    .select('certificateId')
    .distinct()
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute();
  return new Set(found.map(({ certificateId }) => certificateId));
}
