import { sql } from 'kysely';
import { z } from 'zod';
import { Certificate } from '../../database/entities/certificate.ts';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { Count, DateTime, iso, isoOrNull, Uuid } from '../shared/schemas.ts';

const SHOWN = 50;

export const CertificateHistory = z.object({
  verifications: z.object({ count: Count, lastAt: DateTime.nullable() }),
  emails: z.array(
    z.object({
      id: Uuid,
      recipient: z.string(),
      status: z.enum(['QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNCERTAIN']),
      error: z.string().nullable(),
      createdAt: DateTime,
      endedAt: DateTime.nullable(),
    }),
  ),
  deliveries: z.array(
    z.object({
      id: Uuid,
      webhookId: Uuid,
      webhookName: z.string(),
      event: z.string(),
      status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED']),
      attempts: Count,
      createdAt: DateTime,
    }),
  ),
});
type CertificateHistory = z.infer<typeof CertificateHistory>;

type Email = CertificateHistory['emails'][number];
type Delivery = CertificateHistory['deliveries'][number];

/** How often a certificate was verified, and what was sent of it: the last 50 e-mails and deliveries, newest first. */
export async function readHistory(context: DomainContext, { id }: { id: string }): Promise<CertificateHistory> {
  const { organisationId } = context;
  if ((await context.em().count(Certificate, { organisationId, id })) === 0) throw notFound();
  const db = database(context.em());
  const counts = await sql<{ hits: string; last_at: string }>`
    select hits, last_at from verification_counts
    where organisation_id = ${organisationId} and certificate_id = ${id}`.execute(db);
  const emails = await sql<Omit<Email, 'createdAt' | 'endedAt'> & { created_at: string; ended_at: string | null }>`
    select id, recipient, status, error, created_at, ended_at from emails
    where organisation_id = ${organisationId} and certificate_id = ${id} order by id desc limit ${SHOWN}`.execute(db);
  const deliveries = await sql<Omit<Delivery, 'createdAt'> & { created_at: string }>`
    select d.id, d.webhook_id as "webhookId", w.name as "webhookName", d.event, d.status, d.attempts, d.created_at
    from webhook_deliveries d join webhooks w on w.organisation_id = d.organisation_id and w.id = d.webhook_id
    where d.organisation_id = ${organisationId} and d.subject_id = ${id} order by d.id desc limit ${SHOWN}`.execute(db);
  const [count] = counts.rows;
  return {
    verifications: { count: Number(count?.hits ?? 0), lastAt: count ? iso(new Date(count.last_at)) : null },
    emails: emails.rows.map(({ created_at, ended_at, ...row }) => ({
      ...row,
      createdAt: iso(new Date(created_at)),
      endedAt: isoOrNull(ended_at === null ? null : new Date(ended_at)),
    })),
    deliveries: deliveries.rows.map(({ created_at, ...row }) => ({ ...row, createdAt: iso(new Date(created_at)) })),
  };
}
