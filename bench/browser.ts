import type { LaunchOptions } from 'playwright-core';
import { openChromium } from '../scripts/chromium.ts';
import type { Design } from '../templates-engine/index.ts';
import { htmlOf } from './html.ts';

/** Opens headless Chromium with one warm page: the certificate as HTML, then its PDF and its picture. */
export async function openBrowser(design: Design, launch: LaunchOptions) {
  const browser = await openChromium(launch);
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
