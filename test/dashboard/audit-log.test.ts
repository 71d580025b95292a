import { expect } from 'vitest';
import { browserTest, contentOf, expectAccessibleInBothSchemes, openPage, signIn } from '../support/browser.ts';
import { Laurel } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

browserTest('an owner finds who changed a value, from what to what, and downloads the entries found', async () => {
  const laurel = await Laurel.shared();
  const tenant = await laurel.tenant();
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@audit-log.example', 'owner'));
  await owner.organisation.update.mutate({ brandColor: '#112233', logoUrl: 'https://logo.example/unreachable.png' });
  await owner.organisation.update.mutate({ brandColor: '#445566', emailSignature: '<b>The office</b>' });
  await owner.apiKeys.create.mutate({ name: 'LMS', scopes: ['credits:read'] });
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@audit-log.example');
  await page.goto(`/o/${tenant.organisationId}/settings?tab=audit-log`);
  const log = page.getByRole('table', { name: 'Audit log' });
  await log.getByText('Colour: #112233 → #445566').waitFor();
  await log.getByText('E-mail signature: <b>The office</b>').waitFor();
  await log.getByText('Scopes: credits:read').waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.getByLabel('Search').fill('the OFFICE');
  await log.getByText('LMS').waitFor({ state: 'detached' });
  await expect.poll(() => log.getByRole('row').count()).toBe(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  const csv = (await contentOf(download)).toString();
  expect(csv.trim().split('\n')).toHaveLength(3);
  expect(csv).toContain('brandColor: #112233 → #445566');
  await page.getByLabel('Search').fill('nobody did this');
  await page.getByText('Nothing in the log matches').waitFor();

  await page.setViewportSize({ width: 320, height: 800 });
  await waitFor(
    'the account’s menu inside a narrow page',
    async () => (await page.getByRole('button', { name: /^Account of/ }).boundingBox())?.x ?? Infinity,
    (x) => x < 280,
  );
  // The layout of a window that was just resized settles with the next frames.
  await waitFor(
    'a page that fits the window',
    () => page.evaluate<number>('document.documentElement.scrollWidth'),
    (width) => width === 320,
    { limitMs: 5000 },
  );
});

browserTest('the last day of a range ends at its midnight, also when the clocks change', async () => {
  const laurel = await Laurel.shared();
  const tenant = await laurel.tenant();
  await sessionOf(laurel, tenant, 'owner@clock-change.example', 'owner');
  const page = await openPage(laurel, { timezoneId: 'Europe/Berlin' });
  await signIn(page, 'owner@clock-change.example');
  await page.goto(`/o/${tenant.organisationId}/settings?tab=audit-log`);
  const until = page.getByLabel('Until');
  const address = () => page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  for (const [day, end] of [
    ['2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['2026-10-26', '2026-10-26T23:00:00.000Z'],
  ] as const) {
    await until.fill(day);
    await expect.poll(address).toContain(encodeURIComponent(end));
    expect(await until.inputValue()).toBe(day);
  }
});
