import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { findChromium, openChromium } from '../scripts/chromium.ts';
import { makeTenant, startProduct } from '../scripts/product.ts';
import { variablesOf } from './subject.ts';
import { digits, printTable, quantile } from './table.ts';

/** Network of a phone: 1.6 Mb/s down, 0.75 Mb/s up, and 150 ms until each answer begins. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const LOOKS = 10;
const POLL_MS = 100;
/** Time in ms without changes after which the largest element counts as shown. */
const SETTLE_MS = 500;

const DEVICES: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};

interface Look {
  /** Largest Contentful Paint in ms. */
  largest: number;
  /** Bytes on the wire. */
  pictures: number;
  others: number;
}

/** Measures a certificate's page with an empty cache over a slow network. Needs a browser. */
export async function benchPage(): Promise<void> {
  const found = await findChromium();
  if ('missing' in found) throw new Error(found.missing);
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const product = await startProduct({ DATA_DIR: dataDir, RATE_LIMIT_VERIFY: '1000' });
  const browser = await openChromium(found.launch);
  try {
    const { call, templateId } = await makeTenant(product, 1);
    const { id } = await call<{ id: string }>('/certificates', { templateId, variables: variablesOf(0) });
    let issued = { renderStatus: '', verificationUrl: '' };
    while (issued.renderStatus !== 'COMPLETED') {
      await sleep(POLL_MS);
      issued = await call(`/certificates/${id}`);
    }
    const rows: string[][] = [];
    for (const [device, options] of Object.entries(DEVICES)) {
      const looks: Look[] = [];
      for (let n = 0; n < LOOKS; n++) looks.push(await look(browser, options, issued.verificationUrl));
      const times = looks.map(({ largest }) => largest);
      const kilobytes = (of: 'others' | 'pictures') => digits(Math.max(...looks.map((one) => one[of])) / 1000);
      rows.push([
        device,
        digits(quantile(times, 0.5), 0),
        digits(Math.max(...times), 0),
        kilobytes('others'),
        kilobytes('pictures'),
      ]);
    }
    printTable(
      'A page over 1.6 Mb/s and 150 ms',
      ['device', 'LCP, ms', 'worst', 'KB without pictures', 'KB of pictures'],
      rows,
    );
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}

const OBSERVER = `new PerformanceObserver((list) => {
  globalThis.largest = list.getEntries().at(-1).startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true })`;

async function look(browser: Browser, options: BrowserContextOptions, url: string): Promise<Look> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', NETWORK);
  const pictures = new Set<string>();
  const sizes = new Map<string, number>();
  network.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Image' && pictures.add(requestId)));
  network.on(
    'Network.loadingFinished',
    ({ requestId, encodedDataLength }) => void sizes.set(requestId, encodedDataLength),
  );
  await page.addInitScript(OBSERVER);
  await page.goto(url, { waitUntil: 'networkidle' });
  await sleep(SETTLE_MS);
  const largest = await page.evaluate<number>('globalThis.largest');
  await context.close();
  const sum = (isPicture: boolean): number =>
    [...sizes].reduce((bytes, [id, size]) => (pictures.has(id) === isPicture ? bytes + size : bytes), 0);
  return { largest, pictures: sum(true), others: sum(false) };
}
