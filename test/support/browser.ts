import { buffer } from 'node:stream/consumers';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { atEndOfFile } from './end-of-file.ts';
import type { Laurel } from './laurel.ts';
import { PASSWORD } from './people.ts';
import type { SharedBrowser } from './shared-setup.ts';

const shared = (await (await fetch(`${inject('shared')}/browser`)).json()) as SharedBrowser;
if ('missing' in shared && process.env.BROWSER_TESTS === 'required')
  throw new Error(`the tests need a browser: ${shared.missing}`);

/** A test in a real browser, skipped without one (the run reports that at its end). */
export const browserTest = test.skipIf('missing' in shared);

let opened: Promise<Browser> | undefined;

function connect(): Promise<Browser> {
  if ('missing' in shared) throw new Error(shared.missing);
  return chromium.connect(shared.endpoint);
}

/** A page in a browser context of its own. `faults` are the errors that the page throws or logs. */
export async function openPage(
  laurel: Laurel,
  options: BrowserContextOptions = {},
): Promise<Page & { faults: string[] }> {
  opened ??= connect();
  // Most tests wait for what animations end in.
  const reducedMotion = 'reduce';
  const context = await (await opened).newContext({ baseURL: laurel.url, locale: 'en-GB', reducedMotion, ...options });
  atEndOfFile(() => context.close());
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Some tests request what is forbidden or missing; the browser logs each of these responses.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  return Object.assign(page, { faults });
}

/** What the browser has downloaded. */
export const contentOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());

/** Signs in without the form, which has tests of its own, and waits for the overview. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const answer = await page.context().request.post('/auth/sign-in/email', { data: { email, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Ends when no colour is on its way to another; a script of the page, in which animations without an end are left out. */
const settled = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined)),
).then(() => undefined)`;

/** Expects axe to report nothing for the page's current state (WCAG 2.2 AA and best practices). */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(settled);
  // Evaluated by the debugger, to which the page's Content-Security-Policy does not apply.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as {
      axe: { run(at: unknown, how: object): Promise<{ violations: Violation[] }> };
    };
    const { violations } = await axe.run(document, { runOnly: rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  }, RULES);
  expect(found, page.url()).toEqual([]);
}

declare const document: unknown;
interface Violation {
  id: string;
  nodes: { html: string }[];
}
