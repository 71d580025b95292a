import { PDFDocument } from 'pdf-lib';
import { beforeAll, expect } from 'vitest';
import { browserTest, contentOf, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { officePdf, REFUSED_PAGES } from '../support/letterheads.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 100 });
  await createMember(laurel, tenant, 'admin@letterheads.example', 'admin');
});

async function open(path: string) {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@letterheads.example');
  await page.goto(`/o/${tenant.organisationId}${path}`);
  return page;
}

browserTest(
  'a PDF becomes the background and sets the page size; faults are reported, and publishing asks for a name',
  async () => {
    const page = await open('/templates');
    await page.getByRole('link', { name: 'New template' }).click();
    await page.getByRole('button', { name: 'A4 landscape' }).click();
    const choose = async (name: string, buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: /background PDF/ }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: 'application/pdf', buffer });
    };
    await choose('none.pdf', REFUSED_PAGES['a font that is not embedded']?.[0] ?? Buffer.alloc(0));
    await page.getByRole('alert').filter({ hasText: 'lacks its fonts: Georgia Pro.' }).waitFor();
    const colour = page.getByLabel('Background colour', { exact: true });
    await colour.fill('#fdf6e3');
    await choose('letterhead.pdf', await officePdf());
    await page.getByRole('button', { name: 'Remove PDF' }).waitFor();
    await expect.poll(() => page.getByLabel('Width', { exact: true }).inputValue()).toBe('210');
    await expect.poll(() => page.getByLabel('Height', { exact: true }).isDisabled()).toBe(true);
    expect(await colour.inputValue()).toBe('#fdf6e3');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Page' }).locator('canvas[data-current]').waitFor();
    await expectAccessible(page);
    // Recipients would see “Untitled template”.
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Diploma of music');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 published').waitFor();
    const { body } = await laurel.call('/templates', { key: tenant.key });
    expect(JSON.stringify(body)).toContain('"name":"Diploma of music"');
    expect(page.faults).toEqual([]);
  },
);

browserTest('a batch downloads as one PDF for a printer', async () => {
  const recipients = ['Ada', 'Grace', 'Mary'].map((name) => ({ variables: { ...VARIABLES, name } }));
  const body = { templateId: tenant.templateId, recipients };
  const { batchId } = (await laurel.call('/batches', { key: tenant.key, body })).body;
  await laurel.completed(tenant.key, batchId);
  const page = await open(`/batches/${batchId}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'For print (PDF)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`batch-${batchId}.pdf`);
  const pdf = await PDFDocument.load(await contentOf(download));
  expect(pdf.getPageCount()).toBe(3);
  await page.getByRole('button', { name: 'For print (PDF)' }).waitFor();
  expect(page.faults).toEqual([]);
});
