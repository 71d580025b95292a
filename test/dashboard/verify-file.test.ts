import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage } from '../support/browser.ts';
import { Laurel } from '../support/laurel.ts';
import { pdfOf, uploadOriginal } from '../support/original-pdf.ts';
import { Installation, type Issued } from '../verifier/installation.ts';

let laurel: Laurel;
let installation: Installation;
let issued: Issued;
beforeAll(async () => {
  [laurel, installation] = await Promise.all([Laurel.shared(), Installation.start()]);
  issued = await installation.issue();
});
afterAll(() => installation.stop());

/** Opens /verify of a server with the installation's published data. `asked` lists the page's requests. */
async function openVerify(
  options: Parameters<typeof openPage>[1] = {},
): Promise<Page & { faults: string[]; asked: string[] }> {
  const page = await openPage(laurel, options);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.route(/\/(?:\.well-known|log|issuers)\//, async (route) => {
    const answer = await fetch(installation.url + new URL(route.request().url()).pathname);
    await route.fulfill({ status: answer.status, body: Buffer.from(await answer.arrayBuffer()) });
  });
  await page.goto('/verify');
  return Object.assign(page, { asked });
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

browserTest('a genuine file is verified in the browser and never leaves it', async () => {
  const page = await openVerify();
  // Code for files is loaded only when there is a file.
  expect(page.asked.filter((one) => one.includes('/chunks/'))).toEqual([]);
  await choose(page, 'c.pdf', issued.pdf);
  await page.getByRole('heading', { name: 'This certificate is genuine.' }).waitFor();
  await expect.poll(() => page.locator('.checks .good').count()).toBe(5);
  await expectAccessible(page);
  await choose(page, 'c.png', issued.png);
  await page.locator('.checks li').nth(4).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'This certificate is genuine.' }).waitFor();
  const link = page.getByRole('link', { name: 'The page of this certificate' });
  await expect.poll(() => link.getAttribute('href')).toBe(`/verify/${issued.hash}`);
  expect(page.asked.filter((one) => !one.startsWith('GET '))).toEqual([]);
  expect(page.faults).toEqual([]);
});

browserTest('a wrong file turns the banner red with the reason', async () => {
  const page = await openVerify();
  await choose(page, 'c.pdf', Buffer.concat([issued.pdf, Buffer.from('\n')]));
  const banner = page.locator('[data-report] .state');
  await page.getByText('Something was appended to the PDF after it was signed.').waitFor();
  await expect.poll(() => banner.getAttribute('class')).toBe('state bad');
  await expectAccessible(page);
  await choose(page, 'c.txt', Buffer.from('Certificate'));
  await page.getByText('The file is neither a PDF nor a PNG.').waitFor();
  await choose(page, 'c.pdf', issued.pdf);
  await page.getByText('This certificate is genuine.').waitFor();
  await expect.poll(() => banner.getAttribute('class')).toBe('state good');
});

browserTest('a file can be dropped anywhere on the page', async () => {
  const page = await openVerify();
  await page.locator('aside').waitFor();
  await page.evaluate(
    ([base64]) => {
      const { atob, DataTransfer, File, DragEvent, document } = globalThis as unknown as Record<string, never> & {
        atob(text: string): string;
        DataTransfer: new () => { items: { add(file: unknown): void } };
        File: new (parts: unknown[], name: string) => unknown;
        DragEvent: new (type: string, options: object) => unknown;
        document: { body: { dispatchEvent(event: unknown): void } };
      };
      const bytes = Uint8Array.from(atob(base64 ?? ''), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'c.pdf'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [issued.pdf.toString('base64')],
  );
  await page.getByText('This certificate is genuine.').waitFor();
});

browserTest.each([
  ['en-GB', 'light', 'Verify a certificate', 'This certificate is genuine.', 'ltr'],
  ['fr-FR', 'dark', 'Vérifier un certificat', 'Ce certificat est authentique.', 'ltr'],
  ['de-DE', 'light', 'Ein Zertifikat prüfen', 'Dieses Zertifikat ist echt.', 'ltr'],
  ['es-ES', 'dark', 'Verificar un certificado', 'Este certificado es auténtico.', 'ltr'],
  ['ar', 'dark', 'التحقق من شهادة', 'هذه الشهادة أصلية.', 'rtl'],
  ['pt-PT', 'light', 'Verificar um certificado', 'Este certificado é autêntico.', 'ltr'],
  ['it-IT', 'dark', 'Verifica un certificato', 'Questo certificato è autentico.', 'ltr'],
  ['ja-JP', 'light', '証明書を検証する', 'この証明書は本物です。', 'ltr'],
  ['zh-CN', 'dark', '验证证书', '此证书真实有效。', 'ltr'],
  ['hi-IN', 'light', 'प्रमाणपत्र सत्यापित करें', 'यह प्रमाणपत्र असली है।', 'ltr'],
] as const)(
  'the page works in %s, also on a mobile screen, and axe finds nothing',
  async (locale, colorScheme, title, said, dir) => {
    const page = await openVerify({ locale, colorScheme, viewport: { width: 360, height: 740 } });
    await page.getByRole('heading', { name: title }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(dir);
    await expectAccessible(page);
    await choose(page, 'c.pdf', issued.pdf);
    await page.getByText(said).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    expect(page.faults).toEqual([]);
  },
);

browserTest('without JavaScript a typed hash leads to its page', async () => {
  const { verificationHash } = await laurel.issue(await laurel.tenant());
  const page = await openVerify({ javaScriptEnabled: false });
  await expect.poll(() => page.locator('input[type=file]').isVisible()).toBe(false);
  await page.locator('#q').fill(verificationHash.toUpperCase());
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('heading', { name: 'This certificate is valid.' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/verify/${verificationHash}`);
});

browserTest(
  'the original PDF of an imported certificate leads to its page, and another PDF without a credential fails',
  async () => {
    const tenant = await laurel.tenant();
    const pdf = await pdfOf(`Diploma ${crypto.randomUUID()}`);
    const { file } = (await uploadOriginal(laurel, tenant.key, pdf)).body;
    const certificates = [{ recipientName: 'Ada Lovelace', awardedOn: '2021-05-03', originalPdf: file }];
    const { body } = await laurel.call('/certificates/import', { key: tenant.key, body: { certificates } });
    await laurel.rendered(tenant.key, body.certificates[0].id);
    const page = await openPage(laurel);
    await page.goto('/verify');
    await choose(page, 'old.pdf', pdf);
    await page.getByRole('heading', { name: 'This is the original PDF of an imported certificate.' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'The page of this certificate' }).click();
    await page.getByText('Ada Lovelace').first().waitFor();
    expect(page.url()).toBe(body.certificates[0].verificationUrl);
    await page.goto('/verify');
    await choose(page, 'other.pdf', await pdfOf('Another'));
    await page.getByText('Do not rely on this file.').waitFor();
    await page.route(/\/verify\/[0-9a-f]{64}$/, (route) => route.abort());
    await choose(page, 'unanswered.pdf', await pdfOf('Unanswered'));
    await page.locator('[data-report] .note').waitFor({ state: 'detached' });
    await page.getByText('Do not rely on this file.').waitFor();
  },
);
