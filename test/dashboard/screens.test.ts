import { mkdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import {
  browserTest,
  expectAccessible,
  expectAccessibleInBothSchemes,
  openPage,
  preferScheme,
  signIn,
  signInToOverview,
  untilQuiet,
} from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';

let laurel: Laurel;
let tenant: Tenant;
let ids: Record<'certificate' | 'batch' | 'draft', string>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 500 });
  await createMember(laurel, tenant, 'viewer@screens.example', 'viewer');
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@screens.example', 'owner'));
  const receiver = await Receiver.start((response) => response.writeHead(500).end('no'));
  const events = ['certificate.ready' as const];
  const { id: webhookId } = await owner.webhooks.create.mutate({ name: 'Shop', url: receiver.url, events });
  await owner.webhooks.ping.mutate({ id: webhookId });
  await owner.members.invite.mutate({ email: 'guest@screens.example', role: 'issuer' });
  const draft = await owner.designs.duplicate.mutate({ id: tenant.templateId });
  const certificate = await laurel.issue(tenant);
  const recipients = Array.from({ length: 5 }, (_, index) => ({
    variables: { ...VARIABLES, name: `Person ${index}` },
  }));
  const { body } = await laurel.call('/batches', {
    key: tenant.key,
    body: { templateId: tenant.templateId, recipients },
  });
  await laurel.completed(tenant.key, body.batchId);
  ids = { certificate: certificate.id, batch: body.batchId, draft: draft.id };
});

/** All screens, each with a heading or another text that identifies it. */
const SCREENS: [name: string, path: () => string, sign: string | RegExp][] = [
  ['overview', () => '', 'Issued and viewed'],
  ['figures', () => '/figures', 'By template'],
  ['certificates', () => '/certificates', 'Person 4'],
  ['certificates, none found', () => '/certificates?search=nobody', 'No results'],
  ['certificate', () => `/certificates/${ids.certificate}`, 'Views'],
  ['issue', () => '/issue', 'Issue a certificate'],
  ['issue with a template', () => `/issue?templateId=${tenant.templateId}`, 'distinction'],
  ['batches', () => '/batches', /5/],
  ['new batch', () => `/batches/new?templateId=${tenant.templateId}`, 'New batch'],
  ['batch', () => `/batches/${ids.batch}`, 'Batch'],
  ['recipients', () => '/recipients', 'Recipients'],
  ['templates', () => '/templates', 'Diploma of distinction'],
  ['library of designs', () => '/templates/new', 'Classic diploma'],
  ['designer', () => `/templates/${ids.draft}`, /Diploma of distinction/],
  ['settings', () => '/settings', 'Logo'],
  ['settings: e-mail', () => '/settings?tab=e-mail', 'With a sample recipient and template.'],
  ['settings: api-keys', () => '/settings?tab=api-keys', 'Create a key'],
  ['settings: webhooks', () => '/settings?tab=webhooks', 'Create a webhook'],
  ['settings: members', () => '/settings?tab=members', 'Roles'],
  ['settings: fonts', () => '/settings?tab=fonts', 'Upload the font'],
  ['settings: credits', () => '/settings?tab=credits', 'History'],
  ['settings: audit-log', () => '/settings?tab=audit-log', 'owner@screens.example'],
  ['account', () => '/account', 'Active sessions'],
  ['no such screen', () => '/nowhere', 'Page not found'],
];

/** Dialogs, menus and panels by screen, with the names of the buttons that open them. */
const OPENED: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  overview: [/^Account of/],
  certificate: ['Revoke'],
  templates: [/^More about/],
  designer: ['Add ornament', 'Version history', /^View/, 'More', 'Publish'],
  'settings: api-keys': ['Create a key', /^Revoke/, /scopes? of/],
  'settings: webhooks': ['Create a webhook', /^Deliveries of/, /^More for/],
  'settings: members': ['Invite someone', /^Withdraw/],
  account: [/^Sign out everywhere/],
};

const LOOKS = [
  { look: 'light and wide', colorScheme: 'light', width: 1280, height: 900 },
  { look: 'dark on a mobile screen', colorScheme: 'dark', width: 360, height: 740 },
] as const;

/** Script of the page: number of tables with a part out of sight. */
const tablesThatScroll = `[...document.querySelectorAll('#main table')].filter((table) => {
  const room = table.parentElement.closest('[class*=ScrollArea-viewport], [class*=box], #main');
  return table.getBoundingClientRect().right > room.getBoundingClientRect().right + 1;
}).length`;

