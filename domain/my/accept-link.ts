import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { randomToken, sha256 } from '../shared/crypto.ts';
import { newId } from '../shared/ids.ts';
import { linkByToken, lockPlaces, mailboxesWith } from './queries.ts';
import { MAX_MAILBOXES, SESSION_MS } from './rules.ts';
import type { MySession } from './types.ts';

/** Result of a link. Only the first two use it up. */
type Accepted =
  | { result: 'entered' /** Token of the new session. */; token: string }
  | { result: 'added' }
  /** The link is unknown, used, expired, or of another session. */
  | { result: 'unusable' }
  /** The place would have too many mailboxes. */
  | { result: 'full' };

/** Uses a link once: opens a session, or adds a mailbox to the place of the session that asked. */
export async function acceptLink(
  services: Services,
  { token, session }: { token: string; session: MySession | null },
): Promise<Accepted> {
  return services.em().transactional(async (em): Promise<Accepted> => {
    const link = await linkByToken(em, services, token);
    if (!link) return { result: 'unusable' };
    const { id, mailbox, sessionId } = link;
    if (sessionId !== null && (!session || session.id !== sessionId)) return { result: 'unusable' };
    if (sessionId !== null && session && !(await join(em, services, session.mailbox, mailbox)))
      return { result: 'full' };
    await database(em).deleteFrom('my_links').where('id', '=', id).execute();
    if (sessionId !== null) return { result: 'added' };
    // The browser keeps one cookie, so its former session could never be used or ended again.
    if (session) await database(em).deleteFrom('my_sessions').where('id', '=', session.id).execute();
    return { result: 'entered', token: await openSession(em, services, mailbox) };
  });
}

/** Opens a session and returns its token. */
async function openSession(em: EntityManager, services: Services, mailbox: string): Promise<string> {
  const token = randomToken(32).toString('base64url');
  const createdAt = services.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
  const row = { id: newId(createdAt), tokenHash: sha256(token), mailbox, createdAt, expiresAt };
  await database(em)
    .insertInto('my_sessions')
    .values({ ...row, mac: macOf(services, 'my_sessions', row) })
    .execute();
  return token;
}

/** Gives two mailboxes, and all that share a place with one of them, the same place. Returns false if these are too many. */
async function join(em: EntityManager, services: Services, first: string, second: string): Promise<boolean> {
  await lockPlaces(em);
  const places = [await mailboxesWith(em, services, first), await mailboxesWith(em, services, second)];
  const mailboxes = [...new Set(places.flat())];
  if (mailboxes.length > MAX_MAILBOXES) return false;
  const addedAt = services.now();
  const placeId = newId(addedAt);
  const rows = mailboxes.map((mailbox) => ({ mailbox, placeId, addedAt }));
  await database(em).deleteFrom('my_addresses').where('mailbox', 'in', mailboxes).execute();
  await database(em)
    .insertInto('my_addresses')
    .values(rows.map((row) => ({ ...row, mac: macOf(services, 'my_addresses', row) })))
    .execute();
  return true;
}
