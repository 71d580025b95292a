import { simpleParser } from 'mailparser';
import { expect } from 'vitest';
import { browserTest, expectAccessibleInBothSchemes, openPage, signInToOverview } from '../support/browser.ts';
import { postfixReport } from '../support/delivery-reports.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { createMember } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

browserTest('a member finds what bounced, reads why, and corrects the address', async () => {
  const senders = new Map<string, string>();
  const mailbox = await Mailbox.start({
    onData: (stream, { envelope: { mailFrom, rcptTo } }, callback) => {
      for (const { address } of rcptTo) senders.set(address, mailFrom ? mailFrom.address : '');
      simpleParser(stream).then(() => callback(), callback);
    },
  });
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url, BOUNCE_ADDRESS: 'bounces@lists.example' });
  const tenant = await laurel.tenant();
  const { key, templateId } = tenant;
  await createMember(laurel, tenant, 'owner@bounces.example', 'owner');
  const recipient = 'anna@exmaple.org';
  const body = { templateId, variables: VARIABLES, recipientEmail: recipient, sendEmail: true };
  const { id } = (await laurel.call('/certificates', { key, body })).body;
  const read = async () => (await laurel.call(`/certificates/${id}`, { key })).body;
  await waitFor('the mail', read, ({ emailStatus }) => emailStatus === 'SENT');
  const message = postfixReport({ to: senders.get(recipient) ?? '', recipient }).replace(
    'User unknown',
    '<b>Unknown</b>',
  );
  await laurel.call('/bounces', { key, body: message, headers: { 'Content-Type': 'message/rfc822' } });

  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signInToOverview(page, 'owner@bounces.example');
  await page.getByRole('link', { name: '1 certificate: bounced' }).click();
  await page.getByRole('link', { name: VARIABLES.name }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'The e-mail came back' });
  await alert.getByText('550 5.1.1 <b>Unknown</b> in virtual mailbox table').waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bounced.png`, fullPage: true });
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 700 });
  // The navigation closes first.
  await waitFor(
    'a page without sideways scrolling',
    () => page.evaluate<number>('document.documentElement.scrollWidth'),
    (width) => width <= 320,
  );
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bounced-320.png`, fullPage: true });
  await alert.getByRole('button', { name: 'Correct the address' }).click();
  const field = page.getByRole('dialog').getByLabel('E-mail address');
  await expect.poll(() => field.inputValue()).toBe(recipient);
  await field.fill('anna@example.org');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bounced-form.png` });
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await alert.waitFor({ state: 'detached' });
  await waitFor('the mail to the new address', read, ({ emailStatus }) => emailStatus === 'SENT');
  expect(senders.has('anna@example.org')).toBe(true);
  expect(page.faults).toEqual([]);
});
