import { mkdirSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@template-mails.example', 'owner');
});

browserTest('a template gets its own e-mail texts, with a live preview and a test mail', async () => {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@template-mails.example');
  await page.goto(`/o/${tenant.organisationId}/templates/${tenant.templateId}`);
  await page.getByRole('switch', { name: 'Attach the PDF to the e-mail' }).click();
  await page.getByRole('button', { name: 'Write texts for the e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'E-mail of this template' });
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Welcome, ');
  await dialog.getByRole('group', { name: 'Insert into subject:' }).getByText('Recipient’s name').click();
  await dialog.getByRole('textbox', { name: 'Introduction' }).fill('You passed {{course}}.');
  await dialog.getByText(/course isn’t a placeholder/).waitFor();
  await shoot(page, 'refused');
  await dialog.getByRole('textbox', { name: 'Introduction' }).fill('You passed.');
  await dialog.getByText('Welcome, Eleanor Whitcombe').waitFor();
  await dialog.frameLocator('iframe').getByText('You passed.').waitFor();
  await expectAccessible(page);
  await shoot(page, 'texts');
  await dialog.getByRole('button', { name: 'Send me a test' }).click();
  const mail = await lastMailTo(
    'owner@template-mails.example',
    ({ subject }) => subject === 'Welcome, Eleanor Whitcombe',
  );
  expect(mail.text).toContain('You passed.');
  await page.setViewportSize({ width: 320, height: 800 });
  await shoot(page, 'texts-320');
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Edit the e-mail’s texts' }).waitFor();
  await shoot(page, 'panel');
  // The switch keeps the texts.
  for (const _ of ['on', 'off']) await page.getByRole('switch', { name: 'Attach the PDF to the e-mail' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Version 2 published').waitFor();
  const variables = { name: 'Ada', course: 'X', distinction: 'distinction', date: '20 November 2026', director: 'G' };
  const body = {
    templateId: tenant.templateId,
    variables,
    recipientEmail: 'ada@template-mails.example',
    sendEmail: true,
  };
  expect((await laurel.call('/certificates', { key: tenant.key, body })).status).toBe(201);
  const sent = await lastMailTo('ada@template-mails.example');
  expect([sent.subject, sent.attachments.length]).toEqual(['Welcome, Ada', 0]);
});

async function shoot(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
