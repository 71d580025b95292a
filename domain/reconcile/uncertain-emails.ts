import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { Services } from '../context.ts';

export interface UncertainEmail {
  organisationId: string;
  emailId: string;
  certificateId: string;
  recipient: string;
  reason: string | null;
}

/** E-mails that may have gone out: SMTP can't tell, so none of them is sent again by itself. */
export async function uncertainEmails(services: Services): Promise<UncertainEmail[]> {
  const { rows } = await sql<UncertainEmail>`
    select organisation_id as "organisationId", id as "emailId", certificate_id as "certificateId", recipient,
      error as reason
    from emails where status = 'UNCERTAIN' order by organisation_id, id`.execute(database(services.em()));
  return rows;
}
