import type { Locator } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessibleInBothSchemes, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

const issue = async ({ key, templateId }: Tenant, name: string, more: object = {}) =>
  (await laurel.call('/certificates', { key, body: { templateId, variables: { ...VARIABLES, name }, ...more } })).body;

async function signedIn(email: string) {
  const tenant = await laurel.tenant();
  await createMember(laurel, tenant, email, 'issuer');
  const page = await openPage(laurel);
  await signIn(page, email);
  return { tenant, page };
}

browserTest('the CSV of the list has each of its filters', async () => {
  const { tenant, page } = await signedIn('csv@finding.example');
  const filter = {
    ...{ search: '2026', templateId: tenant.templateId, tag: 'Autumn', status: 'GENERATED', renderStatus: 'COMPLETED' },
    ...{ emailStatus: 'SENT', renewed: 'false', expiresBefore: '2027-01-01T00:00:00.000Z', sort: 'oldest' },
    ...{ createdAfter: '2026-01-01T00:00:00.000Z', createdBefore: '2026-12-31T00:00:00.000Z' },
  };
  await page.goto(`/o/${tenant.organisationId}/certificates?${new URLSearchParams(filter)}`);
  const href = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  const { searchParams } = new URL(href ?? '', laurel.url);
  searchParams.delete('organisationId');
  expect(Object.fromEntries(searchParams)).toEqual(filter);
  // Texts that look like numbers stay texts.
  await page.getByLabel('Search', { exact: true }).fill('12345678901234567890');
  await page.waitForURL(/search=12345678901234567890(&|$)/);
  await page.reload();
  await expect.poll(() => page.getByLabel('Search', { exact: true }).inputValue()).toBe('12345678901234567890');
  expect(page.faults).toEqual([]);
});

browserTest('tags are added to a selection, filter the list, and are edited on a certificate', async () => {
  const { tenant, page } = await signedIn('tags@finding.example');
  await issue(tenant, 'Ada Lovelace', { tags: ['Zürich'] });
  await issue(tenant, 'Grace Hopper');
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  const list = page.getByRole('table', { name: 'Certificates' });
  await list.getByRole('listitem').getByText('Zürich').waitFor();
  await page.getByLabel('Select all shown').check();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Add').fill('Autumn 2026');
  await dialog.getByLabel('Add').press('Enter');
  await dialog.getByLabel('Remove').fill('zur');
  await page.getByRole('option', { name: 'Zürich' }).click();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Change tags' }).click();
  await page.getByText('Tags changed on 2 certificates.').waitFor();
  await list.getByText('Zürich').waitFor({ state: 'detached' });
  await expect.poll(() => list.getByText('Autumn 2026').count()).toBe(2);
  await list.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Edit tags' }).click();
  await dialog.getByLabel('Tags').fill('Late');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tags saved.').waitFor();
  await page.getByRole('definition').getByText('Late').waitFor();
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  await page.getByRole('combobox', { name: 'Tag', exact: true }).fill('late');
  await page.getByRole('option', { name: 'Late' }).click();
  await list.getByRole('link', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('tag')).toBe('Late');
  await list.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(page.faults).toEqual([]);
});

