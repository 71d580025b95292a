import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn, untilQuiet } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember, nativeClient, PASSWORD, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'admin@interruptions.example', 'admin');
});

async function open(path: string): Promise<Page & { faults: string[] }> {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@interruptions.example');
  await page.goto(`/o/${tenant.organisationId}${path}`);
  return page;
}

browserTest(
  'an ended session asks for the sign-in over the page, and the typed values are issued afterwards',
  async () => {
    const page = await open(`/issue?templateId=${tenant.templateId}`);
    const { variables } = await (async () => {
      const { body } = await laurel.call('/templates', { key: tenant.key });
      return { variables: body.templates[0].detectedVariables as string[] };
    })();
    for (const name of variables) await page.getByRole('textbox', { name, exact: true }).fill(`My ${name}`);
    await untilQuiet(page);
    await page.context().clearCookies();
    await page.getByRole('button', { name: /^issue/i }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    // More calls are refused in this state. The first one still waits for the same sign-in.
    const refused = page.waitForResponse((answer) => answer.url().includes('/trpc/') && answer.status() === 401);
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await refused;
    await expectAccessible(page);
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await expect.poll(() => dialog.getByLabel('E-mail address').inputValue()).toBe('admin@interruptions.example');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /issued/i }).waitFor();
    const { body } = await laurel.call('/certificates', { key: tenant.key });
    expect(body.certificates).toEqual([expect.objectContaining({ recipientName: 'My name' })]);
    expect(page.faults).toEqual([]);
  },
);

browserTest(
  'another person who signs in over the page starts again, and issues nothing that was typed before',
  async () => {
    await createMember(laurel, tenant, 'other@interruptions.example', 'admin');
    const page = await open(`/issue?templateId=${tenant.templateId}`);
    for (const [name, value] of Object.entries({ ...VARIABLES, name: 'Typed by the first' }))
      await page.getByRole('textbox', { name, exact: true }).fill(value);
    await untilQuiet(page);
    await page.context().clearCookies();
    await page.getByRole('button', { name: /^issue/i }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('E-mail address').fill('other@interruptions.example');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('textbox', { name: 'name', exact: true }).inputValue()).toBe('');
    const { body } = await laurel.call('/certificates?search=Typed', { key: tenant.key });
    expect(body.certificates).toEqual([]);
  },
);

browserTest('typed values stay if a later refresh of the templates fails', async () => {
  const page = await open(`/issue?templateId=${tenant.templateId}`);
  const name = page.getByRole('textbox', { name: 'name', exact: true });
  await name.fill('Ada Lovelace');
  await untilQuiet(page);
  let failures = 0;
  await page.route(/templates\.list/, (route) => {
    failures++;
    return route.abort();
  });
  await page.clock.setFixedTime(Date.now() + 60_000);
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  // The query gives up after the third attempt.
  await expect.poll(() => failures).toBe(3);
  await untilQuiet(page);
  expect(await page.getByText('Couldn’t load this').count()).toBe(0);
  expect(await name.inputValue()).toBe('Ada Lovelace');
});

browserTest('typing during a search of the list of certificates loses no letter', async () => {
  const page = await open('/certificates');
  const field = page.getByLabel('Search', { exact: true });
  await field.focus();
  await page.keyboard.type('Lov');
  await page.waitForURL(/search=Lov/);
  await page.keyboard.type('elace');
  await page.waitForURL(/search=Lovelace/);
  await expect.poll(() => field.inputValue()).toBe('Lovelace');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL((url) => !url.search.includes('Lovelace'));
  await expect.poll(() => field.inputValue()).toBe('');
  expect(page.faults).toEqual([]);
});

