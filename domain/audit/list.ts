import { sql } from 'kysely';
import { z } from 'zod';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { lowestIdAt, numberOf, pageOf } from '../shared/pages.ts';
import { DateTime, Instant, iso, PageQuery, SafeString, Uuid } from '../shared/schemas.ts';
import { FieldChange } from './compare.ts';
import { OPERATOR } from './record.ts';

const AuditFilter = {
  search: SafeString.trim()
    .min(1)
    .max(200)
    .describe('Part of the name of who acted, of the subject, or of a changed value; ignores case')
    .optional(),
  action: SafeString.max(64).describe('The procedure, such as `certificates.revoke`').optional(),
  createdAfter: Instant.describe('At or after this time').optional(),
  createdBefore: Instant.describe('Before this time').optional(),
};
export const ListAudit = z.strictObject({
  ...PageQuery,
  ...AuditFilter,
  withOperator: z.boolean().default(false).describe("Includes the operator's commands"),
});
const ROLES = ['operator', 'recipient', 'mailbox'] as const;

/** Filter of an export, in a query. */
export const ExportAudit = z.strictObject(AuditFilter);
export const AuditPage = z.object({
  entries: z.array(
    z.object({
      id: Uuid,
      actor: z
        .string()
        .describe('E-mail address of a person or name of an API key at the time of the action; or the operator'),
      actorRole: z
        .enum(ROLES)
        .nullable()
        .describe('Who acted, if it was neither a person of the organisation nor an API key'),
      action: z.string().describe('The procedure, such as `certificates.revoke`'),
      subject: z.string().nullable(),
      changes: z.array(FieldChange).describe('Changed fields; of a correction only their names'),
      createdAt: DateTime,
    }),
  ),
  nextCursor: Uuid.nullable(),
});

export type AuditEntry = z.infer<typeof AuditPage>['entries'][number];

/** Returns a page of the audit log, newest first. */
export async function listAudit(
  context: DomainContext,
  { limit, cursor, withOperator, ...filter }: z.infer<typeof ListAudit>,
): Promise<z.infer<typeof AuditPage>> {
  const { search, action, createdAfter, createdBefore } = filter;
  let query = database(context.em())
    .selectFrom('audit_entries')
    .select(['id', 'actorId', 'actorName', 'action', 'subject', 'changes', 'createdAt'])
    .where('organisationId', '=', context.organisationId)
    .orderBy('number', 'desc')
    .limit(limit + 1);
  if (cursor) query = query.where('number', '<', numberOf(context, 'audit_entries', cursor));
  if (createdAfter) query = query.where('id', '>=', lowestIdAt(createdAfter));
  if (createdBefore) query = query.where('id', '<', lowestIdAt(createdBefore));
  if (action) query = query.where('action', '=', action);
  if (search) {
    // The values, without the names and quotes of the JSON around them.
    const values = sql`(select string_agg(concat_ws(chr(10), c ->> 'from', c ->> 'to'), chr(10)) from json_array_elements(changes::json) c)`;
    const text = sql`concat_ws(chr(10), actor_name, subject, ${values})`;
    query = query.where(sql<boolean>`strpos(lower(${text}), lower(${search})) > 0`);
  }
  if (!withOperator) query = query.where('actorId', '<>', OPERATOR.id);
  const { page, nextCursor } = pageOf(await query.execute(), limit);
  return {
    entries: page.map(({ actorId, actorName, createdAt, changes, ...entry }) => ({
      ...entry,
      actor: actorName,
      actorRole: ROLES.find((role) => role === actorId) ?? null,
      changes: changes === null ? [] : JSON.parse(changes),
      createdAt: iso(createdAt),
    })),
    nextCursor,
  };
}

const PAGE = 100;

/** Yields all entries that match a filter, newest first, with the operator's. Holds one page in memory at a time. */
export async function* eachAuditEntry(
  context: DomainContext,
  filter: z.infer<typeof ExportAudit>,
): AsyncGenerator<AuditEntry> {
  let cursor: string | undefined;
  do {
    const page = await listAudit(context, { ...filter, limit: PAGE, cursor, withOperator: true });
    yield* page.entries;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}
