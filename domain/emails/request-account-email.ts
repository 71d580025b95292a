import type { EmailKind } from '../../database/entities/email.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { enqueueAccountEmail } from './enqueue.ts';

/** Delay in ms of a mail after its time, so that transactions in progress at that time have ended. */
const SETTLED_MS = 30_000;

interface AccountEmail {
  kind: Exclude<EmailKind, 'CERTIFICATE' | 'REVOCATION' | 'EXPIRY_REMINDER' | 'REQUEST_ANSWER'>;
  organisationId: string;
  /** The invitation, person, batch or link. */
  subjectId: string;
  /** Later time of the mail; now by default. */
  at?: Date;
}

/**
 * Records a mail about an account and queues it before certificate mails. The row has no address and no token. The worker reads the
 * address, and creates a link's token when it hands the mail over.
 */
export async function requestAccountEmail(
  em: EntityManager,
  services: Pick<Services, 'authenticator' | 'now'>,
  { at, ...mail }: AccountEmail,
): Promise<void> {
  const createdAt = at ?? services.now();
  const state = { status: 'QUEUED' as const, createdAt };
  const row = { ...mail, ...state, id: newId(createdAt), certificateId: null, recipient: null };
  await database(em)
    .insertInto('emails')
    .values({ ...row, mac: macOf(services, 'emails', row) })
    .execute();
  await enqueueAccountEmail(em, row, at && { runAt: new Date(at.getTime() + SETTLED_MS) });
}
