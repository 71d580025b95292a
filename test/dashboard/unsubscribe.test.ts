import { mkdirSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { subscriptionUrl } from '../../domain/expiry/link-subscription.ts';
import { browserTest, expectAccessibleInBothSchemes, openPage } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start({}, { isApart: false });
  tenant = await laurel.tenant();
});

browserTest('a recipient stops reminders and asks for them again on a narrow page, in Arabic and German', async () => {
  const subscriber = { organisationId: tenant.organisationId, kind: 'REMINDERS' as const, id: crypto.randomUUID() };
  const { search } = new URL(subscriptionUrl(laurel.installation.services, subscriber));
  const page = await openPage(laurel, { viewport: { width: 320, height: 700 } });
  await page.goto(`/unsubscribe${search}&lang=ar`);
  await page.getByRole('heading', { name: 'هل تريد إيقاف هذه الرسائل؟' }).waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  await shoot(page, 'unsubscribe-ar');
  await page.goto(`/unsubscribe${search}&lang=de`);
  await page.getByRole('button', { name: 'E-Mails abbestellen' }).click();
  await page.getByRole('heading', { name: 'Sie erhalten diese E-Mails nicht mehr' }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await shoot(page, 'unsubscribed-de');
  await page.getByRole('button', { name: 'Wieder erhalten' }).click();
  await page.getByRole('button', { name: 'E-Mails abbestellen' }).waitFor();
});

async function shoot(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