browserTest(
  'axe finds nothing on any screen, and none is wider than the window: light and wide, or dark on a mobile screen',
  async () => {
    const page = await openPage(laurel);
    await signIn(page, 'owner@screens.example');
    for (const [name, path, sign] of SCREENS) {
      await page.goto(`/o/${tenant.organisationId}${path()}`);
      await page.getByText(sign).first().waitFor();
      await untilQuiet(page);
      for (const { look, colorScheme, width, height } of LOOKS) {
        await page.setViewportSize({ width, height });
        await preferScheme(page, colorScheme);
        await expectAccessible(page);
        expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width);
        expect(await page.evaluate(tablesThatScroll), name).toBe(0);
        await picture(page, `${name} ${look}`);
        // The background is the same in both looks.
        const part = look === 'light and wide' ? ':root' : '[role=dialog], [role=menu]';
        for (const opener of OPENED[name] ?? []) await expectOpenedAccessible(page, opener, part);
      }
      expect(page.faults, name).toEqual([]);
    }
  },
  240_000,
);

/** Operations with a body, with parameters that have a list of values, with a file, and with the two other methods. */
const DOCUMENTED = [
  'Certificates-certificates.generate',
  'Certificates-certificates.list',
  'Certificates-assets.add',
  'Templates-templates.publish',
  'Organisation-organisation.deleteLogo',
];

browserTest(
  'axe finds nothing in the API document: closed, linked to, tried out and authorized, in both schemes',
  async () => {
    const page = await openPage(laurel, { colorScheme: 'light', viewport: { width: 1280, height: 900 } });
    await page.goto('/docs/api');
    await page.getByText('Generate a certificate', { exact: true }).waitFor();
    await expectAccessibleInBothSchemes(page);
    const ground = `getComputedStyle(document.querySelector('.swagger-ui')).backgroundColor`;
    expect(await page.evaluate(ground)).toBe('rgba(0, 0, 0, 0)');
    await preferScheme(page, 'dark');
    expect(await page.evaluate(ground)).toBe('rgb(28, 32, 34)');
    await preferScheme(page, 'light');
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Available authorizations' });
    await dialog.getByRole('textbox').fill(tenant.key);
    await expectAccessibleInBothSchemes(page, '[role=dialog]');
    // Focus stays in the dialog, and returns to the button afterwards.
    for (let tabs = 0; tabs < 6; tabs += 1) {
      await page.keyboard.press(tabs < 5 ? 'Tab' : 'Shift+Tab');
      await expect.poll(() => dialog.locator(':focus').count()).toBe(1);
    }
    await dialog.getByRole('button', { name: 'Authorize' }).press('Enter');
    await dialog.getByRole('button', { name: 'Logout' }).waitFor();
    await expectAccessibleInBothSchemes(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Authorize', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
    await page.getByRole('button', { name: 'Authorize', exact: true }).and(page.locator(':focus')).waitFor();
    for (const operation of DOCUMENTED) {
      // The page escapes the full stop in its ids, and so does a selector.
      const block = page.locator(`[id="operations-${operation.replace('.', '\\\\.')}"]`);
      await block.getByRole('button').first().press('Enter');
      await block.getByRole('button', { name: 'Try it out' }).click();
      await block.getByRole('button', { name: 'Execute' }).waitFor();
    }
    await expectAccessibleInBothSchemes(page, '.opblock.is-open');
    // By its address, which its button sets.
    await page
      .getByRole('button', { name: /^GET.*\/credits/ })
      .first()
      .press('Enter');
    expect(page.url()).toContain('#/Credits/credits.get');
    await page.reload();
    const credits = page.locator('.opblock').filter({ hasText: '/credits' });
    await credits.getByRole('button', { name: 'Try it out' }).click();
    await credits.getByRole('button', { name: 'Execute' }).click();
    await credits.getByText('Server response').waitFor();
    await expectAccessibleInBothSchemes(page, '.opblock.is-open');
    expect(page.faults).toEqual([]);
  },
);

/** Checks the dialog, menu or panel that a button opens. Escape closes it and returns focus to the button. */
async function expectOpenedAccessible(page: Page, opener: string | RegExp, part: string): Promise<void> {
  const button = page.getByRole('button', { name: opener, exact: true }).first();
  await button.click();
  const opened = page.locator('[role=dialog], [role=menu]').filter({ visible: true }).first();
  await opened.waitFor();
  await expectAccessible(page, part);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });
  await button.and(page.locator(':focus')).waitFor();
}

