import { sql } from 'kysely';
import { z } from 'zod';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';
import { pageOf } from '../shared/pages.ts';
import { DateTime, iso, PageQuery, Uuid } from '../shared/schemas.ts';
import { OPERATOR } from './record.ts';

export const ListAudit = z.object({
  ...PageQuery,
  withOperator: z.boolean().default(false).describe('With what the operator of the installation did by command'),
});
export const AuditPage = z.object({
  entries: z.array(
    z.object({
      id: Uuid,
      actor: z.string().describe('E-mail address of a person, or name of an API key, as it was then; or the operator'),
      action: z.string().describe('The procedure, as in `certificates.revoke`'),
      subject: z.string().nullable(),
      createdAt: DateTime,
    }),
  ),
  nextCursor: Uuid.nullable(),
});

/** Who did what, newest first. */
export async function listAudit(
  context: DomainContext,
  { limit, cursor, withOperator }: z.infer<typeof ListAudit>,
): Promise<z.infer<typeof AuditPage>> {
  const { rows } = await sql<{
    id: string;
    actor_name: string;
    action: string;
    subject: string | null;
    created_at: string;
  }>`
    select id, actor_name, action, subject, created_at from audit_entries
    where organisation_id = ${context.organisationId} ${cursor ? sql`and id < ${cursor}` : sql``}
      ${withOperator ? sql`` : sql`and actor_id <> ${OPERATOR.id}`}
    order by id desc limit ${limit + 1}`.execute(database(context.em()));
  const { page, nextCursor } = pageOf(rows, limit);
  return {
    entries: page.map(({ id, actor_name, action, subject, created_at }) => ({
      id,
      actor: actor_name,
      action,
      subject,
      createdAt: iso(new Date(created_at)),
    })),
    nextCursor,
  };
}
