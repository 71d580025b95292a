import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { database } from '../../database/sql.ts';
import { browserTest, expectAccessible, expectAccessibleInBothSchemes, openPage } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

/** Public page of a certificate in its states, as people see it. */

const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let laurel: Laurel;
let tenant: Tenant;
/** Paths of the pages, by state. */
const paths: Record<string, string> = {};
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ design: 'classic-diploma' });
  const { key } = tenant;
  const [valid, revoked, altered, long] = await Promise.all([
    laurel.issue(tenant),
    laurel.issue(tenant),
    laurel.issue(tenant),
    laurel.issue(tenant, { ...VARIABLES, name: 'Maximiliane-Alexandra von Hohenzollern-Sigmaringen zu Łańcut' }),
  ]);
  await laurel.call(`/certificates/${revoked.id}/revoke`, { key, body: { reason: 'Printed twice' } });
  await sql`update certificates set recipient_name = 'Eve' where id = ${altered.id}`.execute(
    database(laurel.installation.services.em()),
  );
  for (const [state, { verificationHash }] of Object.entries({ valid, revoked, altered, long }))
    paths[state] = `/verify/${verificationHash}`;
});

const open = async (
  state: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<Page & { faults: string[] }> => {
  const page = await openPage(laurel, { userAgent: USER_AGENT, ...options });
  await page.goto(paths[state] ?? '');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  return page;
};

browserTest.each([
  ['valid', 320, 'en-GB'],
  ['valid', 1280, 'ar'],
  ['revoked', 320, 'ar'],
  ['revoked', 1280, 'en-GB'],
  ['altered', 320, 'de-DE'],
  ['long', 320, 'de-DE'],
  ['long', 1280, 'hi-IN'],
] as const)(
  'the page of a certificate (%s) fits %d px in %s, and axe finds nothing in either scheme',
  async (state, width, locale) => {
    const page = await open(state, { locale, viewport: { width, height: 800 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await expectAccessibleInBothSchemes(page);
    expect(page.faults).toEqual([]);
  },
);

browserTest('on a phone the buttons are one column of equal width, and each is large enough to tap', async () => {
  const page = await open('valid', { viewport: { width: 320, height: 640 } });
  const buttons = await page.locator('.actions .button:visible').all();
  const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
  expect(boxes).toHaveLength(6);
  const [first] = boxes;
  for (const [index, box] of boxes.entries()) {
    expect([box?.x, box?.width]).toEqual([first?.x, first?.width]);
    expect(box?.height).toBeGreaterThanOrEqual(44);
    if (index > 0) expect(box?.y).toBeGreaterThan(boxes[index - 1]?.y ?? Number.POSITIVE_INFINITY);
  }
});

browserTest('a post has a choice of sites, also without JavaScript', async () => {
  const page = await open('valid', { javaScriptEnabled: false });
  await expect.poll(() => page.getByRole('link', { name: 'WhatsApp' }).isVisible()).toBe(false);
  await page.locator('.post summary').click();
  for (const name of ['LinkedIn', 'Facebook', 'X', 'WhatsApp']) {
    const link = page.locator('.post').getByRole('link', { name, exact: true });
    const href = decodeURIComponent((await link.getAttribute('href')) ?? '');
    expect([name, await link.isVisible(), href.includes(`${paths.valid}`)]).toEqual([name, true, true]);
  }
  await expect.poll(() => page.getByText('Other apps').isVisible()).toBe(false);
});

browserTest('the link is copied, and the button confirms it', async () => {
  const page = await open('valid', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Link copied' }).waitFor();
  await expect.poll(() => page.locator('.actions [role=status]').textContent()).toBe('Link copied');
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(new RegExp(`^https?://[^/]+${paths.valid}$`));
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
});

browserTest("a file is chosen with a button in the page's language, by keyboard", async () => {
  const page = await open('valid', { locale: 'de-DE' });
  await expect.poll(() => page.locator('label', { hasText: 'Datei auswählen' }).isVisible()).toBe(true);
  // Early, because the browser needs some time until it reports choosers.
  const chooser = page.waitForEvent('filechooser');
  const input = page.getByLabel('Datei auswählen');
  await input.focus();
  const focused = "getComputedStyle(document.querySelector('.unseen:focus-visible + label')).outlineStyle";
  expect(await page.evaluate(focused)).toBe('solid');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'Urkunde.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') });
  await page.locator('output', { hasText: 'Urkunde.pdf' }).waitFor();
  await page.getByRole('heading', { name: 'Diese Datei ist nicht die ausgestellte.' }).waitFor();
  await expectAccessible(page);
});

browserTest('the picture of a revoked certificate is marked, and is no link', async () => {
  const page = await open('revoked', { locale: 'fr-FR' });
  await expect.poll(() => page.locator('.mark').textContent()).toBe('Révoqué');
  expect(await page.locator('.picture a').count()).toBe(0);
  const filter = "getComputedStyle(document.querySelector('img.certificate')).filter";
  expect(await page.evaluate(filter)).toBe('grayscale(1)');
  expect(await page.getByRole('link', { name: /PDF|PNG|LinkedIn|Open Badges/ }).count()).toBe(0);
});

browserTest.each([
  ['valid', 'A4'],
  ['long', 'Letter'],
  ['revoked', 'A4'],
] as const)('the page of a certificate (%s) prints on one page of %s, upright and across', async (state, format) => {
  const page = await open(state, { locale: 'de-DE' });
  await page.evaluate("document.querySelector('img.certificate').decode()");
  for (const landscape of [false, true]) {
    const printed = await PDFDocument.load(await page.pdf({ format, landscape }));
    expect(printed.getPageCount()).toBe(1);
  }
});

browserTest("nothing on the page comes from another host, and text is in the product's fonts", async () => {
  const page = await openPage(laurel, { userAgent: USER_AGENT });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.goto(paths.long ?? '');
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => !url.startsWith(laurel.url))).toEqual([]);
  // The name has letters of the extended part, which is loaded for them alone.
  const fonts = asked.flatMap((url) => /fonts\/(.+)-[0-9a-f]{8}\.woff2$/.exec(url)?.[1] ?? []).sort();
  expect(fonts).toEqual(['inter-400-latin', 'inter-600-latin', 'lora-600-latin', 'lora-600-latin-ext']);
});

