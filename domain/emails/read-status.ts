import { type NotNull, sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';

/**
 * State of the last requested e-mail. An UNCERTAIN one may have been sent and is not retried automatically. Only a report of a mail server
 * makes it DELIVERED or BOUNCED (domain/emailing/record-report.ts).
 */
export const EmailStatus = z.enum(['NONE', 'QUEUED', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED', 'UNCERTAIN']);
export type EmailStatus = z.infer<typeof EmailStatus>;

export interface LastEmail {
  emailStatus: EmailStatus;
  emailError: string | null;
}

/** State of a certificate without e-mails. */
export const NO_EMAIL: LastEmail = { emailStatus: 'NONE', emailError: null };

/** Returns the state of the last requested e-mail by certificate. Omits NONE. */
export async function emailStatuses(
  em: EntityManager,
  rows: readonly { organisationId: string; id: string }[],
): Promise<Map<string, LastEmail>> {
  const [first] = rows;
  if (!first) return new Map();
  const ids = rows.map(({ id }) => id);
  const found = await database(em)
    .selectFrom('emails')
    .distinctOn('certificateId')
    .select(['certificateId', 'status', 'error'])
    .$narrowType<{ certificateId: NotNull }>()
    .where('organisationId', '=', first.organisationId)
    .where('certificateId', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('certificateId')
    .orderBy('id', 'desc')
    .execute();
  return new Map(found.map(({ certificateId, ...email }) => [certificateId, lastEmailOf(email)]));
}

/** Returns the last e-mail's state as the API shows it. SENDING is shown as QUEUED. */
export const emailStatusOf = (status: Row<'emails'>['status'] | null): EmailStatus =>
  status === null ? 'NONE' : status === 'SENDING' ? 'QUEUED' : status;

/** Returns the last e-mail as the API shows it. A reason is shown once the e-mail has ended; before that it concerns an attempt. */
export const lastEmailOf = ({
  status,
  error,
}: {
  status: Row<'emails'>['status'] | null;
  error: string | null;
}): LastEmail => ({
  emailStatus: emailStatusOf(status),
  emailError: status === 'BOUNCED' || status === 'FAILED' || status === 'UNCERTAIN' ? error : null,
});
