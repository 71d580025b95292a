import type { NotNull } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';

export interface UncertainEmail {
  organisationId: string;
  emailId: string;
  certificateId: string;
  recipient: string;
  reason: string | null;
}

/** Returns e-mails that may have been sent. SMTP cannot confirm it, so they are not sent again automatically. */
export async function uncertainEmails(services: Services): Promise<UncertainEmail[]> {
  return database(services.em())
    .selectFrom('emails')
    .select(['organisationId', 'id as emailId', 'certificateId', 'recipient', 'error as reason'])
    .$narrowType<{ certificateId: NotNull; recipient: NotNull }>()
    .where('status', '=', 'UNCERTAIN')
    .where('kind', '=', 'CERTIFICATE')
    .orderBy('organisationId')
    .orderBy('id')
    .execute();
}
