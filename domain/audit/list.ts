import { z } from 'zod';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { pageOf } from '../shared/pages.ts';
import { DateTime, iso, PageQuery, Uuid } from '../shared/schemas.ts';
import { OPERATOR } from './record.ts';

export const ListAudit = z.strictObject({
  ...PageQuery,
  withOperator: z.boolean().default(false).describe("Includes the operator's commands"),
});
export const AuditPage = z.object({
  entries: z.array(
    z.object({
      id: Uuid,
      actor: z
        .string()
        .describe('E-mail address of a person or name of an API key at the time of the action; or the operator'),
      action: z.string().describe('The procedure, such as `certificates.revoke`'),
      subject: z.string().nullable(),
      createdAt: DateTime,
    }),
  ),
  nextCursor: Uuid.nullable(),
});

/** Returns a page of the audit log, newest first. */
export async function listAudit(
  context: DomainContext,
  { limit, cursor, withOperator }: z.infer<typeof ListAudit>,
): Promise<z.infer<typeof AuditPage>> {
  let query = database(context.em())
    .selectFrom('audit_entries')
    .select(['id', 'actorName', 'action', 'subject', 'createdAt'])
    .where('organisationId', '=', context.organisationId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor) query = query.where('id', '<', cursor);
  if (!withOperator) query = query.where('actorId', '<>', OPERATOR.id);
  const { page, nextCursor } = pageOf(await query.execute(), limit);
  return {
    entries: page.map(({ actorName, createdAt, ...entry }) => ({
      ...entry,
      actor: actorName,
      createdAt: iso(createdAt),
    })),
    nextCursor,
  };
}
