import { getServers, setServers } from 'node:dns';
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, expectAccessibleInBothSchemes, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { startNameServer } from '../support/name-server.ts';
import { confirmSender, ownAddress, startOwnServer } from '../support/own-servers.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
const records = new Map<string, string>();
const usual = getServers();
beforeAll(async () => {
  const names = await startNameServer((name) => {
    const text = records.get(name);
    return text === undefined ? 3 : { texts: [text] };
  });
  setServers([names.address]);
  const mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, EGRESS_ALLOW: '127.0.0.0/8' }, { isApart: false });
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@own-server.example', 'owner');
  await createMember(laurel, tenant, 'admin@own-server.example', 'admin');
});
afterAll(() => setServers(usual));

const settings = () => `/o/${tenant.organisationId}/settings?tab=e-mail`;

browserTest('an owner tests and saves a mail server, and sees its words', async () => {
  const { settings: own } = await startOwnServer();
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@own-server.example');
  await page.goto(settings());
  await page.getByText('Set a sender’s address and confirm it first.').waitFor();
  await confirmSender(laurel, tenant, 'office@own-server.example');
  await page.reload();
  await page.getByRole('button', { name: 'Use your own mail server' }).click();
  await page.getByLabel('Server', { exact: true }).fill(ownAddress());
  await page.getByLabel('User name').fill(own.username);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Send me a test' }).last().click();
  await page.getByText(/Your mail server didn’t accept the test: “.*ECONNREFUSED/).waitFor();
  await page.getByLabel('Server', { exact: true }).fill(own.host);
  await page.getByRole('button', { name: 'Send me a test' }).last().click();
  await page.getByText(/535 5\.7\.8 Wrong password/).waitFor();
  await shoot(page, 'server-refused');
  await page.getByLabel('Password', { exact: true }).fill(own.password);
  await page.getByRole('button', { name: 'Send me a test' }).last().click();
  await page.getByText('Sent to owner@own-server.example.').waitFor();
  await expectAccessibleInBothSchemes(page);
  await shoot(page, 'server-form');
  // The test was of other settings.
  await page.getByLabel('User name').fill('somebody');
  await page.getByText('Sent to owner@own-server.example.').waitFor({ state: 'detached' });
  await page.getByLabel('User name').fill(own.username);
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText(`${own.host}, port 587`).waitFor();
  await page.getByText('Signs in as office.').waitFor();
  await expectAccessibleInBothSchemes(page);
  await shoot(page, 'server-saved');
  await page.getByRole('button', { name: 'Change or test' }).click();
  await page.getByText('Leave empty to keep the saved one.').waitFor();
  await page.getByLabel('Server', { exact: true }).fill(ownAddress());
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('Enter a value.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the server' }).click();
  await page.getByRole('button', { name: 'Use your own mail server' }).waitFor();
});

browserTest('an owner has e-mails signed, with the records to copy and their states', async () => {
  await confirmSender(laurel, tenant, 'office@own-server.example');
  const page = await openPage(laurel, { viewport: { width: 390, height: 900 } });
  await signIn(page, 'owner@own-server.example');
  await page.goto(settings());
  await page.getByRole('button', { name: 'Sign e-mails from own-server.example' }).click();
  await page.getByText('Not signed yet.').waitFor();
  const key = page.getByRole('article', { name: 'Signature key' });
  const value = (await key.getByText(/^v=DKIM1/).textContent()) ?? '';
  const name = (await key.getByText(/^laurel-/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Check the records' }).click();
  await key.getByText('Missing').waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
  await shoot(page, 'dkim-missing');
  records.set(name, value);
  await page.getByRole('button', { name: 'Check the records' }).click();
  await page.getByText('E-mails from own-server.example are signed.').waitFor();
  await shoot(page, 'dkim-found');
  await page.getByRole('button', { name: 'Stop signing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop signing' }).click();
  await page.getByRole('button', { name: 'Sign e-mails from own-server.example' }).waitFor();
});

browserTest('an admin sees neither', async () => {
  const page = await openPage(laurel);
  await signIn(page, 'admin@own-server.example');
  await page.goto(settings());
  await page.getByLabel('Sender’s address').waitFor();
  expect(await page.getByText('Your own mail server').count()).toBe(0);
  expect(await page.getByText('Domain signature (DKIM)').count()).toBe(0);
});

async function shoot(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
