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
  await createMember(laurel, tenant, 'issuer@corrections.example', 'issuer');
});

const nameOf = async (id: string) =>
  (await laurel.call(`/certificates/${id}`, { key: tenant.key })).body.recipientName as string;

browserTest('a member corrects the certificates of a table, after its faults were shown', async () => {
  const [first, second] = [await laurel.issue(tenant, VARIABLES), await laurel.issue(tenant, VARIABLES)];
  for (const { id } of [first, second]) await laurel.rendered(tenant.key, id);
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'issuer@corrections.example');
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  await page.getByRole('button', { name: 'From a table' }).click();
  await page.getByRole('menuitem', { name: 'Correct certificates' }).click();
  // The list has a filter of the same name.
  await page.getByRole('heading', { name: 'Correct certificates' }).waitFor();
  await page.getByLabel('Template').selectOption('Diploma of distinction');
  const choose = (rows: readonly string[]) =>
    page.locator('input[type=file]').setInputFiles({
      ...{ name: 'names.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(['id;name;course', ...rows].join('\n')),
    });
  await choose([`${first.id};Ada Byron;`, `${second.id};;${'x'.repeat(1900)}`, 'nobody;Eve;']);
  await page.getByRole('button', { name: 'Check 3 rows' }).click();
  await page.getByText('Enter a reason.').waitFor();
  await page.getByLabel('Reason').fill('Misspelt');
  await page.getByRole('button', { name: 'Check 3 rows' }).click();
  await page.getByText('2 rows need fixing. Nothing was changed.').waitFor();
  await page.getByRole('cell', { name: 'There is no such certificate. Check this value.' }).waitFor();
  await expectAccessible(page);
  await choose([`${first.id};Ada Byron;`, `${second.id};N/A;`]);
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  const odd = page.getByRole('status').filter({ hasText: '1 value looks wrong' });
  await odd.getByText('Row 3, ').waitFor();
  await choose([`${first.id};Ada Byron;`, `${second.id};;`]);
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await page.getByText('All 2 rows are ready').waitFor();
  await page.getByText('1 already has these values.').waitFor();
  const changes = page.getByRole('listitem').filter({ hasText: 'name: 1 certificate' });
  await changes.getByText(`Row 2: “${VARIABLES.name}” becomes “Ada Byron”`).waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Correct 1 certificate' }).click();
  await page.getByText('Correcting 1 certificate. You can leave this page.').waitFor();
  await waitFor(
    'the correction',
    () => nameOf(first.id),
    (name) => name === 'Ada Byron',
  );
  expect(await nameOf(second.id)).toBe(VARIABLES.name);
  expect(page.faults).toEqual([]);
});
