import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findChromium, openChromium } from '../scripts/chromium.ts';
import { makeTenant, type Product, startProduct } from '../scripts/product.ts';
import { digits, printTable, quantile } from './table.ts';

const [ROWS, COLUMNS] = [1000, 30];
const STEPS = 120;
const ADDRESS = 'reader@example.org';
const PASSWORD = 'plain words beside each other';

/** Measures the frames of the grid in which the rows of a batch are corrected, with 1,000 rows of 30 columns. Needs a browser. */
export async function benchGrid(): Promise<void> {
  const found = await findChromium();
  if ('missing' in found) throw new Error(found.missing);
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const product = await startProduct({ DATA_DIR: dataDir });
  const browser = await openChromium(found.launch);
  try {
    const address = await prepare(product, dataDir);
    const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
    await page.request.post('/auth/sign-in/email', { data: { email: ADDRESS, password: PASSWORD } });
    await page.goto(address);
    const buffer = Buffer.from(table());
    await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await page.getByText('1,000 rows: all ready.').waitFor({ timeout: 120_000 });
    await page.getByText('All', { exact: true }).click();
    await page.locator('[role=gridcell][data-row="0"][data-column="1"]').click();
    const rows: string[][] = [];
    for (const [name, act] of Object.entries(ACTIONS)) {
      const { gaps, work } = await framesDuring(page, act);
      rows.push([
        name,
        digits(work),
        ...[0.5, 0.95, 0.99].map((share) => digits(quantile(gaps, share))),
        digits(Math.max(...gaps)),
      ]);
    }
    printTable('Frames of the grid, ms', ['action', 'work', 'p50', 'p95', 'p99', 'worst'], rows);
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}

const ACTIONS: Record<string, (page: Page) => Promise<void>> = {
  'scroll down': (page) => repeat(STEPS, () => page.mouse.wheel(0, 150)),
  'scroll sideways': (page) => repeat(STEPS, (step) => page.mouse.wheel(step % 40 < 20 ? 120 : -120, 0)),
  'arrow down': (page) => repeat(STEPS, () => page.keyboard.press('ArrowDown')),
  'arrow right, then left': (page) =>
    repeat(STEPS, (step) => page.keyboard.press(step % 50 < 25 ? 'ArrowRight' : 'ArrowLeft')),
  'type a value, Enter': (page) => repeat(STEPS, (step) => page.keyboard.press(step % 6 === 5 ? 'Enter' : 'x')),
};

async function repeat(times: number, act: (step: number) => Promise<void>): Promise<void> {
  for (let step = 0; step < times; step += 1) await act(step);
}

interface Frames {
  /** Milliseconds from each frame to the next. */
  gaps: number[];
  /** Milliseconds of processor time for scripts, styles, layout and painting in a frame, on average. */
  work: number;
}

async function framesDuring(page: Page, act: (page: Page) => Promise<void>): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  // Counts the thread's own time, not that of other processes.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  await page.evaluate(RECORDER);
  const before = await taskSeconds();
  await act(page);
  const seconds = (await taskSeconds()) - before;
  const gaps = await page.evaluate<number[]>('globalThis.stopFrames()');
  await session.detach();
  return { gaps, work: (1000 * seconds) / gaps.length };
}

const RECORDER = `(() => {
  const gaps = [];
  let [isOn, last] = [true, 0];
  const frame = (now) => {
    if (last > 0) gaps.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  globalThis.stopFrames = () => {
    isOn = false;
    return gaps;
  };
})()`;

async function prepare(product: Product, dataDir: string): Promise<string> {
  const { organisationId } = await makeTenant(product, 1);
  await product.operate(
    ...['user', 'create', '--organisation', organisationId, '--email', ADDRESS, '--password', PASSWORD],
  );
  const file = join(dataDir, 'design.json');
  const names = Array.from({ length: COLUMNS }, (_, index) => (index === 0 ? 'name' : `value${index}`));
  const elements = names.map((name, index) => ({
    ...{ type: 'text', x: 10, y: 10 + 20 * index, width: 500, height: 20, font: 'Inter', size: 10 },
    text: `{{${name}}}`,
  }));
  const design = { name: 'Wide', recipientNameVariable: 'name', page: { width: 600, height: 700 }, elements };
  await writeFile(file, JSON.stringify(design));
  const { id } = await product.operate('template', 'import', '--organisation', organisationId, '--file', file);
  return `/o/${organisationId}/batches/new?templateId=${id}`;
}

function table(): string {
  const names = Array.from({ length: COLUMNS }, (_, index) => (index === 0 ? 'name' : `value${index}`));
  const rows = Array.from({ length: ROWS }, (_, row) =>
    names.map((name, column) => (column === 0 ? `Person Number${row}` : `${name} of ${row}`)).join(','),
  );
  return [names.join(','), ...rows].join('\n');
}
