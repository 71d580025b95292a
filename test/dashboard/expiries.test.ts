import { mkdirSync } from 'node:fs';
import type { Route } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@expiries.example', 'owner');
  await createMember(laurel, tenant, 'issuer@expiries.example', 'issuer');
});

async function issue(more: object) {
  const { key, templateId } = tenant;
  const { body } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES, ...more } });
  return laurel.rendered(key, body.id);
}

const expiryOf = async (id: string) =>
  (await laurel.call(`/certificates/${id}`, { key: tenant.key })).body.expiresAt as string | null;

browserTest('a member gives certificates the expiries of a table, after its faults were shown', async () => {
  const [byId, byReference, same] = [
    await issue({ expiresAt: '2040-01-31' }),
    await issue({ expiresAt: '2040-01-31', externalId: 'LIC-7' }),
    await issue({}),
  ];
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@expiries.example');
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  await page.getByRole('button', { name: 'From a table' }).click();
  await shoot(page, 'menu');
  await page.getByRole('menuitem', { name: 'Change expiry' }).click();
  await page.getByRole('heading', { name: 'Change expiry from a table' }).waitFor();
  const choose = (rows: readonly string[]) =>
    page.locator('input[type=file]').setInputFiles({
      ...{ name: 'licences.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(['Licence;New expiry', ...rows].join('\n')),
    });
  await choose([`${byId.id};31/12/2050`, 'LIC-7;28/02/2051', 'LIC-8;31/12/2050', `${same.verificationUrl};`]);
  await page.getByRole('button', { name: 'Check 4 rows' }).click();
  await page.getByText('Enter a reason.').waitFor();
  await page.getByLabel('Reason').fill('Extended by the board');
  await page.getByLabel('Certificate', { exact: true }).selectOption({ label: 'Licence' });
  await page.getByLabel('Dates are written as').selectOption('dmy');
  await page.getByRole('button', { name: 'Check 4 rows' }).click();
  await page.getByText('1 row needs fixing. Nothing was changed.').waitFor();
  await page.getByText('Enter a date, such as 2026-11-20.').waitFor();
  await choose([`${byId.id};31/12/2050`, 'LIC-7;28/02/2051', 'LIC-8;31/12/2050', `${same.verificationUrl};never`]);
  await page.getByLabel('Certificate', { exact: true }).selectOption({ label: 'Licence' });
  await page.getByRole('button', { name: 'Check 4 rows' }).click();
  await page.getByRole('cell', { name: 'There is no such certificate. Check this value.' }).waitFor();
  await page.getByRole('cell', { name: '4', exact: true }).waitFor();
  await expectAccessible(page);
  await shoot(page, 'faults');
  await choose([`${byId.id};31/12/2050`, 'LIC-7;28/02/2051', `${same.verificationUrl};Never`]);
  await page.getByLabel('Certificate', { exact: true }).selectOption({ label: 'Licence' });
  await page.getByRole('button', { name: 'Check 3 rows' }).click();
  await page.getByText('All 3 rows are ready').waitFor();
  await page.getByText('1 already has this expiry.').waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  await shoot(page, 'ready-320');
  await page.setViewportSize({ width: 1280, height: 900 });
  await shoot(page, 'ready');
  await page.getByRole('button', { name: 'Change 2 certificates' }).click();
  await page.getByRole('heading', { name: 'Certificates', exact: true }).waitFor();
  await page.getByText('Changing the expiry of 2 certificates. You can leave this page.').waitFor();
  await shoot(page, 'started');
  await waitFor(
    'the change of all',
    () => expiryOf(byReference.id),
    (expiry) => expiry === '2051-03-01T00:00:00.000Z',
  );
  expect(await expiryOf(byId.id)).toBe('2051-01-01T00:00:00.000Z');
  expect(await expiryOf(same.id)).toBeNull();
});

browserTest('while another table is read, nothing can be done with the former one, and the reason stays', async () => {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@expiries.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/expiries`);
  const choose = (...rows: string[]) =>
    page.locator('input[type=file]').setInputFiles({
      ...{ name: `${rows.length}.csv`, mimeType: 'text/csv' },
      buffer: Buffer.from(['id;New expiry', ...rows].join('\n')),
    });
  await choose('LIC-1;2050-12-31');
  await page.getByLabel('Reason').fill('Extended');
  await page.evaluate(`{
    const read = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = async function () {
      await new Promise((resolve) => { window.release = resolve; });
      return read.call(this);
    };
  }`);
  await choose('LIC-1;2050-12-31', 'LIC-2;2050-12-31');
  const check = (label: string) => page.getByRole('button', { name: label });
  await expect.poll(() => check('Check 1 row').isDisabled()).toBe(true);
  expect(await page.getByLabel('Reason').isDisabled()).toBe(true);
  await page.evaluate('window.release()');
  await expect.poll(() => check('Check 2 rows').isEnabled()).toBe(true);
  expect(await page.getByLabel('Reason').inputValue()).toBe('Extended');
});

browserTest('a change whose answer was lost is not called refused, and a second try starts nothing twice', async () => {
  const { id } = await issue({ externalId: 'LOST-1' });
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@expiries.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/expiries`);
  const buffer = Buffer.from('id;New expiry\nLOST-1;2050-12-31');
  await page.locator('input[type=file]').setInputFiles({ name: 'lost.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Reason').fill('Extended');
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  const start = page.getByRole('button', { name: 'Change 1 certificate' });
  await start.waitFor();
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(/changeExpiriesByTable/, lose, { times: 1 });
  await start.click();
  await page.getByRole('alert').filter({ hasText: 'The server didn’t respond' }).waitFor();
  expect(await page.getByText('Nothing was changed').count()).toBe(0);
  await start.click();
  await page.getByRole('heading', { name: 'Certificates', exact: true }).waitFor();
  await waitFor(
    'the change',
    () => expiryOf(id),
    (expiry) => expiry === '2051-01-01T00:00:00.000Z',
  );
  const { body } = await laurel.call('/events?types=certificate.expiry_changed&limit=100', { key: tenant.key });
  expect(body.events.filter((event: { data: object }) => JSON.stringify(event.data).includes(id))).toHaveLength(1);
});

browserTest('a role that may not revoke finds neither the menu item nor the form', async () => {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'issuer@expiries.example');
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  await page.getByRole('button', { name: 'From a table' }).click();
  await page.getByRole('menuitem', { name: 'Renew certificates' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(2);
  await page.goto(`/o/${tenant.organisationId}/certificates/expiries`);
  await page.getByText('Your role can’t change the expiry of many certificates').waitFor();
});

async function shoot(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
