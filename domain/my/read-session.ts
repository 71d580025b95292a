import type { Services } from '../context.ts';
import { mailboxesWith, sessionByToken } from './queries.ts';
import type { MySession } from './types.ts';

/** Returns the session with the token of a cookie, and the mailboxes of its place. Null for an unknown, ended or expired one. */
export async function readMySession(services: Services, token: string): Promise<MySession | null> {
  const session = await sessionByToken(services, token);
  if (!session) return null;
  const { id, mailbox } = session;
  return { id, mailbox, mailboxes: await mailboxesWith(services.em(), services, mailbox) };
}
