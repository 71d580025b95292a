import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { mailboxOf } from '../shared/email-address.ts';
import { countLinkRequest } from '../shared/email-limits.ts';
import { newId } from '../shared/ids.ts';
import { UNSENT_MS } from './rules.ts';
import type { MySession } from './types.ts';

/** Maximum characters of an address that are parsed. */
const MAX_TYPED = 400;

interface LinkRequest {
  /** Address as it was typed. */
  address: string;
  /** Language of the page. */
  language: string;
  /** Client address and its network, which are counted. */
  client: { who: string; network: string | null };
  /** Session to which the mailbox is added; null for a link that enters. */
  session: MySession | null;
}

/**
 * Records a request for a link. A job decides whether a mail is sent, so that neither the answer nor its time depends on the mailbox.
 * RATE_LIMITED beyond the limits of the client.
 */
export async function requestLink(
  services: Services,
  { address, language, client, session }: LinkRequest,
): Promise<void> {
  const now = services.now();
  await countLinkRequest(services.em(), { ...client, now });
  const mailbox = mailboxOf(address.slice(0, MAX_TYPED));
  if (mailbox === null) return;
  const link = {
    ...{ id: newId(now), mailbox, language, tokenHash: null, createdAt: now },
    ...(session ? { purpose: 'ADD' as const, sessionId: session.id } : { purpose: 'ENTER' as const, sessionId: null }),
    expiresAt: new Date(now.getTime() + UNSENT_MS),
  };
  await services.em().transactional(async (em) => {
    if (session && !(await holdSession(em, session))) return;
    await database(em)
      .insertInto('my_links')
      .values({ ...link, mac: macOf(services, 'my_links', link) })
      .execute();
    await enqueue(em, 'send-my-link', [{ payload: { linkId: link.id } }]);
  });
}

/** Prevents the end of a session until the transaction ends. Returns false if it has ended. */
async function holdSession(em: EntityManager, { id }: MySession): Promise<boolean> {
  const row = await database(em)
    .selectFrom('my_sessions')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
