import { sql } from 'kysely';
import type { ParsedMail } from 'mailparser';
import { beforeAll, expect, test } from 'vitest';
import type { EmailKind } from '../../database/entities/email.ts';
import { Webhook } from '../../database/entities/webhook.ts';
import { database } from '../../database/sql.ts';
import { disableWebhook } from '../../domain/delivering/disable.ts';
import { EMAIL_KINDS } from '../../domain/emailing/kinds/kinds.ts';
import { runExpiries } from '../../domain/expiry/run.ts';
import { createBatch } from '../../domain/issuing/create-batch.ts';
import { LANGUAGES } from '../../domain/limits.ts';
import { addRequest } from '../../domain/requests/add.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { BEHIND_PROXY, placeOf } from '../support/my.ts';
import { confirmSender, startOwnServer } from '../support/own-servers.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

type Language = (typeof LANGUAGES)[number];
type Kind = EmailKind | 'SERVER_TEST';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Name without letters, so that lines differ by their language alone. */
const NAME = '1 2 3';
const DESIGN = {
  name: '4-5',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, text: '{{name}}', font: 'Inter', size: 12 }],
  reminders: { daysBefore: [30] },
  requests: { variables: ['name'] },
};

let laurel: Laurel;
let mailbox: Mailbox;
/** Mails in English by kind. */
let english: Record<Kind, ParsedMail>;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await Laurel.start({
    ...{ SMTP_URL: mailbox.url, MAIL_FROM: 'Laurel <mail@laurel.example>', EGRESS_ALLOW: '127.0.0.0/8' },
    ...BEHIND_PROXY,
  });
  english = await everyMail('en');
});

/** Returns the newest mail to an address, once there are as many as expected. */
const mailTo = async (address: string, count = 1, box = mailbox): Promise<ParsedMail> => {
  const mails = await waitFor(
    `${count} mails to ${address}`,
    () => box.mails.filter((mail) => recipientsOf(mail).includes(address)),
    ({ length }) => length >= count,
  );
  return mails.at(-1) as ParsedMail;
};

