import { type NotNull, sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';

/** Of the last e-mail that was asked for; UNCERTAIN: it may have gone out, and is not sent again by itself. */
export const EmailStatus = z.enum(['NONE', 'QUEUED', 'SENT', 'FAILED', 'UNCERTAIN']);
export type EmailStatus = z.infer<typeof EmailStatus>;

/** By certificate, the state of the last e-mail that was asked for; NONE is left out. */
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

/** The last e-mail's state as the API shows it: one that is being sent counts as queued. */
export const emailStatusOf = (status: Row<'emails'>['status'] | null): EmailStatus =>
  status === null ? 'NONE' : status === 'SENDING' ? 'QUEUED' : status;
