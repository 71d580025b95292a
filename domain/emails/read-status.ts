import { type NotNull, sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';

/** State of the last requested e-mail. An UNCERTAIN one may have been sent and is not retried automatically. */
export const EmailStatus = z.enum(['NONE', 'QUEUED', 'SENT', 'FAILED', 'UNCERTAIN']);
export type EmailStatus = z.infer<typeof EmailStatus>;

/** Returns the state of the last requested e-mail by certificate. Omits NONE. */
export async function emailStatuses(
  em: EntityManager,
  rows: readonly { organisationId: string; id: string }[],
): Promise<Map<string, EmailStatus>> {
  const [first] = rows;
  if (!first) return new Map();
  const ids = rows.map(({ id }) => id);
  const found = await database(em)
    .selectFrom('emails')
    .distinctOn('certificateId')
    .select(['certificateId', 'status'])
    .$narrowType<{ certificateId: NotNull }>()
    .where('organisationId', '=', first.organisationId)
    .where('certificateId', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('certificateId')
    .orderBy('id', 'desc')
    .execute();
  return new Map(found.map(({ certificateId, status }) => [certificateId, emailStatusOf(status)]));
}

/** Returns the last e-mail's state as the API shows it. SENDING is shown as QUEUED. */
export const emailStatusOf = (status: Row<'emails'>['status'] | null): EmailStatus =>
  status === null ? 'NONE' : status === 'SENDING' ? 'QUEUED' : status;
