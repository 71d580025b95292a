import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage } from '../support/browser.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';

let laurel: Laurel;
let path: string;
let pdf: Buffer;
beforeAll(async () => {
  laurel = await Laurel.shared();
  const { verificationHash, pdfUrl } = await laurel.issue(await laurel.tenant());
  path = `/verify/${verificationHash}`;
  pdf = Buffer.from(await (await fetch(pdfUrl)).arrayBuffer());
});

browserTest('a PDF is compared with the issued one and never leaves the browser', async () => {
  const page = await openPage(laurel);
  await page.goto(path);
  const sent: string[] = [];
  page.on('request', (request) => {
    // The page's icon can load late. A request that carried a file would not be a GET.
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'c.pdf', mimeType: 'application/pdf', buffer });
  await choose(pdf);
  await page.getByText('This file is exactly the one that was issued.').waitFor();
  await choose(Buffer.concat([pdf, Buffer.from('\n')]));
  await page.locator('output', { hasText: 'This file is not the one that was issued.' }).waitFor();
  await expectAccessible(page);
  expect(sent).toEqual([]);
  expect(page.faults).toEqual([]);
});

browserTest("a wrong PDF turns the banner of a valid certificate's page red and scrolls it into view", async () => {
  const page = await openPage(laurel, { viewport: { width: 360, height: 740 } });
  await page.goto(path);
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'c.pdf', mimeType: 'application/pdf', buffer });
  const banner = page.locator('.state');
  await page.locator('aside').scrollIntoViewIfNeeded();
  await choose(Buffer.concat([pdf, Buffer.from('\n')]));
  await page.getByRole('heading', { name: 'This file is not the one that was issued.' }).waitFor();
  await expect.poll(() => banner.getAttribute('class')).toBe('state bad');
  expect((await banner.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  expect(await page.getByText('This certificate is valid.').count()).toBe(0);
  await choose(pdf);
  await page.getByRole('heading', { name: 'This certificate is valid.' }).waitFor();
  await expect.poll(() => banner.getAttribute('class')).toBe('state good');
  expect(page.faults).toEqual([]);
});

browserTest('of several files, the last chosen one is shown, also if an earlier one is read later', async () => {
  const page = await openPage(laurel);
  await page.goto(path);
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await page.evaluate(`
    const read = File.prototype.arrayBuffer;
    const released = new Promise((resolve) => { globalThis.release = resolve; });
    File.prototype.arrayBuffer = async function () {
      if (this.name === 'slow.pdf') await released;
      if (this.name === 'gone.pdf') throw new Error('NotReadableError');
      return read.call(this);
    };
    const output = document.querySelector('output');
    globalThis.shown = [];
    const note = () => output.firstChild && shown.push(output.firstChild.textContent);
    new MutationObserver(note).observe(output, { childList: true });`);
  await choose('slow.pdf', Buffer.concat([pdf, Buffer.from('\n')]));
  await choose('c.pdf', pdf);
  await page.evaluate('release()');
  await expect.poll(() => page.evaluate('[...shown].sort()')).toEqual(['c.pdf', 'slow.pdf']);
  expect(await page.evaluate('shown')).toEqual(['slow.pdf', 'c.pdf']);
  await page.getByRole('heading', { name: 'This certificate is valid.' }).waitFor();
  await choose('gone.pdf', pdf);
  await expect.poll(() => page.locator('output').textContent()).toBe('');
});

browserTest.each([
  ['en-GB', 'light', 'This certificate is valid.', 'ltr'],
  ['fr-FR', 'dark', 'Ce certificat est valide.', 'ltr'],
  ['de-DE', 'light', 'Dieses Zertifikat ist gültig.', 'ltr'],
  ['es-ES', 'dark', 'Este certificado es válido.', 'ltr'],
  ['ar', 'dark', 'هذه الشهادة صالحة', 'rtl'],
] as const)(
  'the page works in %s, also on a mobile screen, and axe finds nothing',
  async (locale, colorScheme, title, dir) => {
    const page = await openPage(laurel, { locale, colorScheme, viewport: { width: 360, height: 740 } });
    await page.goto(path);
    await page.getByText(title).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(dir);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    expect(page.faults).toEqual([]);
  },
);

browserTest('a printed page is black on white, with the certificate and without controls', async () => {
  const page = await openPage(laurel, { colorScheme: 'dark' });
  await page.goto(path);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const control of await page.locator('button, input, aside').all()) expect(await control.isVisible()).toBe(false);
  await expect.poll(() => page.getByRole('link', { name: 'Download PDF' }).isVisible()).toBe(false);
  await expect.poll(() => page.getByText('This certificate is valid.').isVisible()).toBe(true);
  await expect.poll(() => page.getByText(VARIABLES.name).first().isVisible()).toBe(true);
  await expect.poll(() => page.locator('img.certificate').isVisible()).toBe(true);
  const colours =
    'JSON.stringify([getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor])';
  expect(await page.evaluate(colours)).toBe('["rgb(0, 0, 0)","rgb(255, 255, 255)"]');
});

browserTest('a right-to-left name is aligned with the other values of a left-to-right page', async () => {
  const tenant = await laurel.tenant();
  const { verificationHash } = await laurel.issue(tenant, { ...VARIABLES, name: 'محمد بن سلمان' });
  const page = await openPage(laurel);
  await page.goto(`/verify/${verificationHash}`);
  const startOf = (text: string) =>
    page
      .getByText(text)
      .first()
      .evaluate((node) => {
        const { document } = globalThis as unknown as {
          document: {
            createRange(): { selectNodeContents(of: unknown): void; getBoundingClientRect(): { left: number } };
          };
        };
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect().left;
      });
  expect(await startOf('محمد بن سلمان')).toBeCloseTo(await startOf('Diploma of distinction'), 0);
});
