import { sql } from 'kysely';
import { z } from 'zod';
import { Batch as BatchRow } from '../../database/entities/batch.ts';
import { Certificate } from '../../database/entities/certificate.ts';
import { database } from '../../database/sql.ts';
import { readUnaltered } from '../certificates/read-unaltered.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import { notFound, refusal } from '../errors.ts';
import { readSeals } from '../seals/check.ts';
import { isSealedAs } from '../seals/match-row.ts';
import { AUDITED, LEAVES, SEALS, toSeals } from '../seals/read-stored.ts';
import { assertAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import type { Idempotency } from '../shared/idempotency.ts';
import { Count, isoOrNull, Uuid } from '../shared/schemas.ts';
import { createBatch } from './create-batch.ts';

export const RetriedBatch = z.object({ id: Uuid.describe('The new batch'), totalCount: Count });

/** Returns true if all certificates with an address were to be e-mailed. If only some were, a person sent those by hand. */
async function wereToBeMailed(
  { em, organisationId }: DomainContext,
  certificates: readonly { id: string; recipientEmail: string | null }[],
): Promise<boolean> {
  const addressed = certificates.flatMap(({ id, recipientEmail }) => (recipientEmail === null ? [] : [id]));
  const mailed = await database(em())
    .selectFrom('emails')
    .select('certificateId')
    .distinct()
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', sql<string>`any(${addressed}::uuid[])`)
    .execute();
  return mailed.length > 0 && mailed.length === addressed.length;
}

/** Throws NotAuthenticError for a certificate that has had files. Only SQL can make it fail, and it must not be issued twice. */
async function assertNeverIssued(
  context: DomainContext,
  certificates: Awaited<ReturnType<typeof readUnaltered>>,
): Promise<void> {
  const stored = await database(context.em())
    .selectFrom('certificates as c')
    .select(['c.id', SEALS.as('seals'), LEAVES.as('leaves'), AUDITED.as('audited')])
    .where('c.organisationId', '=', context.organisationId)
    .where('c.id', '=', sql<string>`any(${certificates.map(({ id }) => id)}::uuid[])`)
    .execute();
  const statements = new Map(stored.map(({ seals, ...one }) => [one.id, { ...one, seals: toSeals(seals) }]));
  for (const certificate of certificates) {
    const found = statements.get(certificate.id);
    const hash = Buffer.from(certificate.verificationHash).toString('hex');
    const facts = found && readSeals(context, hash, found.seals);
    if (!facts || facts.editions.length > 0 || !isSealedAs({ ...certificate, ...found }, facts))
      throw new NotAuthenticError('certificates');
  }
}

/**
 * Issues certificates again to the recipients of a finished batch whose certificates failed, as a new batch. Their credits were refunded on
 * failure and are spent again. A repeated call, also by another member, returns the same batch.
 */
export async function retryFailed(
  context: ActingContext & { idempotency?: Idempotency | undefined },
  { id }: { id: string },
): Promise<z.infer<typeof RetriedBatch>> {
  const { organisationId } = context;
  const batch = await context.em().findOne(BatchRow, { organisationId, id });
  if (!batch) throw notFound();
  assertAuthentic(context, 'batches', batch);
  const earlier = await context.em().findOne(BatchRow, { organisationId, retryOf: id });
  if (earlier) {
    assertAuthentic(context, 'batches', earlier);
    context.idempotency?.onReplay();
    return { id: earlier.id, totalCount: earlier.totalCount };
  }
  const where = { organisationId, batchId: id, renderStatus: 'FAILED' as const };
  const ids = (await context.em().find(Certificate, where, { fields: ['id'] })).map((row) => row.id);
  if (!batch.completedAt) throw refusal('batch_processing');
  if (ids.length === 0) throw refusal('nothing_failed');
  const failed = await readUnaltered(context, ids);
  await assertNeverIssued(context, failed);
  const recipients = failed.map(({ variables, recipientEmail, externalId, awardedOn, expiresAt, ...more }) => ({
    ...{ variables, awardedOn, expiresAt: isoOrNull(expiresAt) },
    ...(recipientEmail && { recipientEmail }),
    ...(externalId && { externalId }),
    ...(more.renewalOf && { renewalOf: more.renewalOf }),
    ...(more.givenLanguage && { language: more.givenLanguage }),
    tags: more.tags,
  }));
  const sendEmail = await wereToBeMailed(context, failed);
  const { templateId, name, fileName, tags } = batch;
  const again = {
    templateId,
    recipients,
    sendEmail,
    tags,
    retryOf: id,
    ...(name && { name }),
    ...(fileName && { fileName }),
  };
  // The key makes simultaneous calls one.
  const idempotency = { key: `retry ${id}`, onReplay: () => context.idempotency?.onReplay() };
  const { batchId, total } = await createBatch({ ...context, idempotency }, again, 'batches.retryFailed');
  return { id: batchId, totalCount: total };
}
