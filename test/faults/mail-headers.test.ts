import type { ParsedMail } from 'mailparser';
import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { figure } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';

/** Characters that end a line or a string somewhere. */
const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\r\n\r\n', '%0d%0a', '=0D=0A', '\r\n '];
/** The only headers of our e-mails. */
const HEADERS =
  /^(from|to|subject|message-id|date|mime-version|auto-submitted|content-type|content-transfer-encoding|x-mailer)$/;

const strangeHeaders = (mail: ParsedMail): string[] => [...mail.headers.keys()].filter((name) => !HEADERS.test(name));

async function put(laurel: Laurel, { key }: Tenant, body: Record<string, string>): Promise<number> {
  return (await laurel.call('/organisation', { key, method: 'PUT', body })).status;
}

test('line breaks in names, subjects, sender names and addresses add no header and no recipient', async () => {
  const envelopes: string[][] = [];
  const mailbox = await Mailbox.start({
    onData: (stream, { envelope }, callback) => {
      envelopes.push(envelope.rcptTo.map(({ address }) => address));
      simpleParser(stream).then((mail) => {
        mailbox.mails.push(mail);
        callback();
      }, callback);
    },
  });
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url });
  const tenant = await laurel.tenant();
  const { key, templateId } = tenant;
  const issue = (name: string, recipientEmail: string) =>
    laurel.call('/certificates', {
      key,
      body: { templateId, variables: { ...VARIABLES, name }, recipientEmail, sendEmail: true },
    });
  // Subjects and sender names are a single line. A line break in a name becomes a space.
  let [refusals, mails] = [0, 0];
  await put(laurel, tenant, { emailSubject: 'For {{recipientName}}' });
  for (const [index, lineBreak] of BREAKS.entries()) {
    const evil = `Eve${lineBreak}Bcc: everyone@example.org`;
    for (const field of ['emailSubject', 'emailSenderName', 'organizationName']) {
      const status = await put(laurel, tenant, { [field]: evil });
      if (status === 400) refusals++;
      else expect(status).toBe(200);
    }
    await put(laurel, tenant, { emailSubject: 'For {{recipientName}}' });
    expect((await issue('Eve', `eve@example.org${lineBreak}Bcc: other@example.org`)).status).toBe(400);
    // No font has some of these characters, so the certificate is refused.
    if ((await issue(evil, `eve-${index}@example.org`)).status === 201) mails++;
    // An e-mail has the subject at the time of sending, and the next round changes it.
    await mailbox.wait(mails);
  }
  for (const address of ['a@example.org, b@example.org', '"a\r\n"@example.org', 'a@example.org\0', '<a@example.org>'])
    expect((await issue('Eve', address)).status).toBe(400);
  expect((await issue('Eve\0', 'nul@example.org')).status).toBe(400);
  expect(refusals).toBeGreaterThan(0);
  for (const mail of mailbox.mails) {
    expect(mail.subject).toMatch(/^For Eve ?\S* ?Bcc: everyone@example\.org$/);
    expect(mail.text).toContain('Bcc: everyone@example.org');
  }
  const strange = mailbox.mails.flatMap(strangeHeaders);
  expect(strange).toEqual([]);
  const several = mailbox.mails.filter((mail) => recipientsOf(mail).length !== 1 || mail.cc || mail.bcc);
  const what = `of ${mails} e-mails with line breaks in their values:`;
  figure({ fault: 'F22', what: `${what} headers that are not ours`, measured: strange.length, wanted: 0 });
  figure({ fault: 'F22', what: `${what} with other recipients`, measured: several.length, wanted: 0 });
  expect(envelopes.every((addresses) => addresses.length === 1)).toBe(true);
});
