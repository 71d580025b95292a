import { beforeAll, expect } from 'vitest';
import { sandboxOf } from '../../domain/shared/ids.ts';
import { browserTest, expectAccessibleInBothSchemes, openPage, signIn, signInToOverview } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let email: string;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  email = `test-mode-${tenant.organisationId}@screens.example`;
  await createMember(laurel, tenant, email, 'owner');
});

browserTest(
  'a person issues in test mode, which every screen shows, reads the mail there, and empties it',
  async () => {
    const page = await openPage(laurel);
    await signInToOverview(page, email);
    const banner = page.getByRole('note').filter({ hasText: 'Test mode.' });
    expect(await banner.count()).toBe(0);
    await page.getByRole('switch', { name: 'Test mode' }).click();
    await banner.waitFor();
    const sandboxId = sandboxOf(tenant.organisationId);
    expect(new URL(page.url()).pathname).toBe(`/o/${sandboxId}`);

    const session = await sessionOf(laurel, tenant, `api-${email}`, 'owner');
    const inTest = nativeClient(laurel, { ...session, 'X-Laurel-Organisation': sandboxId });
    const { id } = await inTest.certificates.generate.mutate({
      ...{
        templateId: tenant.templateId,
        variables: VARIABLES,
        recipientEmail: 'ada@sandbox.example',
        sendEmail: true,
      },
    });
    for (const screen of ['', '/certificates', `/certificates/${id}`, '/templates', '/settings', '/figures', '/test']) {
      await page.goto(`/o/${sandboxId}${screen}`);
      await banner.waitFor();
    }
    // Templates are only read.
    await page.goto(`/o/${sandboxId}/templates`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'New template' }).count()).toBe(0);

    await page.goto(`/o/${sandboxId}/test`);
    await page.getByRole('button', { name: /ada@sandbox\.example/ }).click();
    const frame = page.frameLocator('iframe[title="Preview of the e-mail"]');
    await frame.getByRole('link').first().waitFor();
    await expectAccessibleInBothSchemes(page);
    // Only the person who asks gets it, at their own address.
    await page.getByRole('button', { name: 'Send it to me' }).click();
    await page.getByText(`Test e-mail to ${email} queued.`).waitFor();
    const sent = await lastMailTo(email, ({ text }) => text?.includes('/verify/') === true);
    expect(sent.html).toContain('/verify/');

    await page.getByRole('button', { name: 'Empty test mode' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty test mode' }).click();
    await page.getByText('1 test certificate deleted.').waitFor();
    await page.getByText('No e-mails yet').waitFor();
    await page.getByRole('link', { name: 'Leave test mode' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/o/${tenant.organisationId}`);
    expect(page.faults).toEqual([]);
  },
);

browserTest('on a phone, the switch is in the menu, and the tools fit', async () => {
  const page = await openPage(laurel, { viewport: { width: 320, height: 740 } });
  await signInToOverview(page, email);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await page.getByRole('note').filter({ hasText: 'Test mode.' }).waitFor();
  await page.goto(`/o/${sandboxOf(tenant.organisationId)}/test`);
  await page.getByLabel('New time').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
});

browserTest('the history of credits and the log of actions are listed to their first entries', async () => {
  const own = await laurel.tenant();
  const member = `history-${own.organisationId}@screens.example`;
  const session = await sessionOf(laurel, own, member, 'owner');
  await nativeClient(laurel, session).testMode.open.mutate();
  const sandboxId = sandboxOf(own.organisationId);
  const inTest = nativeClient(laurel, { ...session, 'X-Laurel-Organisation': sandboxId });
  for (let balance = 1; balance <= 55; balance++) await inTest.testMode.setCredits.mutate({ balance });
  const page = await openPage(laurel);
  await signIn(page, member);
  for (const [tab, table] of [
    ['credits', 'Credit history'],
    ['audit-log', 'Audit log'],
  ] as const) {
    await page.goto(`/o/${sandboxId}/settings?tab=${tab}`);
    const rows = page.getByRole('table', { name: table }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(51);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(56);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  }
});

browserTest('test mode that opens after a switch of organisations does not lead back', async () => {
  const other = await laurel.tenant();
  await createMember(laurel, other, email, 'owner');
  const page = await openPage(laurel);
  await signIn(page, email);
  await page.goto(`/o/${other.organisationId}`);
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/testMode\.open/, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await asked.promise;
  await page.getByRole('button', { name: other.name }).click();
  await page.getByRole('menuitem', { name: tenant.name, exact: true }).click();
  await page.waitForURL(`**/o/${tenant.organisationId}`);
  const answered = page.waitForResponse(/testMode\.open/);
  released.resolve();
  await (await answered).finished();
  await page.getByRole('link', { name: 'Batches' }).click();
  await page.getByRole('heading', { name: 'Batches', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/o/${tenant.organisationId}/batches`);
});
