import { beforeAll, expect } from 'vitest';
import {
  browserTest,
  contentOf,
  expectAccessibleInBothSchemes,
  openPage,
  signIn,
  signInToOverview,
} from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
let issued: { id: string; verificationHash: string };
let email: string;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  email = `figures-${tenant.organisationId}@screens.example`;
  await createMember(laurel, tenant, email, 'viewer');
  issued = await laurel.issue(tenant);
});

const OTHER_DESIGN = {
  ...{ name: 'Other design', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
  elements: [{ type: 'text', x: 60, y: 60, width: 500, height: 40, text: '{{name}}', font: 'Inter', size: 20 }],
};

/** A browser as people use it. The user agent of the tests' browser is that of a program. */
const PERSON = {
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

browserTest(
  'a viewer sees the use of the button for LinkedIn, which the page counts once and nobody else learns',
  async () => {
    const page = await openPage(laurel, PERSON);
    const asked: string[] = [];
    // The form of LinkedIn is not opened for real.
    await page.context().route('https://www.linkedin.com/**', (route) => route.fulfill({ body: 'form' }));
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).origin}`));
    await page.goto(`/verify/${issued.verificationHash}`);
    const button = page.getByRole('link', { name: 'Add to LinkedIn' });
    for (const _ of [1, 2]) {
      const form = page.context().waitForEvent('page');
      await button.click();
      await (await form).close();
    }
    const viewer = nativeClient(laurel, await sessionOf(laurel, tenant, `api-${email}`, 'viewer'));
    const { linkedIn } = await waitFor(
      'the use of the button',
      () => viewer.certificates.history.query({ id: issued.id }),
      (history) => history.linkedIn > 0,
    );
    expect(linkedIn).toBe(1);
    const [own] = asked.map((request) => request.split(' ')[1]);
    expect(asked.filter((request) => request.startsWith('POST'))).toEqual([`POST ${own}`]);
    expect(page.faults).toEqual([]);

    const screen = await openPage(laurel, { viewport: { width: 320, height: 740 } });
    await signIn(screen, email);
    await screen.goto(`/o/${tenant.organisationId}/figures`);
    const templates = screen.getByRole('table', { name: 'By template' });
    await templates.waitFor();
    await expect
      .poll(() => templates.getByRole('cell').allTextContents())
      .toEqual([expect.any(String), '1', '0', '0', '1', '1', '0']);
    expect(await screen.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await expectAccessibleInBothSchemes(screen);
    const shot = process.env.SHOTS;
    if (shot) await screen.screenshot({ path: `${shot}/figures-320.png`, fullPage: true });
    await screen.setViewportSize({ width: 1280, height: 900 });
    if (shot) await screen.screenshot({ path: `${shot}/figures-1280.png`, fullPage: true });
    await screen.getByRole('combobox', { name: 'Period' }).click();
    await screen.getByRole('option', { name: String(new Date().getUTCFullYear()), exact: true }).click();
    const csv = screen.waitForEvent('download');
    await screen.getByRole('link', { name: 'Export as CSV' }).click();
    const [, ...lines] = (await contentOf(await csv)).toString().trimEnd().split('\n');
    expect(lines).toEqual([expect.stringMatching(/,"1","0","0","1","1","0"$/)]);
    // The year before last has nothing, in the file as on the screen.
    await screen.getByRole('combobox', { name: 'Period' }).click();
    await screen.getByRole('option', { name: String(new Date().getUTCFullYear() - 2), exact: true }).click();
    await screen.getByText('Nothing in this period').waitFor();
    const empty = screen.waitForEvent('download');
    await screen.getByRole('link', { name: 'Export as CSV' }).click();
    expect((await contentOf(await empty)).toString().trimEnd().split('\n')).toHaveLength(1);
    await screen.goto(`/o/${tenant.organisationId}/figures?lang=ar`);
    await screen.locator('html[dir=rtl] table').first().waitFor();
    if (shot) await screen.screenshot({ path: `${shot}/figures-ar.png`, fullPage: true });
    expect(screen.faults).toEqual([]);
  },
);

browserTest('the figures of one template leave out those of others', async () => {
  const own = await laurel.tenant();
  const person = `template-figures-${own.organisationId}@screens.example`;
  await createMember(laurel, own, person, 'viewer');
  const admin = nativeClient(laurel, await sessionOf(laurel, own, `api-${person}`, 'admin'));
  const { id: templateId } = await admin.designs.create.mutate({ design: OTHER_DESIGN });
  const { revision } = await admin.designs.get.query({ id: templateId });
  await admin.designs.publish.mutate({ id: templateId, revision });
  await laurel.issue(own);
  for (const name of ['Ada', 'Grace']) {
    const { status } = await laurel.call('/certificates', { key: own.key, body: { templateId, variables: { name } } });
    expect(status).toBe(201);
  }
  const page = await openPage(laurel);
  await signIn(page, person);
  await page.goto(`/o/${own.organisationId}/figures`);
  const counts = page.getByRole('table', { name: 'By month' }).locator('td[data-label=Issued]');
  const issued = async () => (await counts.allInnerTexts()).filter((count) => count !== '0');
  await expect.poll(issued).toEqual(['3']);
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Other design' }).click();
  await expect.poll(issued).toEqual(['2']);
  expect(page.faults).toEqual([]);
});

browserTest('the overview says until when the credits last at the rate since the first certificate', async () => {
  const own = await laurel.tenant({ credits: 100 });
  const person = `credits-${own.organisationId}@screens.example`;
  await createMember(laurel, own, person, 'viewer');
  const page = await openPage(laurel, { timezoneId: 'Pacific/Honolulu' });
  await signInToOverview(page, person);
  await page.getByText('None used in the last 30 days.').waitFor();
  for (const _ of Array(10)) await laurel.issue(own);
  // 90 credits last 9 days at 10 a day.
  const timeZone = 'Pacific/Honolulu';
  const day = new Date(Date.now() + 9 * 86_400_000).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone });
  await page.reload();
  await page.getByText(`At this rate, you’ll run out around ${day}.`).waitFor();
  // The chart has the days of the figures, which are in UTC, wherever its reader is.
  const today = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const perDay = page.getByRole('table', { name: 'Certificates issued and viewed per day' });
  expect(await perDay.getByRole('row').last().innerText()).toMatch(new RegExp(`^${today}\\s+10\\s+0$`));
  expect(page.faults).toEqual([]);
});
