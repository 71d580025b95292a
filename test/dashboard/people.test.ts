import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { Organisation } from '../../database/entities/organisation.ts';
import { browserTest, expectAccessible, openPage, signIn, signInToOverview } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { createMember, nativeClient, PASSWORD, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@people.example', 'owner');
});

const LINK = /https?:\/\/\S+/;

/** Returns the link in the last e-mail to an address. */
const mailedLink = async (address: string): Promise<string> =>
  LINK.exec((await lastMailTo(address, ({ text }) => LINK.test(text ?? ''))).text ?? '')?.[0] ?? '';

browserTest('a wrong password is refused with a text, and the right one leads to the requested page', async () => {
  const page = await openPage(laurel);
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('E-mail address').fill('owner@people.example');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('That e-mail address and password don’t match.');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Certificates', exact: true }).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('a link to the sign-in leads to the overview afterwards, never to another site', async () => {
  const page = await openPage(laurel);
  const left: string[] = [];
  await page.route(/^https?:\/\/elsewhere\.example/, (route) => {
    left.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<h1>Overview</h1>' });
  });
  // Browsers read \ as / and skip tabs.
  for (const to of [
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
  ]) {
    await page.goto(`/login?to=${encodeURIComponent(to)}`);
    await page.getByLabel('E-mail address').fill('owner@people.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  }
  expect(left).toEqual([]);
});

browserTest('a forgotten password is reset with a mailed link, which works once', async () => {
  await createMember(laurel, tenant, 'forgetful@people.example', 'issuer');
  const page = await openPage(laurel);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.getByLabel('E-mail address').fill('forgetful@people.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('status').waitFor();
  const link = await mailedLink('forgetful@people.example');
  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('At least 10 characters', { exact: true }).waitFor();
  await page.getByLabel('New password').fill('another good password');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('Your password has been changed').waitFor();
  await signIn(page, 'forgetful@people.example', 'another good password');
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest(
  'an invited person creates an account with the mailed link and becomes a member with the role',
  async () => {
    const owner = await openPage(laurel);
    await signInToOverview(owner, 'owner@people.example');
    const invited = await owner.evaluate(async (organisation) => {
      const answer = await fetch('/trpc/members.invite', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Laurel-Organisation': organisation },
        body: JSON.stringify({ email: 'new@people.example', role: 'viewer' }),
      });
      return (await answer.json()) as { result: { data: { isOutbox: boolean } } };
    }, tenant.organisationId);
    expect(invited.result.data.isOutbox).toBe(false);
    const page = await openPage(laurel);
    const link = await mailedLink('new@people.example');
    await page.goto(link);
    await page.getByRole('heading', { name: `Join ${tenant.name}` }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Your name').fill('Nora New');
    await page.getByLabel('Password', { exact: true }).fill('a password of hers');
    await page.getByRole('button', { name: 'Create my account and join' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Account of Nora New' }).click();
    await page.getByText('new@people.example').waitFor();
    expect(await page.getByRole('link', { name: 'Issue', exact: true }).count()).toBe(0);
    await page.goto(link);
    await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
  },
);

browserTest('an invited person who joined, but could not be signed in yet, is led to the sign-in', async () => {
  const client = nativeClient(laurel, await sessionOf(laurel, tenant, 'inviter@people.example', 'owner'));
  await client.members.invite.mutate({ email: 'cut@people.example', role: 'viewer' });
  const page = await openPage(laurel);
  await page.goto(await mailedLink('cut@people.example'));
  await page.getByLabel('Your name').fill('Cora Cut');
  await page.getByLabel('Password', { exact: true }).fill('a password of hers');
  await page.route('**/auth/sign-in/email', (route) => route.fulfill({ status: 429, json: {} }), { times: 1 });
  await page.getByRole('button', { name: 'Create my account and join' }).click();
  await page.getByLabel('E-mail address').fill('cut@people.example');
  await page.getByLabel('Password', { exact: true }).fill('a password of hers');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/o/${tenant.organisationId}`);
  expect(page.faults).toEqual([]);
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

browserTest('sessions are distinguished by device, and can be ended singly or all except this one', async () => {
  const [here, there, phone] = [
    await openPage(laurel),
    await openPage(laurel, { userAgent: FIREFOX }),
    await openPage(laurel, { userAgent: IPHONE }),
  ];
  await createMember(laurel, tenant, 'twice@people.example', 'viewer');
  await signInToOverview(here, 'twice@people.example');
  await signInToOverview(there, 'twice@people.example');
  await here.getByRole('button', { name: 'Account of' }).click();
  await signInToOverview(phone, 'twice@people.example');
  await here.getByRole('menuitem', { name: 'My account' }).click();
  const lines = here.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await lines.filter({ hasText: 'Firefox on Windows' }).waitFor();
  await expect
    .poll(() => lines.allTextContents())
    .toEqual([
      expect.stringMatching(/^Chrome on \w+This browserIP address 127\.0\.0\.1 · Signed in/),
      expect.stringMatching(/^Safari on iPhoneIP address .*Last used/),
      expect.stringMatching(/^Firefox on WindowsIP address/),
    ]);
  await expectAccessible(here);
  await here.getByRole('button', { name: /^Sign out Safari on iPhone/ }).click();
  await here.getByText('That browser is signed out.').waitFor();
  await lines.filter({ hasText: 'iPhone' }).waitFor({ state: 'detached' });
  await phone.reload();
  await phone.getByRole('heading', { name: 'Sign in' }).waitFor();
  await here.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await here.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await here.getByText('You are signed out everywhere else.').waitFor();
  await expectAccessible(here);
  await there.reload();
  await there.getByRole('heading', { name: 'Sign in' }).waitFor();
  await here.reload();
  await here.getByRole('heading', { name: 'My account' }).waitFor();
});

browserTest('a sign-out that fails is reported, and the page stays open', async () => {
  const page = await openPage(laurel);
  await signInToOverview(page, 'owner@people.example');
  await page.route('**/auth/sign-out', (route) => route.fulfill({ status: 429, json: {} }), { times: 1 });
  const signOut = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await signOut();
  await page.getByText('Something went wrong', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await signOut();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('members of several organisations choose and switch, and see only the data of the open one', async () => {
  const other = await laurel.tenant({ credits: 7 });
  await laurel
    .context(other)
    .em()
    .nativeUpdate(Organisation, { id: other.organisationId }, { organizationName: 'Other Organisation' });
  await createMember(laurel, tenant, 'both@people.example', 'viewer');
  await createMember(laurel, other, 'both@people.example', 'owner');
  const page = await openPage(laurel);
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill('both@people.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Other Organisation' }).click();
  await page.getByText('7', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Issue', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Other Organisation' }).click();
  await page.getByRole('menuitem', { name: tenant.name }).click();
  await page.getByText('100', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Issue', exact: true }).count()).toBe(0);
  expect(page.faults).toEqual([]);
});

browserTest('members are invited, get roles and leave by forms, which offer owners only to owners', async () => {
  const own = await laurel.tenant();
  for (const role of ['owner', 'admin', 'issuer'] as const)
    await createMember(laurel, own, `${role}@forms.example`, role);
  const roleOf = (page: Page, role: string) => page.getByRole('combobox', { name: `Role of ${role}@forms.example` });
  const openMembers = async (email: string) => {
    const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
    await signIn(page, email);
    await page.goto(`/o/${own.organisationId}/settings?tab=members`);
    await roleOf(page, 'issuer').waitFor();
    return page;
  };
  const admin = await openMembers('admin@forms.example');
  expect(await roleOf(admin, 'owner').count()).toBe(0);
  expect(await admin.getByRole('button', { name: 'Remove owner@forms.example' }).count()).toBe(0);
  const offered = await roleOf(admin, 'issuer').getByRole('option').allTextContents();
  expect(offered).toEqual(['Admin', 'Issuer', 'Viewer']);
  await admin.getByRole('button', { name: 'Invite someone' }).click();
  expect(await admin.getByRole('dialog').getByRole('radio', { name: 'Owner' }).count()).toBe(0);
  await admin.getByLabel('E-mail address').fill('guest@forms.example');
  await admin.getByRole('dialog').getByRole('radio', { name: 'Viewer' }).check();
  await admin.getByRole('button', { name: 'Invite', exact: true }).click();
  await admin.getByText('The e-mail to guest@forms.example is on its way').waitFor();
  await admin.getByRole('button', { name: 'Done' }).click();
  const invitations = admin.getByRole('table', { name: 'Open invitations' });
  await invitations.getByRole('row').filter({ hasText: 'guest@forms.example' }).filter({ hasText: 'Viewer' }).waitFor();

  const owner = await openMembers('owner@forms.example');
  await roleOf(owner, 'owner').selectOption('Viewer');
  await owner.getByRole('dialog', { name: 'Become viewer yourself?' }).getByRole('button', { name: 'Change' }).click();
  await owner.getByText('owner@forms.example is the only owner. Make someone else an owner first.').waitFor();
  await roleOf(owner, 'admin').selectOption('Owner');
  await owner.getByText('admin@forms.example is now owner.').waitFor();
  await owner.getByRole('button', { name: 'Remove issuer@forms.example' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await owner.getByText('issuer@forms.example removed.').waitFor();
  await roleOf(owner, 'issuer').waitFor({ state: 'detached' });
  expect([...admin.faults, ...owner.faults]).toEqual([]);
});
