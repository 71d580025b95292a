import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { MySession } from './types.ts';

/** Ends all sessions of a place, on all devices. Links that they asked for end with them. */
export async function deleteMySessions(services: Services, { mailboxes }: MySession): Promise<void> {
  await database(services.em())
    .deleteFrom('my_sessions')
    .where('mailbox', 'in', [...mailboxes])
    .execute();
}
