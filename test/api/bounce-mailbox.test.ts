import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { enqueue } from '../../database/queue.ts';
import { makeBounceMailbox } from '../../server/adapters/bounce-mailbox.ts';
import { describeJudgedBy } from '../proof/judges.ts';
import { postfixReport } from '../support/delivery-reports.ts';
import { Dovecot } from '../support/dovecot.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

describeJudgedBy(['dovecot'], 'the mailbox for bounces', () => {
  let laurel: Laurel;
  let dovecot: Dovecot;
  /** Envelope senders by recipient. */
  const senders = new Map<string, string>();

  beforeAll(async () => {
    dovecot = await Dovecot.start();
    const smtp = await Mailbox.start({
      onData: (stream, { envelope: { mailFrom, rcptTo } }, callback) => {
        for (const { address } of rcptTo) senders.set(address, mailFrom ? mailFrom.address : '');
        simpleParser(stream).then(() => callback(), callback);
      },
    });
    const BOUNCE_ADDRESS = 'bounces@lists.example';
    laurel = await Laurel.start({ SMTP_URL: smtp.url, BOUNCE_ADDRESS, BOUNCE_IMAP_URL: dovecot.url });
  });

  afterAll(() => dovecot?.stop());

  /** Makes the job of the next minute due now. */
  const readMailbox = () => enqueue(laurel.installation.services.em(), 'read-bounces', [{ payload: {} }]);

  const emailStatus = async ({ key }: Tenant, id: string): Promise<string> =>
    (await laurel.call(`/certificates/${id}`, { key })).body.emailStatus;

  async function sent(tenant: Tenant, recipient: string): Promise<{ id: string; to: string; recipient: string }> {
    const body = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail: recipient, sendEmail: true };
    const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
    await waitFor(
      `the mail to ${recipient}`,
      () => emailStatus(tenant, id),
      (status) => status === 'SENT',
    );
    return { id, recipient, to: senders.get(recipient) ?? '' };
  }

  const settled = (tenant: Tenant, id: string, wanted: string) =>
    waitFor(
      `${wanted} of ${id}`,
      () => emailStatus(tenant, id),
      (status) => status === wanted,
    );

  test('settles the mails of every organisation, and marks each message as read', async () => {
    const [one, other] = [await laurel.tenant(), await laurel.tenant()];
    const [lost, arrived] = [await sent(one, 'lost@example.org'), await sent(other, 'arrived@example.org')];
    dovecot.deliver('Subject: Is this the right address?\r\n\r\nHello\r\n');
    dovecot.deliver(postfixReport(lost));
    dovecot.deliver(postfixReport({ ...arrived, action: 'delivered' }));
    dovecot.deliver(postfixReport({ ...lost, to: `bounces+${'0'.repeat(42)}@lists.example` }));
    await readMailbox();
    await settled(one, lost.id, 'BOUNCED');
    await settled(other, arrived.id, 'DELIVERED');
    await waitFor(
      'four read messages',
      () => dovecot.read(),
      (count) => count === 4,
    );
  });

  test('an invitation that came back is shown with its reason', async () => {
    const tenant = await laurel.tenant();
    const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@example.org', 'owner'));
    await owner.members.invite.mutate({ email: 'nobody@example.org', role: 'viewer' });
    const to = await waitFor(
      'the invitation',
      () => senders.get('nobody@example.org'),
      (sender) => sender !== undefined,
    );
    dovecot.deliver(postfixReport({ to: to ?? '', recipient: 'nobody@example.org' }));
    await readMailbox();
    const read = async () => (await owner.members.list.query()).invitations[0]?.mail;
    const mail = await waitFor('the bounce', read, (shown) => shown?.status === 'BOUNCED');
    expect(mail?.error).toContain('User unknown');
  });

  test('a message that could not be recorded stays unread, and is read again', async () => {
    const own = await Dovecot.start();
    onTestFinished(() => own.stop());
    own.deliver('Subject: Returned\r\n\r\nNo such user\r\n');
    const { read } = makeBounceMailbox(own.url);
    await expect(read(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    const taken: string[] = [];
    const take = async (message: Uint8Array) => void taken.push(Buffer.from(message).toString());
    await read(take);
    await read(take);
    expect(taken).toEqual([expect.stringContaining('No such user')]);
  });

  test('an unavailable mailbox stops no other job, and is read once it is back', async () => {
    const tenant = await laurel.tenant();
    await dovecot.end();
    await readMailbox();
    const { id, ...mail } = await sent(tenant, 'later@example.org');
    await dovecot.restart();
    dovecot.deliver(postfixReport(mail));
    await readMailbox();
    await settled(tenant, id, 'BOUNCED');
  });
});
