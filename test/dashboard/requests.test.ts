import { mkdirSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import {
  browserTest,
  expectAccessibleInBothSchemes,
  openPage,
  signIn,
  signInToOverview,
  untilQuiet,
} from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';
import { openRequest } from '../support/requests.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@requests.example', 'owner');
  await createMember(laurel, tenant, 'viewer@requests.example', 'viewer');
});

browserTest('a member accepts, edits and declines requests, and sees how many are open', async () => {
  const [declined, edited, accepted] = [
    await openRequest(laurel, tenant),
    await openRequest(laurel, tenant, { name: 'Ada '.repeat(300).trim() }),
    await openRequest(laurel, tenant),
  ];
  for (const { certificateId } of [declined, edited, accepted]) await laurel.rendered(tenant.key, certificateId);
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signInToOverview(page, 'owner@requests.example');
  await page.getByRole('link', { name: 'Requests 3 open' }).click();
  const cards = page.getByRole('article');
  await page.getByRole('heading', { name: 'Requests' }).waitFor();
  await cards.first().waitFor();
  await shoot(page, 'requests');
  await expectAccessibleInBothSchemes(page);
  await expect.poll(() => cards.count()).toBe(3);
  await cards.nth(0).getByText('Ada Lovelace').waitFor();
  await cards.nth(0).getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Correct' }).click();
  await page.getByText('Certificate corrected. Its files follow. The recipient gets an e-mail.').waitFor();
  await cards
    .nth(2)
    .getByText(/^Accepted and corrected by owner@requests\.example/)
    .waitFor();
  // The buttons are gone, so the card has the focus.
  await page.locator('article:focus').getByText('Accepted and corrected').waitFor();

  await cards.nth(0).getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Correct' }).click();
  const form = page.getByRole('dialog', { name: 'Correct the certificate', exact: true });
  await form
    .getByText(/Doesn’t fit|too long/i)
    .first()
    .waitFor();
  await shoot(page, 'requests-edit');
  await expectAccessibleInBothSchemes(page);
  await form.getByLabel('name', { exact: true }).fill('Ada King');
  await form.getByLabel('Answer (optional)').fill('Shortened to fit');
  await form.getByRole('button', { name: 'Correct' }).click();
  await page.getByRole('link', { name: 'Requests 1 open' }).waitFor();

  await page.setViewportSize({ width: 320, height: 700 });
  await cards.nth(0).getByRole('button', { name: 'Decline' }).click();
  const decline = page.getByRole('dialog', { name: 'Decline the request' });
  await decline.getByRole('button', { name: 'Decline' }).click();
  await decline.getByText('Enter an answer. The recipient gets it by e-mail.').waitFor();
  await shoot(page, 'requests-decline-narrow');
  await decline.getByLabel('Answer').fill('As in your passport');
  await decline.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('Answer: As in your passport').waitFor();
  await shoot(page, 'requests-narrow');
  const native = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@requests.example', 'owner'));
  const { requests } = await native.requests.list.query({});
  expect(
    new Map(requests.map(({ id, status, correctedRevision, answer }) => [id, [status, correctedRevision, answer]])),
  ).toEqual(
    new Map([
      [accepted.id, ['ACCEPTED', 2, null]],
      [edited.id, ['ACCEPTED', 2, 'Shortened to fit']],
      [declined.id, ['DECLINED', null, 'As in your passport']],
    ]),
  );
  expect(page.faults).toEqual([]);
});

browserTest('an edited request keeps what somebody else has corrected while its form was open', async () => {
  const own = await laurel.tenant();
  await createMember(laurel, own, 'slow@requests.example', 'owner');
  const { certificateId } = await openRequest(laurel, own, {});
  await laurel.rendered(own.key, certificateId);
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'slow@requests.example');
  await page.goto(`/o/${own.organisationId}/requests`);
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Correct the certificate', exact: true });
  await expect.poll(() => form.getByLabel('name', { exact: true }).inputValue()).toBe('Ada Lovlace');
  const refreshed = page.waitForResponse(async (answer) => (await answer.text()).includes('Grace Hopper'));
  const body = { variables: { name: 'Grace Hopper' }, reason: 'Her name' };
  await laurel.call(`/certificates/${certificateId}/correct`, { key: own.key, body });
  await refreshed;
  await untilQuiet(page);
  await form.getByRole('button', { name: 'Correct' }).click();
  await form.waitFor({ state: 'detached' });
  const read = await laurel.call(`/certificates/${certificateId}`, { key: own.key });
  expect(read.body).toMatchObject({ recipientName: 'Grace Hopper', revision: 2 });
  expect(page.faults).toEqual([]);
});