browserTest(
  'a former hash leads to the corrected certificate, and its file is called genuine but replaced',
  async () => {
    const { key } = tenant;
    const before = await laurel.issue(tenant, { ...VARIABLES, name: 'Ada Lovlace' });
    const file = Buffer.from(await (await fetch(before.pdfUrl)).arrayBuffer());
    const body = { variables: { name: 'Ada Lovelace' }, reason: 'Misspelt' };
    expect((await laurel.call(`/certificates/${before.id}/correct`, { key, body })).status).toBe(201);
    const after = await laurel.rendered(key, before.id);
    const page = await openPage(laurel, {
      userAgent: USER_AGENT,
      locale: 'de-DE',
      viewport: { width: 320, height: 640 },
    });
    await page.goto(`/verify/${before.verificationHash}`);
    await page.getByText('Sie haben eine frühere Fassung dieses Zertifikats geöffnet.').waitFor();
    await expect.poll(() => page.getByText('Ada Lovelace').first().isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: /PDF|PNG|LinkedIn|Open Badges/ }).count()).toBe(0);
    expect(await page.locator('.picture a').count()).toBe(0);
    await expectAccessibleInBothSchemes(page);
    const printed = await PDFDocument.load(await page.pdf({ format: 'A4', landscape: true }));
    expect(printed.getPageCount()).toBe(1);
    await page.getByRole('link', { name: 'Aktuelles Zertifikat öffnen' }).click();
    await page.waitForURL(`**/verify/${after.verificationHash}?lang=de`);
    expect(await page.getByText('frühere Fassung').count()).toBe(0);
    await expect.poll(() => page.getByText('Berichtigt am').isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('link', { name: 'PDF herunterladen' }).isVisible()).toBe(true);
    const choose = (buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name: 'c.pdf', mimeType: 'application/pdf', buffer });
    await choose(file);
    await page.getByRole('heading', { name: /^Diese Datei ist echt, wurde aber am .+ ersetzt\.$/ }).waitFor();
    await expect.poll(() => page.locator('section.state').getAttribute('class')).toBe('state unknown');
    await expectAccessible(page);
    await choose(Buffer.concat([file, Buffer.from('\n')]));
    await page.getByRole('heading', { name: 'Diese Datei ist nicht die ausgestellte.' }).waitFor();
    await choose(Buffer.from(await (await fetch(after.pdfUrl)).arrayBuffer()));
    await page.getByRole('heading', { name: 'Dieses Zertifikat ist gültig.' }).waitFor();
    expect(page.faults).toEqual([]);
  },
);

browserTest('the page of a renewed certificate leads to the new one', async () => {
  const { key } = tenant;
  const before = await laurel.issue(tenant);
  const { status, body } = await laurel.call(`/certificates/${before.id}/renew`, { key, body: {} });
  expect(status).toBe(201);
  await laurel.rendered(key, body.id);
  const page = await openPage(laurel, {
    userAgent: USER_AGENT,
    locale: 'fr-FR',
    viewport: { width: 320, height: 640 },
  });
  await page.goto(`/verify/${before.verificationHash}`);
  await expectAccessibleInBothSchemes(page);
  await expect.poll(() => page.locator('section.state').getAttribute('class')).toBe('state good');
  await page.locator('.banners .info a').click();
  await page.waitForURL(`**/verify/${body.verificationHash}*`);
  expect(await page.locator('.banners .info').count()).toBe(0);
  expect(page.faults).toEqual([]);
});