browserTest(
  'unsaved changes are saved automatically when the server is back, even after the page was closed',
  async () => {
    const page = await open(`/templates/${tenant.templateId}`);
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.context().setOffline(true);
    const field = page.getByRole('textbox', { name: 'Text', exact: true });
    await field.fill('Written without a server');
    await page.getByText(/^Not saved:/).waitFor();
    // Reachable again without an event that reports it.
    await page.route('**/trpc/**', (route) => route.abort());
    await page.context().setOffline(false);
    await page.unroute('**/trpc/**');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.route('**/trpc/**', (route) => route.abort());
    await field.fill('Kept in the browser');
    await page.getByText(/^Not saved:/).waitFor();
    const again = await page.context().newPage();
    await page.close();
    await again.goto(`/o/${tenant.organisationId}/templates/${tenant.templateId}`);
    await again.getByText('Saved', { exact: true }).waitFor();
    await again
      .getByRole('group', { name: 'Page' })
      .getByRole('button', { name: /Kept in the browser/ })
      .waitFor();
    await again.reload();
    await again
      .getByRole('group', { name: 'Page' })
      .getByRole('button', { name: /Kept in the browser/ })
      .waitFor();
  },
);

browserTest.each([
  ['organisation', 'Website', 'https://one.example', 'https://two.example'],
  ['e-mail', 'Sender’s name', 'The office', 'The other office'],
])('what is typed during a save of the settings (%s) is still unsaved after it', async (tab, label, first, second) => {
  const page = await open(`/settings?tab=${tab}`);
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(/organisation\.update/, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await page.getByLabel(label).fill(first);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await asked.promise;
  await page.getByLabel(label).fill(second);
  held.resolve();
  await page.getByRole('alert').filter({ hasText: /saved/i }).waitFor();
  await page.getByText('You have unsaved changes.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved.').waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel(label).inputValue()).toBe(second);
  expect(page.faults).toEqual([]);
});

browserTest.each([
  ['organisation', 'Brand colour', '#123456', { websiteUrl: 'https://theirs.example' }],
  ['e-mail', 'Sender’s name', 'Mine', { emailSignature: 'Theirs' }],
] as const)(
  'saving settings (%s) keeps what another member has saved since they were opened',
  async (tab, label, mine, theirs) => {
    const page = await open(`/settings?tab=${tab}`);
    await page.getByLabel(label).waitFor();
    const other = nativeClient(laurel, await sessionOf(laurel, tenant, `${tab}@interruptions.example`, 'owner'));
    await other.organisation.update.mutate(theirs);
    await page.getByLabel(label).fill(mine);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('All changes saved.').waitFor();
    const saved = await other.organisation.get.query();
    expect(saved).toMatchObject(theirs);
    expect([saved.brandColor, saved.emailSenderName]).toContain(mine);
  },
);

browserTest("an unknown address returns a page to browsers and the API's error to programs", async () => {
  const page = await openPage(laurel);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await expectAccessible(page);
  const accept = async (path: string, type: string) =>
    (await fetch(`${laurel.url}${path}`, { headers: { Accept: type } })).headers.get('content-type');
  expect(await accept('/no/such/page', '*/*')).toContain('application/json');
  expect(await accept('/api/v1/no', 'text/html')).toContain('application/json');
  expect(page.faults).toEqual([]);
});

browserTest('unknown settings and links are reported as such', async () => {
  const page = await open('/settings?tab=nothing');
  await page.getByRole('heading', { name: 'Settings not found' }).waitFor();
  await page.getByRole('tab', { name: 'Members' }).click();
  await page.getByRole('tabpanel', { name: 'Members' }).waitFor();
  for (const id of ['none', crypto.randomUUID()]) {
    await page.goto(`/o/${tenant.organisationId}/certificates/${id}`);
    await page.getByRole('heading', { name: 'Certificate not found' }).waitFor();
    await expectAccessible(page);
  }
  for (const [path, heading] of [
    ['templates/none', 'Template not found'],
    ['batches/none', 'Batch not found'],
  ] as const) {
    await page.goto(`/o/${tenant.organisationId}/${path}`);
    await page.getByRole('heading', { name: heading }).waitFor();
  }
  await page.goto(`/o/${tenant.organisationId}/certificates?status=NONSENSE&sort=no`);
  await page.getByRole('heading', { name: 'Certificates' }).waitFor();
  await page.goto('/reset-password?token=not-a-token');
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  expect(page.faults).toEqual([]);
});