browserTest('the page of a certificate leads to its open request, which a viewer only reads', async () => {
  const { certificateId } = await openRequest(laurel, tenant, {});
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'viewer@requests.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/${certificateId}`);
  await page.getByText('The recipient asks for a correction').waitFor();
  await page.getByRole('link', { name: 'View the request' }).click();
  const card = page.getByRole('article').first();
  await card.getByText('An e is missing').waitFor();
  await expect.poll(() => card.getByRole('button').count()).toBe(0);
  expect(page.faults).toEqual([]);
});

browserTest('a template gets the variables that recipients may ask to correct', async () => {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@requests.example');
  await page.goto(`/o/${tenant.organisationId}/templates/${tenant.templateId}`);
  const chosen = page.getByRole('combobox', { name: 'Recipients may ask to correct' });
  await chosen.focus();
  for (const name of ['name', 'course']) {
    await page.keyboard.press('ArrowDown');
    await page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
  }
  await page.keyboard.press('Tab');
  await expectAccessibleInBothSchemes(page);
  await shoot(page, 'requests-designer');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2', { exact: true }).first().waitFor();
  const native = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@requests.example', 'owner'));
  const { design } = await native.designs.get.query({ id: tenant.templateId });
  expect(design).toMatchObject({ requests: { variables: ['name', 'course'] } });
  expect(page.faults).toEqual([]);
});

browserTest(
  'a recipient asks in the place, by keyboard and at 320 px, without scripts, and sees what is wrong',
  async () => {
    const native = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@requests.example', 'owner'));
    const design = {
      ...{ name: 'Weaving', recipientNameVariable: 'name', page: { width: 300, height: 200 } },
      elements: ['name', 'day', 'grade'].map((name, index) => ({
        ...{ type: 'text' as const, x: 10, y: 10 + 50 * index, width: 280, height: 40, font: 'Inter', size: 12 },
        text: `{{${name}}}`,
      })),
      variables: { day: { type: 'date' as const }, grade: { type: 'choice' as const, options: ['A', 'B'] } },
      requests: { variables: ['name', 'day', 'grade'] },
    };
    const { id: templateId } = await native.templates.create.mutate({ design });
    const recipientEmail = 'weaver@requests.example';
    const variables = { name: 'Ada Lovlace', day: '2026-11-20', grade: 'B' };
    const { id } = await native.certificates.generate.mutate({ templateId, variables, recipientEmail });
    await laurel.rendered(tenant.key, id);
    const page = await openPage(laurel, { viewport: { width: 320, height: 700 }, javaScriptEnabled: false });
    await page.goto('/my?lang=en');
    await page.locator('input[name=email]').fill(recipientEmail);
    await page.keyboard.press('Enter');
    const mail = await lastMailTo(recipientEmail);
    await page.goto(/http\S*\/my\/enter\?token=\S+/.exec(mail.text ?? '')?.[0].replace(/^https?:\/\/[^/]+/, '') ?? '');
    await page.locator('main form button').click();
    await page.getByText('Ask for a correction').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('name', { exact: true }).fill('Ada\tLovelace');
    await page.getByLabel('grade').selectOption('A');
    await page.getByLabel('Message to the issuer').fill('An e is missing.\nThank you!');
    await shoot(page, 'place-form');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Check the marked values.').waitFor();
    await page.getByText('Use one line, without control characters.').waitFor();
    await shoot(page, 'place-wrong');
    await page.getByLabel('name', { exact: true }).fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText(/^You asked for a correction on/).waitFor();
    await shoot(page, 'place-open');
    const { requests } = await native.requests.list.query({ certificateId: id });
    expect(requests).toMatchObject([
      {
        message: 'An e is missing.\nThank you!',
        variables: [
          { name: 'name', proposed: 'Ada Lovelace' },
          { name: 'grade', proposed: 'A' },
        ],
      },
    ]);
    await native.requests.decline.mutate({ id: requests[0]?.id ?? '', answer: 'As in your passport' });
    // With scripts, which the check of accessibility needs.
    const scripted = await openPage(laurel, { storageState: await page.context().storageState() });
    for (const language of ['en', 'ar']) {
      await scripted.goto(`/my?lang=${language}`);
      await scripted.locator('details.ask-correction summary').click();
      await expectAccessibleInBothSchemes(scripted);
      await scripted.setViewportSize({ width: 320, height: 700 });
      expect(await scripted.evaluate('document.documentElement.scrollWidth')).toBe(320);
      await shoot(scripted, `place-declined-${language}`);
    }
    expect([...page.faults, ...scripted.faults]).toEqual([]);
  },
);

async function shoot(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
