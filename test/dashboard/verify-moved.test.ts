import { beforeAll, expect } from 'vitest';
import { browserTest, openPage } from '../support/browser.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { freePort } from '../support/free-port.ts';
import { type Host, startHost } from '../support/host.ts';
import { Laurel } from '../support/laurel.ts';
import { logged } from '../support/log.ts';

/** Page /verify of an installation that moved from one host to another. */

let laurel: Laurel;
let [former, present] = [] as unknown as [Host, Host];
let [old, young] = [] as unknown as [Buffer, Buffer];
beforeAll(async () => {
  const port = await freePort();
  [former, present] = [await startHost(port), await startHost(port)];
  atEndOfFile(async () => {
    for (const host of [former, present]) await host.stop().catch(() => undefined);
  });
  laurel = await Laurel.start({ PORT: String(port), BASE_URL: former.url });
  const tenant = await laurel.tenant();
  const issue = async () => {
    const { pdfUrl } = await laurel.issue(tenant);
    await logged(laurel);
    return Buffer.from(await (await fetch(pdfUrl)).arrayBuffer());
  };
  old = await issue();
  await laurel.stop();
  await laurel.launch({ BASE_URL: present.url });
  young = await issue();
});

/** Returns the result of the credential check of a file, from the page at a host. */
async function saidAt(host: Host, buffer: Buffer): Promise<string> {
  const page = await openPage(laurel);
  await page.goto(`${host.url}/verify`);
  await page.locator('input[type=file]').setInputFiles({ name: 'c.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('heading', { name: 'This certificate is genuine.' }).waitFor();
  const said = await page.locator('.checks li', { hasText: 'Credential' }).textContent();
  await page.close();
  return said ?? '';
}

browserTest('files of both addresses verify at both', async () => {
  const hosts = `(${former.url} → ${present.url})`;
  for (const host of [present, former]) {
    expect(await saidAt(host, old)).toContain(hosts);
    expect(await saidAt(host, young)).not.toContain('→');
  }
  await former.stop();
  expect(await saidAt(present, old)).toContain(hosts);
});
