import type { Services } from '../context.ts';
import { linkByToken, mailboxOfSession } from './queries.ts';
import type { MySession } from './types.ts';

/** A link as its page shows it. */
export type OpenedLink =
  | { purpose: 'ENTER'; mailbox: string }
  | {
      purpose: 'ADD';
      mailbox: string;
      /** Mailbox whose session asked for it. */
      first: string;
      /** False in any other session. */
      isHere: boolean;
    };

/** Returns the link with this token, and uses nothing up. Null for an unknown, used or expired one. */
export async function findLink(
  services: Services,
  { token, session }: { token: string; session: MySession | null },
): Promise<OpenedLink | null> {
  const link = await linkByToken(services.em(), services, token);
  if (!link) return null;
  const { mailbox, sessionId } = link;
  if (sessionId === null) return { purpose: 'ENTER', mailbox };
  const first = await mailboxOfSession(services, sessionId);
  return first === null ? null : { purpose: 'ADD', mailbox, first, isHere: session?.id === sessionId };
}
