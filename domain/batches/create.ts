import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database, enqueue } from '../../database/queue.ts';
import { recordAction } from '../audit/record.ts';
import { type Draft, draftCertificates, recordCertificates } from '../certificates/issue.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import { requireCredits, spendCredits } from '../credits/spend.ts';
import { requestEmails } from '../emails/request.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { currentVersion } from '../templates/version.ts';
import type { CreateBatch, CreatedBatch } from './schemas.ts';
import { BATCH_PRIORITY, nextTurns } from './turns.ts';

const ROUTE = 'POST /batches';

/**
 * Issues a certificate to each recipient: rows, credits, e-mails and jobs all commit, or none. (Specification 4.6)
 * `action` is what the audit log says; what keys issue would fill it: the ledger's entry names the key.
 */
export async function createBatch(
  context: ActingContext & { idempotency?: Idempotency | undefined },
  input: CreateBatch,
  action: 'batches.create' | 'batches.retryFailed' = 'batches.create',
): Promise<CreatedBatch> {
  const earlier = input.dryRun ? null : await earlierAnswer<CreatedBatch>(context, ROUTE, input);
  if (earlier) return earlier;
  const template = await currentVersion(context, input.templateId);
  const drafts = await draftCertificates(context, template, input.recipients, (index) => `recipients[${index}].`);
  const batchId = uuidv7();
  const price = drafts.length;
  if (input.dryRun) {
    const remaining = await requireCredits(context.em(), context.organisationId, price);
    return toAnswer(batchId, drafts, { consumed: 0, remaining });
  }
  return once(context, ROUTE, input, async (em) => {
    const remaining = await spendCredits(em, context, price, { batchId });
    await insertBatch(em, context, batchId, template.templateId, drafts.length);
    await recordCertificates(em, template, drafts, batchId);
    const claims = drafts.map((draft) => draft.claims);
    if (input.sendEmail) await requestEmails(em, context, claims);
    if (context.actor.kind !== 'key') await recordAction(em, context, { action, subject: batchId });
    const turns = await nextTurns(em, context.organisationId, drafts.length);
    await enqueue(
      em,
      'render-certificate',
      claims.map(({ organisationId, certificateId }, index) => {
        const runAt = turns[index];
        return { payload: { organisationId, certificateId }, priority: BATCH_PRIORITY, ...(runAt && { runAt }) };
      }),
    );
    return toAnswer(batchId, drafts, { consumed: price, remaining });
  });
}

async function insertBatch(
  em: EntityManager,
  context: DomainContext,
  id: string,
  templateId: string,
  total: number,
): Promise<void> {
  await sql`
    insert into batches (organisation_id, id, template_id, total_count, created_at)
    values (${context.organisationId}, ${id}, ${templateId}, ${total}, ${context.now()})`.execute(database(em));
}

function toAnswer(batchId: string, drafts: readonly Draft[], credits: CreatedBatch['credits']): CreatedBatch {
  return {
    batchId,
    total: drafts.length,
    queued: drafts.length,
    credits,
    certificates: drafts.map(({ claims, hash }) => ({
      id: claims.certificateId,
      recipientName: claims.recipientName,
      verificationHash: hash.toString('hex'),
      renderStatus: 'PENDING',
    })),
  };
}
