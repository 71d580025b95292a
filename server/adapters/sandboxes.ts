import { LRUCache } from 'lru-cache';
import { CapturedMail } from '../../database/entities/sandbox.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Mail, Mailer } from '../../domain/ports/email.ts';
import type { Sandboxes } from '../../domain/ports/sandboxes.ts';
import type { Authenticator } from '../../domain/ports/signing.ts';
import { macOf } from '../../domain/shared/authentic-rows.ts';
import { atMost } from '../../domain/shared/entries.ts';
import { isSandbox, newId } from '../../domain/shared/ids.ts';
import type { KeyRing } from './keys/key-ring.ts';
import { makePdfSigner } from './keys/pdf-signer.ts';
import { makeSigner } from './keys/signer.ts';

/** Recipient whose mails the sandbox refuses, like a mail server that knows no such mailbox. */
const REFUSED = 'failed@test.laurel';

interface Parts {
  em(): EntityManager;
  now(): Date;
  keys: KeyRing;
  authenticator: Authenticator;
}

/** Returns what differs in sandboxes: their clocks, their keys, and a mailer that keeps mails in the database. */
export function makeSandboxes({ em, now, keys, authenticator }: Parts): Sandboxes {
  const signer = makeSigner(keys, 'test');
  const pdfSigner = makePdfSigner(keys, now, { purpose: 'test-pdf' });
  /** Milliseconds that clocks are ahead, as last loaded. */
  const ahead = new LRUCache<string, number>(atMost(10_000));
  const enter = (organisationId: string) => {
    if (!isSandbox(organisationId)) return { organisationId };
    const ownNow = () => new Date(now().getTime() + (ahead.get(organisationId) ?? 0));
    return {
      ...{ organisationId, now: ownNow, signer, pdfSigner },
      mailer: capturing({ em, authenticator }, organisationId, ownNow),
    };
  };
  return {
    enter,
    async load(organisationId) {
      if (!isSandbox(organisationId)) return true;
      const row = await database(em())
        .selectFrom('organisations as o')
        .leftJoin('sandbox_clocks as c', 'c.organisationId', 'o.id')
        .select('c.aheadMs')
        .where('o.id', '=', organisationId)
        .executeTakeFirst();
      ahead.set(organisationId, row?.aheadMs ?? 0);
      return row !== undefined;
    },
  };
}

/** Returns a mailer that keeps mails instead of sending them. It has no server, so it waits for no pace. */
const capturing = (
  { em, authenticator }: Pick<Parts, 'em' | 'authenticator'>,
  organisationId: string,
  now: () => Date,
): Mailer => ({
  isOutbox: false,
  server: null,
  limit: null,
  async send(mail: Mail, handOver = async () => true) {
    if (mail.to.address === REFUSED) return { state: 'refused', reason: `550 5.1.1 ${REFUSED}: no such mailbox` };
    if (!(await handOver())) return { state: 'unsent', reason: 'another run has sent it' };
    const createdAt = now();
    const { subject, text } = mail;
    const shown = { recipient: mail.to.address, subject, html: withPictures(mail), text };
    const row = { organisationId, id: newId(createdAt), ...shown, createdAt };
    await em().insert(CapturedMail, { ...row, mac: macOf({ authenticator }, 'captured_mails', row) });
    return { state: 'sent' };
  },
});

/** Returns the HTML of a mail with its inline pictures in it, as their parts are not kept. */
const withPictures = ({ html, attachments }: Mail): string | null =>
  attachments.reduce<string | null>(
    (shown, { contentId, type, content }) =>
      contentId === undefined || shown === null
        ? shown
        : shown.replaceAll(`cid:${contentId}`, `data:${type};base64,${Buffer.from(content).toString('base64')}`),
    html,
  );
