import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { makeTenant, type Product, startProduct } from '../scripts/product.ts';
import { variablesOf } from './subject.ts';
import { digits, printTable, quantile } from './table.ts';

const CERTIFICATES = 500;
const ADDRESS = 'reader@example.org';
const LOOKS = 200;
const WARMING_LOOKS = 20;
const POLL_MS = 200;

/** Measures the recipients' place of an address with 500 certificates, each of which can be hidden and corrected. */
export async function benchMy(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, callback) => {
      text(stream).then((mail) => {
        mails.push(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
        callback();
      }, callback);
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  const product = await startProduct({
    ...{ DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'certificates@example.org' },
    RATE_LIMIT_DEFAULT: '1000000',
  });
  try {
    await issueTo(product, dataDir);
    const cookie = await enter(product, mails);
    const first = `${product.url}/my`;
    const [, next = ''] = /href="([^"]*before=[^"]*)"/.exec(await (await look(first, cookie)).text()) ?? [];
    const pages = { 'first page': first, 'second page': new URL(next, first).href };
    const rows: string[][] = [];
    for (const [name, url] of Object.entries(pages)) rows.push([name, ...(await measure(url, cookie))]);
    printTable(`GET /my with ${CERTIFICATES} certificates, one connection, ms`, ['page', 'p50', 'p95', 'KB'], rows);
  } finally {
    await product.stop();
    smtp.close();
    await rm(dataDir, { recursive: true });
  }
}

/** Issues the certificates, and waits for their files. */
async function issueTo(product: Product, dataDir: string): Promise<void> {
  const { call, organisationId } = await makeTenant(product, CERTIFICATES);
  const file = join(dataDir, 'design.json');
  const design = JSON.parse(await readFile('samples/classic-diploma.json', 'utf8'));
  await writeFile(file, JSON.stringify({ ...design, hiding: true, requests: { variables: ['name', 'course'] } }));
  const { id: templateId } = await product.operate(
    ...['template', 'import', '--organisation', organisationId, '--file', file],
  );
  const recipients = Array.from({ length: CERTIFICATES }, (_, n) => ({
    ...{ variables: variablesOf(n), recipientEmail: ADDRESS },
  }));
  const { batchId } = await call<{ batchId: string }>('/batches', { templateId, recipients });
  while ((await call<{ status: string }>(`/batches/${batchId}`)).status !== 'COMPLETED') await sleep(POLL_MS);
}

/** Enters the place by the link in a mail. Returns the cookie. */
async function enter({ url }: Product, mails: readonly string[]): Promise<string> {
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${url}/my${path}`, {
      ...{ method: 'POST', redirect: 'manual', headers: { Origin: url }, body: new URLSearchParams(fields) },
    });
  await post('/link', { email: ADDRESS });
  while (mails.length === 0) await sleep(POLL_MS);
  const [, token = ''] = /\/my\/enter\?token=([\w-]+)/.exec(mails[0] ?? '') ?? [];
  const [cookie = ''] = (await post('/enter', { token })).headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}

const look = (url: string, cookie: string) => fetch(url, { headers: { Cookie: cookie } });

async function measure(url: string, cookie: string): Promise<string[]> {
  const times: number[] = [];
  let bytes = 0;
  for (let n = -WARMING_LOOKS; n < LOOKS; n++) {
    const began = performance.now();
    const response = await look(url, cookie);
    bytes = (await response.text()).length;
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
    if (n >= 0) times.push(performance.now() - began);
  }
  return [digits(quantile(times, 0.5)), digits(quantile(times, 0.95)), digits(bytes / 1000)];
}
