import { mkdirSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@amending.example', 'owner');
});

browserTest('a member corrects a certificate, changes its expiry, and sees both', async () => {
  const issued = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail: 'lucja@amending.example' };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body: issued })).body;
  await laurel.rendered(tenant.key, id);
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@amending.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/${id}`);
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Correct the certificate' });
  await form.getByLabel('name', { exact: true }).fill('Łucja Kowalska');
  const [award, address] = [form.getByLabel('Award date'), form.getByLabel('Recipient’s e-mail address')];
  const [awardedOn, recipientEmail] = [await award.inputValue(), await address.inputValue()];
  await award.fill('');
  await address.fill('');
  await form.getByRole('button', { name: 'Correct', exact: true }).click();
  await form.getByText('Enter a date, such as 2026-11-20.').waitFor();
  await form.getByText('Enter another address. It can’t be removed.').waitFor();
  await award.fill(awardedOn);
  await address.fill(recipientEmail);
  await form.getByRole('button', { name: 'Correct', exact: true }).click();
  await form.getByText('Enter a reason. Only members can read it.').waitFor();
  await expectAccessible(page);
  await shoot(page, 'correct');
  await form.getByLabel('Reason').fill('She married');
  await form.getByLabel('Use the current version of the template').check();
  const sent = page.waitForRequest(/certificates\.correct/);
  await form.getByRole('button', { name: 'Correct', exact: true }).click();
  expect((await sent).postData()).toContain('"templateVersion":"current"');
  await page.getByRole('heading', { name: 'Łucja Kowalska' }).waitFor();
  await page.getByText('She married').waitFor();
  await page.getByRole('link', { name: /open the pdf/i }).waitFor();
  await page.getByRole('button', { name: 'Change expiry' }).click();
  const expiry = page.getByRole('dialog', { name: 'Change the expiry' });
  await expiry.getByLabel('Never expires').uncheck();
  await expiry.getByLabel('Last valid day').fill('1990-01-01');
  await expiry.getByLabel('Reason').fill('Licence of ten years');
  await expiry.getByRole('button', { name: 'Change expiry' }).click();
  await expiry.getByText('This date is before the award. Enter a later one.').waitFor();
  await expectAccessible(page);
  await shoot(page, 'expiry');
  await expiry.getByLabel('Last valid day').fill('2090-12-31');
  await expiry.getByRole('button', { name: 'Change expiry' }).click();
  await page.getByText(/^(31 Dec|Dec 31,) 2090$/).waitFor();
  await shoot(page, 'amended');
  // “Never” counts, although the field still has a day.
  await page.getByRole('button', { name: 'Change expiry' }).click();
  await expect.poll(() => expiry.getByLabel('Last valid day').inputValue()).toBe('2090-12-31');
  await expiry.getByLabel('Never expires').check();
  await expiry.getByLabel('Reason').fill('Licence for life');
  await expiry.getByRole('button', { name: 'Change expiry' }).click();
  await expiry.waitFor({ state: 'detached' });
  const { body } = await laurel.call(`/certificates/${id}`, { key: tenant.key });
  expect(body).toMatchObject({ revision: 2, expiresAt: null, recipientName: 'Łucja Kowalska' });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  await form.waitFor();
  await shoot(page, 'correct-narrow');
  expect(page.faults).toEqual([]);
});

browserTest('a page without a stream of events still shows what somebody else has corrected', async () => {
  const { id } = await laurel.issue(tenant);
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@amending.example');
  await page.route('**/trpc/events.follow*', (route) => route.abort());
  await page.clock.install();
  await page.goto(`/o/${tenant.organisationId}/certificates/${id}`);
  await page.locator('dd', { hasText: VARIABLES.name }).waitFor();
  const body = { variables: { name: 'Lise Meitner' }, reason: 'Her name' };
  expect((await laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body })).status).toBe(201);
  await page.clock.fastForward(20_000);
  await page.getByRole('heading', { name: 'Lise Meitner' }).waitFor();
  await page.locator('dd', { hasText: 'Lise Meitner' }).waitFor();
  expect(await page.locator('dd', { hasText: VARIABLES.name }).count()).toBe(0);
});

browserTest('a correction keeps what somebody else has corrected while its form was open', async () => {
  const { id } = await laurel.issue(tenant);
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@amending.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/${id}`);
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Correct the certificate' });
  await form.getByLabel('Award date').fill('2025-03-31');
  await form.getByLabel('Reason').fill('Another day');
  const body = { variables: { name: 'Emmy Noether' }, reason: 'Her name' };
  await laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body });
  await page.locator('dd', { hasText: 'Emmy Noether' }).waitFor();
  await form.getByRole('button', { name: 'Correct', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  const read = await laurel.call(`/certificates/${id}`, { key: tenant.key });
  expect(read.body).toMatchObject({ recipientName: 'Emmy Noether', awardedOn: '2025-03-31' });
  expect(page.faults).toEqual([]);
});

async function shoot(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
