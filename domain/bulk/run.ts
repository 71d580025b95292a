import { LockMode } from '@mikro-orm/core';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import { revocationEvent } from '../certificates/make-event.ts';
import { revokeRow } from '../certificates/revoke.ts';
import { sendingFault } from '../certificates/rules.ts';
import { type ActingContext, inOrganisation, type Services } from '../context.ts';
import { releaseEmails, requestEmails } from '../emails/request.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { waitForEmail } from '../shared/email-limits.ts';
import { publishEvents } from '../webhooks/publish.ts';

/** Certificates per transaction, so that their rows are locked only briefly. */
const CHUNK = 20;

interface Key {
  organisationId: string;
  actionId: string;
}

/**
 * Runs a bulk action from its current progress. Progress commits together with the work. If a run dies, the next one continues without
 * e-mailing a certificate twice. Concurrent runs wait for the action's row.
 */
export async function runBulkAction(services: Services, key: Key): Promise<void> {
  for (;;) {
    const isDone = await services.em().transactional((em) => runChunk(em, services, key));
    if (isDone) return;
  }
}

async function runChunk(em: EntityManager, services: Services, { organisationId, actionId }: Key): Promise<boolean> {
  const action = await database(em)
    .selectFrom('bulk_actions')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('id', '=', actionId)
    .forUpdate()
    .executeTakeFirst();
  if (!action || action.completedAt || action.kind === 'DOWNLOAD') return true;
  assertAuthentic(services, 'bulk_actions', action);
  const { processedCount, totalCount, actorId, actorName } = action;
  const context = {
    ...inOrganisation(services, organisationId),
    actor: { kind: 'person', id: actorId, name: actorName } as const,
  };
  const ids = action.certificateIds.slice(processedCount, processedCount + CHUNK);
  // Sorted, so that concurrent transactions lock rows in the same order.
  const rows = await em.find(
    Certificate,
    { organisationId, id: { $in: ids } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  for (const row of rows) assertAuthentic(services, 'certificates', row);
  const done: Certificate[] = [];
  for (const row of rows) {
    if (
      action.kind === 'EMAIL' ? await email(em, context, row) : await revokeRow(em, context, row, action.reason ?? '')
    )
      done.push(row);
  }
  await em.flush();
  const processed = processedCount + ids.length;
  const progress = {
    processedCount: processed,
    skippedCount: action.skippedCount + ids.length - done.length,
    completedAt: processed === totalCount ? services.now() : null,
  };
  await database(em)
    .updateTable('bulk_actions')
    .set({ ...progress, mac: macOf(services, 'bulk_actions', { ...action, ...progress }) })
    .where('organisationId', '=', organisationId)
    .where('id', '=', actionId)
    .execute();
  if (action.kind === 'REVOKE') await publishEvents(em, context, done.map(revocationEvent));
  return processed === totalCount;
}

/** Requests the e-mail. Returns false if the certificate cannot be sent, or if its mailbox has reached the hourly limit. */
async function email(em: EntityManager, context: ActingContext, row: Certificate): Promise<boolean> {
  const now = context.now();
  if (sendingFault(row, now)) return false;
  const { organisationId, id, recipientEmail = null } = row;
  if (recipientEmail && (await wasMailed(em, row))) {
    const wait = await waitForEmail(em, { purpose: 'certificate', address: recipientEmail, organisationId, now });
    if (wait !== null) return false;
  }
  await requestEmails(em, context, [{ organisationId, certificateId: id, recipientEmail }]);
  await recordAction(em, context, { action: 'certificates.email', subject: id });
  if (row.renderStatus === 'COMPLETED') await releaseEmails(em, [row], now);
  return true;
}

async function wasMailed(em: EntityManager, { organisationId, id }: Certificate): Promise<boolean> {
  const email = await database(em)
    .selectFrom('emails')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', id)
    .limit(1)
    .executeTakeFirst();
  return email !== undefined;
}