browserTest('a change of tags keeps those that somebody else has added while its form was open', async () => {
  const { tenant, page } = await signedIn('shared-tags@finding.example');
  const { id } = await issue(tenant, 'Ada Lovelace', { tags: ['Autumn'] });
  await laurel.rendered(tenant.key, id);
  await page.goto(`/o/${tenant.organisationId}/certificates/${id}`);
  await page.getByRole('button', { name: 'Edit tags' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tags').fill('Late');
  const native = nativeClient(laurel, await sessionOf(laurel, tenant, 'other-tags@finding.example', 'owner'));
  await native.certificates.changeTags.mutate({ selection: { ids: [id] }, add: ['Checked'], remove: [] });
  // Its event refreshes the page.
  await native.certificates.changeExpiry.mutate({ id, expiresAt: '2090-12-31', reason: 'Ten years' });
  await page.locator('dd', { hasText: 'Checked' }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tags saved.').waitFor();
  const { body } = await laurel.call(`/certificates/${id}`, { key: tenant.key });
  expect(new Set(body.tags)).toEqual(new Set(['Autumn', 'Checked', 'Late']));
  expect(page.faults).toEqual([]);
});

browserTest('filters are saved under a name, applied and deleted', async () => {
  const { tenant, page } = await signedIn('saved@finding.example');
  await issue(tenant, 'Ada Lovelace', { tags: ['Zürich'] });
  await issue(tenant, 'Grace Hopper');
  await page.goto(`/o/${tenant.organisationId}/certificates?tag=zurich`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  const menu = page.getByRole('button', { name: 'Saved filters' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Save these filters…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('From Zürich');
  await dialog.getByLabel('Share with all members').check();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Filter saved.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  // It replaces the present filter.
  await page.goto(`/o/${tenant.organisationId}/certificates?status=REVOKED`);
  await page.getByText('No results').waitFor();
  await menu.click();
  await page.getByRole('menuitem', { name: 'From Zürich' }).click();
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor({ state: 'detached' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete saved filters…' }).click();
  await dialog.getByRole('button', { name: 'Delete From Zürich' }).click();
  await dialog.getByText('You have no saved filters.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('a saved filter for what expires soon counts its days from the day of its use', async () => {
  const { tenant, page } = await signedIn('soon@finding.example');
  const address = `/o/${tenant.organisationId}/certificates`;
  await page.goto(address);
  const expiring = page.getByRole('combobox', { name: 'Expiring' });
  await expiring.click();
  await page.getByRole('option', { name: 'Within 30 days' }).click();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Save these filters…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Soon');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Filter saved.').waitFor();
  await page.clock.setFixedTime(Date.now() + 10 * 86_400_000);
  await page.goto(address);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Soon' }).click();
  await expect.poll(() => expiring.inputValue()).toBe('Within 30 days');
});

browserTest('filters that are cleared or chosen just after typing replace the typed text', async () => {
  const { tenant, page } = await signedIn('typed@finding.example');
  await issue(tenant, 'Ada Lovelace', { tags: ['Zürich'] });
  await issue(tenant, 'Grace Hopper');
  const tagged = `/o/${tenant.organisationId}/certificates?tag=zurich`;
  await page.goto(tagged);
  const menu = page.getByRole('button', { name: 'Saved filters' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Save these filters…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('From Zürich');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Filter saved.').waitFor();
  const field = page.getByLabel('Search', { exact: true });
  const [ada, grace] = ['Ada Lovelace', 'Grace Hopper'].map((name) => page.getByRole('link', { name, exact: true }));
  // In one task of the page, so that the search cannot be applied between both.
  const typeAndClick = (target: Locator) =>
    target.evaluate((clicked: { click(): void }) => {
      const { document } = globalThis as unknown as {
        document: { querySelector(at: string): { focus(): void }; execCommand(...command: unknown[]): void };
      };
      document.querySelector('search input').focus();
      document.execCommand('insertText', false, 'Nobody');
      clicked.click();
    });
  await typeAndClick(page.getByRole('button', { name: 'Clear filters' }));
  await grace?.waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  await menu.click();
  await typeAndClick(page.getByRole('menuitem', { name: 'From Zürich' }));
  await grace?.waitFor({ state: 'detached' });
  await expect.poll(() => field.inputValue()).toBe('');
  await ada?.waitFor();
  await field.fill('Ada');
  await page.waitForURL((url) => url.search === '?tag=zurich&search=Ada');
  await ada?.waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('a link whose expiries have passed shows their last day in the filter', async () => {
  const { tenant, page } = await signedIn('past@finding.example');
  const filter = { status: 'GENERATED', renewed: 'false', expiresBefore: new Date(2026, 0, 1).toISOString() };
  await page.goto(`/o/${tenant.organisationId}/certificates?${new URLSearchParams(filter)}`);
  const field = page.getByRole('combobox', { name: 'Expiring' });
  await expect.poll(() => field.inputValue()).toBe('31 Dec 2025');
  await field.click();
  await page.getByRole('option', { name: 'Within 30 days' }).click();
  await expect.poll(() => field.inputValue()).toBe('Within 30 days');
  expect(page.faults).toEqual([]);
});

browserTest('a certificate that leaves the list leaves the selection, and stays as it is', async () => {
  const { tenant, page } = await signedIn('left@finding.example');
  const { id } = await issue(tenant, 'Ada Lovelace');
  await laurel.rendered(tenant.key, id);
  await laurel.rendered(tenant.key, (await issue(tenant, 'Grace Hopper')).id);
  await page.goto(`/o/${tenant.organisationId}/certificates?status=GENERATED&renderStatus=COMPLETED`);
  await page.getByText('2 certificates', { exact: true }).waitFor();
  await page.getByLabel('Select all shown').check();
  await page.getByText('2 selected', { exact: true }).waitFor();
  await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: 'Issued in error' } });
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  await page.getByText('1 selected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the tags of 1 certificate' });
  await dialog.getByLabel('Add').fill('Autumn');
  await dialog.getByLabel('Add').press('Enter');
  await dialog.getByRole('button', { name: 'Change tags' }).click();
  await page.getByText('Tags changed on 1 certificate.').waitFor();
  expect((await laurel.call(`/certificates/${id}`, { key: tenant.key })).body.tags).toEqual([]);
  expect(page.faults).toEqual([]);
});

browserTest('the navigation shows all recipients after a search', async () => {
  const { tenant, page } = await signedIn('all@finding.example');
  await issue(tenant, 'Ada Lovelace', { recipientEmail: 'ada@work.example' });
  await issue(tenant, 'Grace Hopper', { recipientEmail: 'grace@work.example' });
  await page.goto(`/o/${tenant.organisationId}/recipients?search=Lovel`);
  const field = page.getByLabel('Search', { exact: true });
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  expect(await field.inputValue()).toBe('Lovel');
  await page.getByRole('link', { name: 'Recipients' }).click();
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  expect(await field.inputValue()).toBe('');
  await field.fill('hop');
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  await page.waitForURL(/search=hop/);
  expect(page.faults).toEqual([]);
});

browserTest('two addresses of a person are merged and separated', async () => {
  const { tenant, page } = await signedIn('merge@finding.example');
  await issue(tenant, 'Ada Lovelace', { recipientEmail: 'ada@work.example' });
  await issue(tenant, 'Ada King', { recipientEmail: 'ada@home.example' });
  await page.goto(`/o/${tenant.organisationId}/recipients`);
  const list = page.getByRole('table', { name: 'Recipients' });
  await list.getByRole('link', { name: 'Ada King' }).waitFor();
  await page.getByRole('button', { name: 'Addresses of Ada Lovelace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Another address of this person').fill('home.exa');
  await page.getByRole('option', { name: 'Ada King (ada@home.example)' }).click();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('Addresses merged.').waitFor();
  await dialog.getByRole('button', { name: 'Separate ada@home.example' }).waitFor();
  await page.keyboard.press('Escape');
  await list.getByRole('link', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  await list.getByRole('link', { name: 'Ada King' }).click();
  await page.getByText('Showing certificates for ada@work.example and ada@home.example only.').waitFor();
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Addresses of Ada King' }).click();
  await dialog.getByRole('button', { name: 'Separate ada@home.example' }).click();
  await page.getByText('Address separated.').waitFor();
  await page.keyboard.press('Escape');
  await list.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  expect(page.faults).toEqual([]);
});
