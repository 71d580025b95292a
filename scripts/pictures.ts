import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { randomToken } from '../domain/shared/crypto.ts';
import { findChromium, openChromium } from './chromium.ts';
import { makeTenant, type Product, startProduct } from './product.ts';

const OUT = 'docs/images';
const WINDOW = { width: 1280, height: 800 };
/** Width of the certificate's picture in pixels. */
const CERTIFICATE_WIDTH = 1000;
const CREDITS = 1000;
const RECIPIENTS = [
  'Amelia Hartwell',
  'João Figueiredo',
  'Zoë Ó Súilleabháin',
  'Nguyễn Thị Hằng',
  'Łukasz Wiśniewski',
  'Chiara Benedetti',
  'Søren Kjærgaard',
  'Eleanor Whitcombe',
];
const VARIABLES = {
  course: 'Foundations of Computing',
  distinction: 'distinction',
  date: '20 November 2026',
  director: 'Grace Hopper',
};

/** Views that the overview counts. */
const VIEWS = 40;
const BROWSER = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Accept-Language': 'en-GB',
};
const POLL_MS = 250;
/** Time in ms for charts and previews, which are drawn after the page's requests have ended. */
const DRAWING_MS = 2_000;
const LIMIT_MS = 60_000;

interface Issued {
  verificationHash: string;
  imageUrl: string;
}

/** Makes the pictures of the README from a new installation. */
async function main(): Promise<void> {
  const found = await findChromium();
  if ('missing' in found) throw new Error(found.missing);
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-pictures-'));
  const product = await startProduct({ DATA_DIR: dataDir });
  const browser = await openChromium(found.launch);
  try {
    const { organisationId, templateId, login, issued } = await fill(product);
    await keep('certificate', Buffer.from(await (await fetch(issued.imageUrl)).arrayBuffer()), CERTIFICATE_WIDTH);
    const options = { baseURL: product.url, viewport: WINDOW, locale: 'en-GB', reducedMotion: 'reduce' as const };
    const page = await browser.newPage({ ...options, colorScheme: 'light' });
    await page.request.post('/auth/sign-in/email', { data: login });
    const brand = { headers: { 'X-Laurel-Organisation': organisationId }, data: { brandColor: '#1f4e8c' } };
    await page.request.post('/trpc/organisation.update', brand);
    await page.goto(`/o/${organisationId}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await shoot(page, 'dashboard');
    await page.goto(`/o/${organisationId}/templates/${templateId}`);
    await page.getByRole('button', { name: 'Publish' }).waitFor();
    await shoot(page, 'designer');
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Issues a batch and views some certificates. */
async function fill(product: Product) {
  const { organisationId, templateId, call } = await makeTenant(product, CREDITS, 'Northfield College');
  const login = { email: 'registrar@laurel.example', password: randomToken(12).toString('base64url') };
  const user = Object.entries(login).flatMap(([name, value]) => [`--${name}`, value]);
  await product.operate('user', 'create', '--organisation', organisationId, ...user);
  const recipients = RECIPIENTS.map((name) => ({ variables: { ...VARIABLES, name } }));
  const { batchId } = await call<{ batchId: string }>('/batches', { templateId, recipients });
  const until = performance.now() + LIMIT_MS;
  while ((await call<{ status: string }>(`/batches/${batchId}`)).status !== 'COMPLETED') {
    if (performance.now() > until) throw new Error(`the batch was not completed within ${LIMIT_MS / 1000} s`);
    await sleep(POLL_MS);
  }
  const { certificates } = await call<{ certificates: Issued[] }>('/certificates');
  const [issued] = certificates;
  if (!issued) throw new Error('no certificate was issued');
  for (let count = 0; count < VIEWS; count++) {
    const { verificationHash } = certificates[count % certificates.length] ?? issued;
    await fetch(`${product.url}/verify/${verificationHash}`, { headers: BROWSER });
  }
  return { organisationId, templateId, login, issued };
}

/** Keeps a picture of the page once its requests have ended. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.waitForFunction('[...document.images].every(({ complete }) => complete)');
  await sleep(DRAWING_MS);
  await keep(name, await page.screenshot(), WINDOW.width);
}

async function keep(name: string, picture: Buffer, width: number): Promise<void> {
  await writeFile(join(OUT, `${name}.png`), await sharp(picture).resize({ width }).png({ palette: true }).toBuffer());
}

await main();
