import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import { database } from '../../database/sql.ts';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'admin@integrations.example', 'admin');
});

browserTest('a key is created, shown once, works with the displayed curl command, and is revoked', async () => {
  const page = await openPage(laurel);
  await signIn(page, 'admin@integrations.example');
  await page.goto(`/o/${tenant.organisationId}/settings?tab=api-keys`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog
    .getByText('Give the key a name')
    .or(dialog.getByRole('textbox', { name: 'Name' }))
    .first()
    .waitFor();
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByLabel('templates:read').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'The key “Shop”' });
  await expectAccessible(page);
  const command = await shown.locator('pre', { hasText: 'curl' }).textContent();
  await page.keyboard.press('Escape');
  const { stdout } = await promisify(exec)(command ?? '');
  expect(JSON.parse(stdout).templates).toHaveLength(1);
  await shown.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Shop/ });
  await row.getByRole('button', { name: /revoke/i }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /revoke/i })
    .click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(async () => (await promisify(exec)(command ?? '')).stdout).toContain('UNAUTHORIZED');
  expect(page.faults).toEqual([]);
});

browserTest('a key for a day works until its end where the person is', async () => {
  const page = await openPage(laurel, { timezoneId: 'America/Los_Angeles' });
  await signIn(page, 'admin@integrations.example');
  await page.goto(`/o/${tenant.organisationId}/settings?tab=api-keys`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Until May');
  await dialog.getByLabel('templates:read').check();
  await dialog.getByLabel('Expires').selectOption('On a date');
  await dialog.getByLabel('Expiry date').fill('2030-05-01');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('dialog', { name: 'The key “Until May”' }).waitFor();
  const { apiKeys } = await nativeClient(
    laurel,
    await sessionOf(laurel, tenant, 'owner@integrations.example', 'owner'),
  ).apiKeys.list.query();
  expect(apiKeys.find(({ name }) => name === 'Until May')?.expiresAt).toBe('2030-05-02T06:59:59.000Z');
});

browserTest('a webhook is created, shown as failing, and resends once its receiver works', async () => {
  let isWell = false;
  const receiver = await Receiver.start((response) => response.writeHead(isWell ? 204 : 500).end(isWell ? '' : 'ill'));
  const page = await openPage(laurel);
  await signIn(page, 'admin@integrations.example');
  await page.goto(`/o/${tenant.organisationId}/settings?tab=webhooks`);
  await page.getByRole('button', { name: 'Create a webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('certificate.ready').check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send a test to “Shop”' }).click();
  const log = page.getByRole('dialog');
  await log.getByText('Failed').first().waitFor();
  await log.getByRole('button', { name: /ping/ }).click();
  await log.getByText('ill').first().waitFor();
  await expectAccessible(page);
  isWell = true;
  await log.getByRole('button', { name: 'Send again' }).click();
  await log.getByText('Succeeded').first().waitFor();
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(page.faults).toEqual([]);
});

browserTest('a webhook for a day and by wildcard is created, and turned on with what it missed', async () => {
  const receiver = await Receiver.start();
  const page = await openPage(laurel);
  await signIn(page, 'admin@integrations.example');
  await page.goto(`/o/${tenant.organisationId}/settings?tab=webhooks`);
  await page.getByRole('button', { name: 'Create a webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Archive');
  const address = dialog.getByLabel('Address');
  await address.fill('https://10.1.2.3/hook');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('This address is private.').waitFor();
  await expect.poll(() => dialog.locator(':focus').inputValue()).toBe('https://10.1.2.3/hook');
  await address.fill(receiver.url);
  await dialog.getByLabel('Try for a day').check();
  for (const type of ['certificate.ready', 'batch.completed'])
    await dialog.getByRole('checkbox', { name: type }).uncheck();
  await dialog.getByRole('checkbox', { name: 'certificate.*' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  const db = database(laurel.installation.services.em());
  await sql`update webhooks set status = 'DISABLED', disabled_at = now(), failing_since = now() - interval '5 days'
    where organisation_id = ${tenant.organisationId} and name = 'Archive'`.execute(db);
  await laurel.issue(tenant);
  await page.reload();
  const card = page.getByRole('article', { name: 'Archive', exact: true });
  const edited = page.getByRole('article', { name: 'Archive of 2026' });
  await card.getByText('Nothing was delivered for 5 days.').waitFor();
  await card.getByText('Tries for a day').waitFor();
  await card.getByText('certificate.*').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deliveries of “Archive”' }).click();
  const log = page.getByRole('dialog');
  await log.getByText('Missed').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Turn on and send missed events' }).click();
  await card.getByText('Active').waitFor();
  const sent = await receiver.wait(2);
  expect(sent.map(({ event }) => event.event).sort()).toEqual(['certificate.issued', 'certificate.ready']);
  // A change of the name keeps the rest.
  await page.getByRole('button', { name: 'More for “Archive”' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('Archive of 2026');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Archive of 2026” saved.').waitFor();
  await page.reload();
  await edited.getByText('Last success:').waitFor();
  await edited.getByText('Tries for a day').waitFor();
  await edited.getByText('certificate.*').waitFor();
  expect(page.faults).toEqual([]);
});
