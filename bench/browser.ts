import { spawnSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import type { Design } from '../templates-engine/index.ts';
import { htmlOf } from './html.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** A Chromium of the machine: what CHROMIUM names, else the first that is installed; null without one. */
export function findChromium(): string | null {
  const found = [process.env.CHROMIUM ?? '', ...NAMES].find(
    (name) => name !== '' && spawnSync(name, ['--version']).status === 0,
  );
  return found ?? null;
}

/** Headless Chromium with one warm page: the certificate as HTML, then its PDF and its picture. */
export async function openBrowser(design: Design, executable: string) {
  const which = spawnSync('which', [executable], { encoding: 'utf8' }).stdout.trim() || executable;
  const browser = await chromium.launch({ executablePath: which, args: ['--no-sandbox'] });
  const { width, height } = design.page;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
  return {
    async render(values: Map<string, string>): Promise<number> {
      await page.setContent(await htmlOf(design, values));
      const pdf = await page.pdf({ width: `${width}px`, height: `${height}px`, printBackground: true });
      const image = await page.screenshot({ type: 'png' });
      return pdf.length + image.length;
    },
    close: () => browser.close(),
  };
}
