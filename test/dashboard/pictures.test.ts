import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { ZipFile } from 'yazl';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { typeInCell } from '../support/grid.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';
import { photograph, portraitTemplate } from '../support/portraits.ts';

let laurel: Laurel;
let tenant: Tenant;
let templateId: string;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 50 });
  templateId = await portraitTemplate(laurel, tenant);
  await createMember(laurel, tenant, 'issuer@pictures.example', 'issuer');
});

async function open(path: string): Promise<Page & { faults: string[] }> {
  const page = await openPage(laurel);
  await signIn(page, 'issuer@pictures.example');
  await page.goto(`/o/${tenant.organisationId}${path}`);
  return page;
}

async function zipOf(entries: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

browserTest('a picture is chosen for a certificate, previewed, and printed on it', async () => {
  const page = await open(`/issue?templateId=${templateId}`);
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Ada Lovelace');
  const choose = page.locator('input[type=file]');
  await choose.setInputFiles(file('notes.jpg', 'image/jpeg', Buffer.from('no picture')));
  await page.getByText('This can’t be read as a picture. Use a PNG, JPEG, WebP or SVG').waitFor();
  // The form waits for the picture, which it would be issued without.
  const held = Promise.withResolvers<void>();
  await page.route('**/trpc/assets.add*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await choose.setInputFiles(file('ada.jpg', 'image/jpeg', await photograph('#7a3b10')));
  await page.getByLabel('Uploading the picture').waitFor();
  expect(await page.getByRole('button', { name: 'Issue the certificate' }).isDisabled()).toBe(true);
  held.resolve();
  await page.getByRole('button', { name: 'No picture' }).waitFor();
  await page.getByRole('img', { name: 'portrait', exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await page.getByRole('link', { name: /open the pdf/i }).waitFor();
  await page.getByRole('link', { name: 'View the certificate' }).first().click();
  const shown = page.getByRole('img', { name: 'portrait', exact: true });
  await shown.waitFor();
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
  expect(page.faults).toEqual([]);
});

browserTest(
  "a batch's pictures are matched from a ZIP by the names in its table, and missing ones are listed by row",
  async () => {
    const page = await open(`/batches/new?templateId=${templateId}`);
    const table = 'name,portrait\nAda,ada.jpg\nBob,BOB.JPG\nEve,eve.jpg\nKim,\nLou,lou.jpg\nMax,../max.jpg\n';
    await page
      .getByLabel('Spreadsheet or CSV file', { exact: true })
      .setInputFiles(file('people.csv', 'text/csv', Buffer.from(table)));
    const pictures = page.getByLabel('Pictures', { exact: true });
    await pictures.setInputFiles(file('notes.txt', 'text/plain', Buffer.from('x')));
    await page.getByText('isn’t a supported picture. Use PNG, JPEG, WebP or SVG, or a ZIP of them').waitFor();
    await pictures.setInputFiles(file('broken.zip', 'application/zip', Buffer.from('PK no zip')));
    await page.getByText('can’t be read as a ZIP. Create it again.').waitFor();
    const archive = await zipOf({
      'photos/Ada.jpg': await photograph('#a00'),
      'photos/bob.jpg': await photograph('#0a0'),
      'one/lou.jpg': await photograph('#00a'),
      'two/lou.jpg': await photograph('#0aa'),
      'max.jpg': await photograph('#aa0'),
      'spare.png': await photograph('#888'),
      'broken.jpg': 'no picture',
      '__MACOSX/photos/._Ada.jpg': 'x',
      'read me.txt': 'x',
    });
    await pictures.setInputFiles(file('pictures.zip', 'application/zip', archive));
    await page.getByText('4 pictures uploaded.').waitFor();
    await page.getByText('Two different pictures are called “lou.jpg”').waitFor();
    await page.getByText('broken.jpg: This can’t be read as a picture.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('6 rows: 4 ready, 2 need fixing.').waitFor();
    await page.getByText('Without the picture that they name: rows 4, 6.').waitFor();
    await page.getByText('Pictures that no row names: spare.png, broken.jpg.').waitFor();
    await page.getByText('portrait: Add a picture called “eve.jpg”.').waitFor();
    await expectAccessible(page);
    await page
      .getByLabel('Pictures', { exact: true })
      .setInputFiles([
        file('eve.jpg', 'image/jpeg', await photograph('#a0a')),
        file('lou2.jpg', 'image/jpeg', await photograph('#fa0')),
      ]);
    await typeInCell(page, 'portrait', 6, 'lou2.jpg');
    await page.getByText('6 rows: all ready.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Issue 6 certificates' }).click();
    await page.getByText('6 of 6').first().waitFor();
    const { body } = await laurel.call('/certificates?limit=10', { key: tenant.key });
    const named = body.certificates.map(({ variables }: { variables: Record<string, string> }) => variables);
    const withPicture = named.filter(({ portrait }: Record<string, string>) =>
      /^asset:[0-9a-f]{64}$/.test(portrait ?? ''),
    );
    expect(withPicture.map(({ name }: Record<string, string>) => name).sort()).toEqual(
      expect.arrayContaining(['Ada', 'Bob', 'Eve', 'Lou', 'Max']),
    );
    expect(page.faults).toEqual([]);
  },
);

browserTest('further pictures can be added once a ZIP is read, and none are lost', async () => {
  const page = await open(`/batches/new?templateId=${templateId}`);
  const pictures = page.getByLabel('Pictures', { exact: true });
  await pictures.waitFor({ state: 'attached' });
  await page.evaluate(`{
    const read = Blob.prototype.arrayBuffer;
    const released = new Promise((resolve) => { window.release = resolve; });
    Blob.prototype.arrayBuffer = async function () {
      await released;
      return read.call(this);
    };
  }`);
  const archive = await zipOf({ 'ada.jpg': await photograph('#a00'), 'bob.jpg': await photograph('#0a0') });
  await pictures.setInputFiles(file('pictures.zip', 'application/zip', archive));
  await expect.poll(() => pictures.isDisabled()).toBe(true);
  await page.evaluate('window.release()');
  await page.getByText('2 pictures uploaded.').waitFor();
  await pictures.setInputFiles(file('eve.jpg', 'image/jpeg', await photograph('#00a')));
  await page.getByText('3 pictures uploaded.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest(
  'a picture is uploaded again after too many requests, and matched by a name as a Mac writes it',
  async () => {
    const page = await open(`/batches/new?templateId=${templateId}`);
    const table = file('people.csv', 'text/csv', Buffer.from('name,portrait\nZoë,zoë.jpg'.normalize('NFC')));
    await page.getByLabel('Spreadsheet or CSV file', { exact: true }).setInputFiles(table);
    const data = { code: 'RATE_LIMITED', httpStatus: 429 };
    const refusal = { status: 429, json: { error: { message: 'Too many requests', code: -32029, data } } };
    await page.route('**/trpc/assets.add*', (route) => route.fulfill(refusal), { times: 1 });
    const name = 'zoë.jpg'.normalize('NFD');
    await page
      .getByLabel('Pictures', { exact: true })
      .setInputFiles(file(name, 'image/jpeg', await photograph('#0a0')));
    await page.getByText('1 picture uploaded.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('1 row: all ready.').waitFor();
    expect(page.faults).toEqual([]);
  },
);