browserTest('four clicks turn a ready-made design in chosen colours into a published template', async () => {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@screens.example');
  await page.goto(`/o/${tenant.organisationId}/templates`);
  await page.getByRole('link', { name: 'New template' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Grand diploma' });
  // By keyboard, as clicks are counted.
  await card.getByRole('radio', { name: 'Midnight' }).press('ArrowRight');
  await card.locator('img[src="/library/diploma-grand-1.webp"]').waitFor();
  await card.getByRole('button', { name: 'Use Grand diploma' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1', { exact: true }).waitFor();
  expect(page.faults).toEqual([]);
  const { templates } = (await laurel.call('/templates', { key: tenant.key })).body;
  const { id } = templates.find(({ name }: { name: string }) => name === 'Grand diploma');
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'designer@screens.example', 'owner'));
  const { design } = await owner.designs.get.query({ id });
  expect(JSON.stringify(design)).toContain('#17382c');
  expect(JSON.stringify(design)).not.toContain('#1d2440');
});

/** Saves screenshots for review if SCREENSHOTS names a directory. */
async function picture(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  await mkdir(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name.replaceAll(/\W+/g, '-')}.png`, fullPage: true });
}

browserTest(
  'the code of a first load is small: 200 KB gzipped for the sign-in, 320 KB for the overview, 450 KB for the designer',
  async () => {
    const { verificationHash } = (await laurel.call(`/certificates/${ids.certificate}`, { key: tenant.key })).body;
    const person = await openPage(laurel);
    await signIn(person, 'owner@screens.example');
    const storageState = await person.context().storageState();
    const home = `/o/${tenant.organisationId}`;
    for (const [path, limit, isSignedIn] of [
      [`/verify/${verificationHash}`, 150, false],
      ['/login', 200, false],
      [home, 320, true],
      [`${home}/templates/${ids.draft}`, 450, true],
    ] as const) {
      const page = await openPage(laurel, isSignedIn ? { storageState } : {});
      const sizes: Promise<number>[] = [];
      page.on('response', (response) => {
        // Fonts and images, which are already compressed, load after the code.
        const isCode = ['document', 'script', 'stylesheet'].includes(response.request().resourceType());
        if (isCode) sizes.push(response.body().then((body) => gzipSync(body).length));
      });
      await page.goto(path);
      await untilQuiet(page);
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(bytes, path).toBeGreaterThan(500);
      expect(bytes, path).toBeLessThan(limit * 1000);
    }
  },
);

browserTest('actions that a role does not allow are neither offered nor reachable by address', async () => {
  const page = await openPage(laurel);
  await signInToOverview(page, 'viewer@screens.example');
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await expect.poll(() => screens.getByRole('link', { name: 'Issue', exact: true }).count()).toBe(0);
  await page.goto(`/o/${tenant.organisationId}/certificates/${ids.certificate}`);
  await page.getByRole('heading', { name: 'Views' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
  await page.goto(`/o/${tenant.organisationId}/templates`);
  await page.getByText('Diploma of distinction').first().waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'New template' }).count()).toBe(0);
  for (const path of ['/settings?tab=api-keys', '/settings?tab=webhooks', '/settings?tab=audit-log']) {
    await page.goto(`/o/${tenant.organisationId}${path}`);
    await page.getByRole('heading', { name: 'Your role doesn’t include these settings' }).waitFor();
    await untilQuiet(page);
    expect(await page.getByRole('button', { name: /create/i }).count(), path).toBe(0);
  }
  await page.goto(`/o/${crypto.randomUUID()}/certificates`);
  await page.getByText('You don’t have access to this organisation').waitFor();
});

browserTest('templates that are all archived are not called the result of a search', async () => {
  const own = await laurel.tenant();
  const owner = nativeClient(laurel, await sessionOf(laurel, own, 'archive@screens.example', 'owner'));
  const { designs } = await owner.designs.list.query();
  for (const { id } of designs.filter(({ isOwn }) => isOwn)) await owner.designs.archive.mutate({ id });
  const page = await openPage(laurel);
  await signIn(page, 'archive@screens.example');
  await page.goto(`/o/${own.organisationId}/templates`);
  await page.getByText('0 templates', { exact: true }).waitFor();
  await page.getByLabel('Search templates').fill('nothing has this name');
  await page.getByText('No templates match your search.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('a screen reports a lost connection and recovers when it is back', async () => {
  const page = await openPage(laurel);
  await signInToOverview(page, 'owner@screens.example');
  await page.context().setOffline(true);
  await page.getByText('You’re offline.').waitFor();
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await page.getByText('Couldn’t load this').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Person 4').waitFor();
});
