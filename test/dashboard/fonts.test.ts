import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { sourceSans } from '../support/fonts.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';

declare const document: { fonts: Iterable<{ family: string; status: string }> };

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'admin@fonts.example', 'admin');
});

browserTest(
  'a font is uploaded after confirmation, shown in its own letters, offered to designs, and removed',
  async () => {
    const page = await openPage(laurel);
    await signIn(page, 'admin@fonts.example');
    await page.goto(`/o/${tenant.organisationId}/settings?tab=fonts`);
    await page.getByRole('heading', { name: 'No fonts yet' }).waitFor();
    const upload = page.getByRole('button', { name: 'Upload the font' });
    const choose = (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'font/ttf', buffer });
    await choose('not-a-font.ttf', Buffer.from('not a font at all'));
    await expect.poll(() => upload.isDisabled()).toBe(true);
    await page.getByRole('checkbox').check();
    await upload.click();
    await page.getByText('This file isn’t a font. Use a TTF, OTF, WOFF or WOFF2.').waitFor();
    await choose('SourceSans3-It.otf.woff', await sourceSans('woff'));
    await upload.click();
    const row = page.getByRole('row', { name: /Source Sans 3/ });
    await row.waitFor();
    const faces = () =>
      page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`).join());
    await expect.poll(faces).toMatch(/laurel Source Sans 3"? loaded/);
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Remove “Source Sans 3”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the font' }).click();
    await row.waitFor({ state: 'detached' });
    expect(page.faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  },
);