/** Has the product send a mail of each kind to a member and a recipient who read a language. */
async function everyMail(language: Language): Promise<Record<Kind, ParsedMail>> {
  const { services } = laurel.installation;
  const made = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(made), DESIGN);
  const tenant: Tenant = { ...made, templateId };
  const { organisationId, key } = tenant;
  // Before any mail: it writes the organisation's row by SQL, and a job that read it in between would be refused.
  await confirmSender(laurel, tenant, `office@${language}.example`);
  const [member, recipient] = [`member@${language}.example`, `recipient@${language}.example`];
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, member, 'owner'));
  await owner.session.chooseLanguage.mutate({ language });
  const { user } = await owner.session.get.query();

  const variables = { name: NAME };
  const more = { recipientEmail: recipient, language, expiresAt: '2089-06-01' };
  const issued = await laurel.call('/certificates', { key, body: { templateId, variables, ...more, sendEmail: true } });
  const { id } = await laurel.rendered(key, issued.body.id);
  const CERTIFICATE = await mailTo(recipient);

  const asked = { certificateId: id, variables: { name: '1 2' }, message: '' };
  const request = await addRequest({ ...services, mailboxes: [recipient] }, asked);
  await owner.requests.decline.mutate({ id: request.id, answer: '6' });
  const REQUEST_ANSWER = await mailTo(recipient, 2);

  await owner.members.chooseDigest.mutate({ isWanted: true });
  await waitFor('a run', () => runExpiries({ ...services, now: () => new Date('2089-05-04T10:00:00Z') }), Boolean);
  await sql`update laurel_mails._private_jobs set run_at = now() where run_at > now()`.execute(database(services.em()));
  const EXPIRY_REMINDER = await mailTo(recipient, 3);
  const EXPIRY_DIGEST = await mailTo(member);

  await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason: '7', sendEmail: true } });
  const REVOCATION = await mailTo(recipient, 4);

  const slow = {
    ...{ ...services, organisationId, now: () => new Date(Date.now() - 61_000) },
    actor: { kind: 'person' as const, id: user.id, name: user.email },
  };
  const recipients = [{ variables: { name: NAME } }, { variables: { name: '1 2' } }];
  await createBatch(slow, { templateId, recipients });
  const BATCH_NOTICE = await mailTo(member, 2);

  const url = 'http://127.0.0.1:9/';
  const webhook = await owner.webhooks.create.mutate({ name: '8', url, events: ['certificate.*'], retry: 'day' });
  const failing = new Date(Date.now() - 6 * DAY_MS);
  await sql`update webhooks set failing_since = ${failing} where id = ${webhook.id}`.execute(database(services.em()));
  await services.em().transactional(async (em) => {
    const row = await em.findOneOrFail(Webhook, { organisationId, id: webhook.id });
    await disableWebhook(em, services, row, services.now());
  });
  const WEBHOOK_DISABLED = await mailTo(member, 3);

  await fetch(`${laurel.url}/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url },
    body: JSON.stringify({ email: member }),
  });
  const PASSWORD_RESET = await mailTo(member, 4);

  await owner.members.invite.mutate({ email: `new@${language}.example`, role: 'viewer' });
  await owner.organisation.update.mutate({ emailBcc: `copies@${language}.example` });
  const place = placeOf(laurel, mailbox);
  const { mailbox: own, settings } = await startOwnServer();
  await owner.mailServer.test.mutate(settings);
  return {
    ...{ CERTIFICATE, REQUEST_ANSWER, EXPIRY_REMINDER, EXPIRY_DIGEST, REVOCATION, BATCH_NOTICE },
    ...{ WEBHOOK_DISABLED, PASSWORD_RESET },
    INVITATION: await mailTo(`new@${language}.example`),
    ADDRESS_CONFIRMATION: await mailTo(`copies@${language}.example`),
    MY_LINK: await place.linkMail(recipient, { language }),
    SERVER_TEST: await mailTo(member, 1, own),
  };
}

/** Returns the sentences of a mail: lines with words of two letters or more, without addresses. */
const sentencesOf = ({ text = '' }: ParsedMail): string[] =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/\S*(?:@|:\/\/)\S*/g, '').trim())
    .filter((line) => /[\p{L}\p{M}]{2}/u.test(line));

test('the kinds of mails of this file are all that there are', () => {
  const { SERVER_TEST: _, ...kinds } = english;
  expect(Object.keys(kinds).sort()).toEqual(Object.keys(EMAIL_KINDS).sort());
});

test.each(LANGUAGES)(
  'a mail of every kind is in %s, and has no placeholder or English sentence left',
  async (language) => {
    const mails = language === 'en' ? english : await everyMail(language);
    for (const [kind, mail] of Object.entries(mails) as [Kind, ParsedMail][]) {
      const { subject = '', text = '', html } = mail;
      const head = /<html\b[^>]*?\blang="(\w+)" dir="(\w+)"/.exec(String(html))?.slice(1);
      expect(head, kind).toEqual([language, language === 'ar' ? 'rtl' : 'ltr']);
      expect(subject.trim(), kind).not.toBe('');
      expect(sentencesOf(mail).length, kind).toBeGreaterThan(1);
      for (const part of [subject, text, String(html).replace(/<style\b.*?<\/style>/gs, '')])
        expect(part, kind).not.toMatch(/\{\{?\w+|\[\[|\bundefined\b|\bnull\b|\bNaN\b|\[object/);
      if (language === 'en') continue;
      expect(subject, kind).not.toBe(english[kind].subject);
      const left = new Set(sentencesOf(english[kind]));
      expect(
        sentencesOf(mail).filter((line) => left.has(line)),
        kind,
      ).toEqual([]);
    }
    // Two certificates: Arabic has a form for two.
    if (language === 'ar') expect(mails.BATCH_NOTICE.text).toContain('شهادتان');
  },
);
