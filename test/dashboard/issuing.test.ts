import type { Page, Route } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, contentOf, expectAccessible, openPage, signIn, untilQuiet } from '../support/browser.ts';
import { typeInCell } from '../support/grid.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';
import { unzip } from '../support/zip.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 300 });
  await createMember(laurel, tenant, 'issuer@issuing.example', 'issuer');
});

async function open(path: string): Promise<Page & { faults: string[] }> {
  const page = await openPage(laurel);
  await signIn(page, 'issuer@issuing.example');
  await page.goto(`/o/${tenant.organisationId}${path}`);
  return page;
}

const balance = async (): Promise<number> => (await laurel.call('/credits', { key: tenant.key })).body.balance;

browserTest('one certificate is chosen, filled in, previewed and issued by keyboard alone', async () => {
  const page = await open('/issue');
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'name', exact: true }).waitFor();
  for (const value of ['Łucja Müller', 'Computing', 'honours', '21 November 2026', 'Grace Hopper']) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('img', { name: /preview|certificate/i }).waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'name', exact: true }).focus();
  await page.keyboard.press('Enter');
  const pdf = page.getByRole('link', { name: /open the pdf/i });
  await pdf.waitFor();
  await expectAccessible(page);
  const file = await fetch(new URL((await pdf.getAttribute('href')) ?? '', laurel.url));
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(await balance()).toBe(299);
  expect(page.faults).toEqual([]);
});

browserTest('a certificate without a name is refused with a text next to the field, and costs nothing', async () => {
  const before = await balance();
  const page = await open(`/issue?templateId=${tenant.templateId}`);
  await page.getByText('Sample values are shown for name, course, distinction').waitFor();
  const field = page.getByRole('textbox', { name: 'name', exact: true });
  await page.setViewportSize({ width: 1280, height: 500 });
  // The lower half of the field is visible below the sticky header; its label is behind it.
  const { y = 0 } = (await field.boundingBox()) ?? {};
  await page.mouse.wheel(0, y - 36);
  await expect.poll(async () => Math.round((await field.boundingBox())?.y ?? 0)).toBe(36);
  const submit = page.getByRole('button', { name: 'Issue the certificate' });
  await submit.evaluate((button: { focus(options: object): void }) => button.focus({ preventScroll: true }));
  await page.keyboard.press('Enter');
  await page.getByText('Enter the recipient’s name.').waitFor();
  await page.locator(':focus[aria-invalid=true]').waitFor();
  const header = await page.getByRole('banner').boundingBox();
  const bottom = (header?.y ?? 0) + (header?.height ?? 0);
  const label = page.locator('label', { hasText: /^name/ });
  await expect.poll(async () => ((await label.boundingBox())?.y ?? 0) - bottom).toBeGreaterThanOrEqual(0);
  await field.fill('\u3164');
  await page.getByText('Will be blank on the certificate: course, distinction, date, director.').waitFor();
  await page.getByText('The QR code and the number are samples.', { exact: true }).waitFor();
  const dated = page.waitForRequest((asked) => Boolean(asked.postData()?.includes('"awardedOn":"2026-01-05"')));
  await page.getByLabel('Award date').fill('2026-01-05');
  await dated;
  await submit.click();
  await page.getByText('Enter the recipient’s name.').waitFor();
  await expectAccessible(page);
  expect(await balance()).toBe(before);
});

/**
 * Returns a spreadsheet of 200 rows with four errors: a name that is too long, one with unsupported characters, a blank one, and a
 * malformed address.
 */
function spreadsheet(): string {
  const rows = Array.from({ length: 200 }, (_, index) => {
    const names: Record<number, string> = { 10: 'x'.repeat(2000), 20: 'A\u{13000}', 40: '\u3164' };
    const name = names[index] ?? `Person "${index}"; Müller`;
    const email = index === 30 ? 'nobody' : `person${index}@example.org`;
    return [`"${name.replaceAll('"', '""')}"`, 'Computing', 'honours', '21 November 2026', 'Grace Hopper', email].join(
      ';',
    );
  });
  return ['\uFEFFName;Course;Distinction;Date;Director;E-Mail', ...rows].join('\r\n');
}

browserTest(
  'a spreadsheet of 200 rows is checked, its four bad rows corrected in place, issued and downloaded',
  async () => {
    const before = await balance();
    const page = await open(`/batches/new?templateId=${tenant.templateId}`);
    const buffer = Buffer.from(spreadsheet());
    await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await page.getByText('200 rows: 196 ready, 4 need fixing.').waitFor();
    await page.getByRole('button', { name: 'Continue with the 196 that are ready' }).waitFor();
    await expect.poll(() => page.getByLabel('Batch name').inputValue()).toBe('people');
    const [rest] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the 4 rows that need fixing' }).click(),
    ]);
    const lines = (await contentOf(rest)).toString().trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('\uFEFF"Name","Course","Distinction","Date","Director","E-Mail","Reason"');
    // Named after the file's own columns.
    expect(lines[3]).toMatch(/,"nobody","E-Mail: .+"$/);
    await page.getByText('Needs fixing', { exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: '3. Columns' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: '4. Check', exact: true }).click();
    await page.getByText('200 rows: 196 ready, 4 need fixing.').waitFor();
    for (const [field, row, value] of [
      ['name', 12, 'Shorter'],
      ['name', 22, 'Anna'],
      ['name', 42, 'Berta'],
      ['E-mail address', 32, 'somebody@example.org'],
    ] as const)
      await typeInCell(page, field, row, value);
    await page.getByText('200 rows: all ready.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await balance()).toBe(before);
    // The answer is lost after the batch was created. The next attempt receives it, and nothing is issued twice.
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(/batches\.issue/, lose, { times: 1 });
    await page.getByRole('button', { name: 'Issue 200 certificates' }).click();
    await page.getByRole('alert').filter({ hasText: 'You can safely try again' }).waitFor();
    expect(page.faults.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')]);
    await page.getByRole('button', { name: 'Issue 200 certificates' }).click();
    const zip = page.getByRole('link', { name: /zip/i });
    await zip.waitFor();
    await page.getByRole('heading', { name: 'people', exact: true }).waitFor();
    await page.getByText(/by issuer@\S+ from people\.csv/).waitFor();
    expect(await balance()).toBe(before - 200);
    const [download] = await Promise.all([page.waitForEvent('download'), zip.click()]);
    const files = await unzip(await contentOf(download));
    expect(files.size).toBe(200);
    expect([...files.keys()].filter((name) => /Shorter|Anna|Berta/.test(name))).toHaveLength(3);
    expect(page.faults).toEqual([]);
  },
  120_000,
);

