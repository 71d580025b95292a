import { sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';

/** Of the last e-mail that was asked for; UNCERTAIN: it may have gone out, and is not sent again by itself. */
export const EmailStatus = z.enum(['NONE', 'QUEUED', 'SENT', 'FAILED', 'UNCERTAIN']);
export type EmailStatus = z.infer<typeof EmailStatus>;

/** As the rows of e-mails have it. */
export type StoredStatus = Exclude<EmailStatus, 'NONE'> | 'SENDING';

/** By certificate, the state of the last e-mail that was asked for; NONE is left out. */
export async function emailStatuses(
  em: EntityManager,
  rows: readonly { organisationId: string; id: string }[],
): Promise<Map<string, EmailStatus>> {
  const [first] = rows;
  if (!first) return new Map();
  const ids = rows.map(({ id }) => id);
  const found = await sql<{ certificate_id: string; status: StoredStatus }>`
    select distinct on (certificate_id) certificate_id, status from emails
    where organisation_id = ${first.organisationId} and certificate_id = any(${ids}::uuid[])
    order by certificate_id, id desc`.execute(database(em));
  return new Map(found.rows.map(({ certificate_id, status }) => [certificate_id, emailStatusOf(status)]));
}

/** How the last e-mail's row is told: that it is being sent just now is nobody's business. */
export const emailStatusOf = (status: StoredStatus | null): EmailStatus =>
  status === null ? 'NONE' : status === 'SENDING' ? 'QUEUED' : status;
