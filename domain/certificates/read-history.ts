import type { NotNull } from 'kysely';
import { z } from 'zod';
import { Certificate } from '../../database/entities/certificate.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { Count, DateTime, iso, isoOrNull, Uuid } from '../shared/schemas.ts';

const SHOWN = 50;

export const CertificateHistory = z.object({
  verifications: z.object({ count: Count, lastAt: DateTime.nullable() }),
  views: z
    .object({ count: Count, lastAt: DateTime.nullable() })
    .describe('Verifications that were views of the verification page by people'),
  linkedIn: Count.describe('Uses of the button that adds the certificate to a LinkedIn profile'),
  corrections: z.array(
    z.object({
      at: DateTime,
      actor: z.string(),
      reason: z.string(),
      changed: z.array(z.string()).describe('Names of the changed fields, such as `variables.name`'),
      isUndone: z.boolean().describe('True if it could not be rendered, and the former revision is in force again'),
    }),
  ),
  emails: z.array(
    z.object({
      id: Uuid,
      recipient: z.string(),
      status: z.enum(['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED', 'UNCERTAIN']),
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
      status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED', 'MISSED']),
      attempts: Count,
      createdAt: DateTime,
    }),
  ),
});
type CertificateHistory = z.infer<typeof CertificateHistory>;

/**
 * Returns how often a certificate was verified and viewed, its corrections, and its last 50 e-mails and deliveries, newest first.
 */
export async function readHistory(context: DomainContext, { id }: { id: string }): Promise<CertificateHistory> {
  const { organisationId } = context;
  const row = await context.em().findOne(Certificate, { organisationId, id }, { fields: ['id'] });
  if (!row) throw notFound();
  const db = database(context.em());
  const count = await db
    .selectFrom('verification_counts')
    .select(['hits', 'lastAt', 'views', 'lastViewAt', 'linkedIn'])
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', id)
    .executeTakeFirst();
  const corrections = await db
    .selectFrom('certificate_revisions')
    .select(['revision', 'createdAt', 'actorName', 'reason', 'changed'])
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', id)
    .orderBy('createdAt', 'desc')
    .execute();
  const emails = await db
    .selectFrom('emails')
    .select(['id', 'recipient', 'status', 'error', 'createdAt', 'endedAt'])
    .$narrowType<{ recipient: NotNull }>()
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', id)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  const deliveries = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', (join) =>
      join.onRef('w.organisationId', '=', 'd.organisationId').onRef('w.id', '=', 'd.webhookId'),
    )
    .select(['d.id', 'd.webhookId', 'w.name as webhookName', 'd.event', 'd.status', 'd.attempts', 'd.createdAt'])
    .where('d.organisationId', '=', organisationId)
    .where('d.subjectId', '=', id)
    .orderBy('d.id', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    // The use of a button alone has a row with a time, too.
    verifications: { count: count?.hits ?? 0, lastAt: isoOrNull(count?.hits ? count.lastAt : null) },
    views: { count: count?.views ?? 0, lastAt: isoOrNull(count?.lastViewAt) },
    linkedIn: count?.linkedIn ?? 0,
    corrections: corrections.map(({ revision, createdAt, actorName: actor, reason, changed }, index) => ({
      ...{ at: iso(createdAt), actor, reason, changed },
      // The first correction makes revision 2. An undone one keeps the number of its own revision, others that of the one before.
      isUndone: revision > corrections.length - index,
    })),
    emails: emails.map(({ createdAt, endedAt, ...email }) => ({
      ...email,
      createdAt: iso(createdAt),
      endedAt: isoOrNull(endedAt),
    })),
    deliveries: deliveries.map(({ createdAt, ...delivery }) => ({ ...delivery, createdAt: iso(createdAt) })),
  };
}