/** Holds a call until it is released. */
async function hold(page: Page, call: RegExp) {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(call, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { asked: asked.promise, release: released.resolve };
}

browserTest('a batch that is issued after its page was left does not lead away from the next page', async () => {
  const page = await open(`/batches/new?templateId=${tenant.templateId}`);
  const table = [Object.keys(VARIABLES), Object.values(VARIABLES)].join('\n');
  await page.getByLabel('Or paste rows from a spreadsheet').fill(table);
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const { asked, release } = await hold(page, /batches\.issue/);
  await page.getByRole('button', { name: 'Issue 1 certificate' }).click();
  await asked;
  await page.getByRole('link', { name: 'Recipients' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  const title = page.getByRole('heading', { name: 'Recipients', exact: true });
  await title.waitFor();
  release();
  await page.getByText('Batch finished: 1 certificate issued.').waitFor();
  expect(await title.isVisible()).toBe(true);
  expect(page.faults).toEqual([]);
});

browserTest('a certificate whose form was left while it was issued is reported', async () => {
  const page = await open(`/issue?templateId=${tenant.templateId}`);
  for (const [name, value] of Object.entries(VARIABLES))
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  const { asked, release } = await hold(page, /certificates\.generate/);
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await asked;
  await page.getByRole('button', { name: 'Change the template' }).click();
  release();
  const toast = page.getByRole('alert').filter({ hasText: `Issued to ${VARIABLES.name}` });
  await toast.getByRole('button', { name: 'View the certificate' }).click();
  await page.getByRole('heading', { name: VARIABLES.name, level: 1 }).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('a value that changed after a lost answer is issued', async () => {
  const page = await open(`/issue?templateId=${tenant.templateId}`);
  for (const [name, value] of Object.entries(VARIABLES))
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  await page.route(/certificates\.generate/, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await page.getByRole('alert').filter({ hasText: 'You can safely try again' }).waitFor();
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Ada Changed');
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await page.getByRole('heading', { name: 'Issued to Ada Changed' }).waitFor();
});

browserTest('the preview of a certificate follows a new version of its template', async () => {
  const session = await sessionOf(laurel, tenant, 'designer@issuing.example', 'owner');
  const { designs } = nativeClient(laurel, session);
  const { templateId: id } = tenant;
  const page = await open(`/issue?templateId=${id}`);
  const picture = page.getByRole('img', { name: 'The certificate as it would look' });
  await untilQuiet(page);
  const before = await picture.getAttribute('src');
  const { revision, design } = await designs.get.query({ id });
  const background = { color: '#ffeedd' };
  const draft = await designs.saveDraft.mutate({ id, revision, design: { ...design, background } });
  await designs.publish.mutate({ id, revision: draft.revision });
  await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
  expect(page.faults).toEqual([]);
});

browserTest('leaving an unfinished batch asks first, and batches with too many rows are refused', async () => {
  const page = await open(`/batches/new?templateId=${tenant.templateId}`);
  const many = ['name', ...Array.from({ length: 1001 }, (_, index) => `Person ${index}`)].join('\n');
  await page.getByLabel('Or paste rows from a spreadsheet').fill(many);
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.getByRole('alert').getByText(/1,000/).waitFor();
  await page.getByLabel('Or paste rows from a spreadsheet').fill('name\tcourse\nAda\tComputing');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(page.url()).toContain('/batches/new');
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\/certificates$/);
});

browserTest(
  'the author of a batch, and no one else, is notified of its end on another screen, however short it was',
  async () => {
    const email = 'batches@issuing.example';
    const client = nativeClient(laurel, await sessionOf(laurel, tenant, email, 'issuer'));
    const page = await openPage(laurel);
    // Controls the timeouts of notifications and polling.
    await page.clock.install();
    await signIn(page, email);
    await page.goto(`/o/${tenant.organisationId}/templates`);
    await page.getByRole('heading', { name: 'Diploma of distinction' }).waitFor();
    await untilQuiet(page);
    const recipients = ['Ada', 'Grace'].map((name) => ({ variables: { ...VARIABLES, name } }));
    const { templateId, key } = tenant;
    const own = await client.batches.issue.mutate({ templateId, name: 'Spring', recipients });
    const others = (await laurel.call('/batches', { key, body: { templateId, recipients } })).body;
    for (const { batchId } of [own, others]) await laurel.completed(key, batchId);
    await page.getByText('Batch “Spring” finished: 2 certificates issued.').waitFor();
    await expect.poll(() => page.getByText(/^Batch .*finished/).count()).toBe(1);
    // Only once: the next poll shows nothing.
    await page.clock.fastForward(30_000);
    await page.getByText(/^Batch .*finished/).waitFor({ state: 'detached' });
    expect(page.faults).toEqual([]);
  },
);
