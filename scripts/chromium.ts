import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packaged from '@sparticuz/chromium';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Options to launch a browser, or the reason why none starts. */
export type FoundBrowser = { launch: LaunchOptions } | { missing: string };

/**
 * Returns a Chromium that starts on this machine: the one that CHROMIUM names, an installed one, or that of the npm package. The package's
 * Chromium needs the system libraries NSS and Expat.
 */
export async function findChromium(): Promise<FoundBrowser> {
  const installed = [process.env.CHROMIUM ?? '', ...NAMES].find(
    (name) => name !== '' && spawnSync(name, ['--version']).status === 0,
  );
  const executablePath = installed
    ? spawnSync('which', [installed], { encoding: 'utf8' }).stdout.trim()
    : await packaged.executablePath();
  const launch: LaunchOptions = { executablePath, args: ['--no-sandbox', '--disable-gpu'], env: environment() };
  try {
    const browser = await openChromium(launch);
    await (await browser.newPage()).setContent('<p>Laurel</p>');
    await browser.close();
    return { launch };
  } catch (error) {
    const reason = /error while loading shared libraries: \S+/.exec(String(error))?.[0] ?? String(error).split('\n')[0];
    return { missing: `no Chromium starts here (${reason})` };
  }
}

/** Returns the environment for Chromium, which can't draw a page without a font. If the system has no fonts, the package's are used. */
const environment = (): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: join(tmpdir(), 'fonts') }),
});

export const openChromium = (launch: LaunchOptions): Promise<Browser> => chromium.launch(launch);
