import { mkdirSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, expectAccessibleInBothSchemes, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@mailbox-screens.example', 'owner');
});

browserTest(
  'a member sets the sender’s address, and its mailbox confirms it on a page without an account',
  async () => {
    const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
    await signIn(page, 'owner@mailbox-screens.example');
    await page.goto(`/o/${tenant.organisationId}/settings?tab=e-mail`);
    await page.getByLabel('Reply-to address').fill('nobody');
    await page.getByLabel('Sender’s address').fill('office@mailbox-screens.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a valid e-mail address, such as name@example.com.').waitFor();
    await page.getByLabel('Reply-to address').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('office@mailbox-screens.example isn’t confirmed yet.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'settings');
    const linkIn = ({ text }: { text?: string | undefined }) =>
      /https?:\S+\/confirm-address\?code=[\w-]+/.exec(String(text))?.[0] ?? '';
    const first = linkIn(await lastMailTo('office@mailbox-screens.example'));
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await page.getByText('Link sent to office@mailbox-screens.example.').waitFor();
    const link = linkIn(await lastMailTo('office@mailbox-screens.example', (mail) => linkIn(mail) !== first));
    const other = await openPage(laurel, { viewport: { width: 320, height: 700 } });
    await other.goto(`${link}&lang=ar`);
    await expectAccessibleInBothSchemes(other);
    expect(await other.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    await shoot(other, 'confirm-ar');
    await other.goto(link);
    await shoot(other, 'confirm');
    await other.getByRole('button', { name: 'Confirm' }).click();
    await other.getByRole('heading', { name: 'Address confirmed' }).waitFor();
    await expectAccessibleInBothSchemes(other);
    await shoot(other, 'confirmed');
    await page.reload();
    await page.getByText('office@mailbox-screens.example is confirmed.').waitFor();
  },
);

async function shoot(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
