import { beforeAll, expect } from 'vitest';
import { browserTest, contentOf, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
let mailbox: Mailbox;
let tenant: Tenant;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url });
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'admin@example.org', 'admin');
});

browserTest('a certificate is found, e-mailed again, revoked with a reason, reinstated, and exported', async () => {
  const body = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail: 'lucja@example.org' };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  const { verificationHash } = await laurel.rendered(tenant.key, id);
  const verified = async () => (await laurel.call(`/verify/${verificationHash}`)).body;
  await laurel.issue(tenant, { ...VARIABLES, name: 'Somebody Else' });
  const page = await openPage(laurel);
  await signIn(page, 'admin@example.org');
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  await page.getByRole('link', { name: 'Somebody Else' }).waitFor();
  await page.getByLabel('Recipient').fill('Łucja');
  await page.getByRole('link', { name: 'Somebody Else' }).waitFor({ state: 'detached' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  const csv = (await contentOf(download)).toString();
  expect(csv).toContain(id);
  expect(csv).not.toContain('Somebody Else');
  await page.getByRole('link', { name: VARIABLES.name }).click();
  await page.getByRole('button', { name: 'Send by e-mail' }).click();
  await page.getByText('Sent', { exact: true }).waitFor();
  expect(mailbox.mails.at(-1)?.attachments).toHaveLength(1);
  await page.getByRole('button', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('Say why').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Issued by mistake');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The certificate is revoked.').waitFor();
  await page.getByRole('definition').getByText('Issued by mistake').waitFor();
  expect(await verified()).toMatchObject({ valid: false, certificate: { revokedReason: 'Issued by mistake' } });
  await page.getByRole('button', { name: 'Reinstate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click();
  await page.getByText('The certificate is valid again.').waitFor();
  await page.getByText('Valid', { exact: true }).waitFor();
  expect(await verified()).toMatchObject({ valid: true });
  expect(page.faults).toEqual([]);
});
