import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
  type Request,
} from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { atEndOfFile } from './end-of-file.ts';
import type { Laurel } from './laurel.ts';
import { PASSWORD } from './people.ts';
import type { SharedBrowser } from './shared-setup.ts';
import { waitFor } from './wait-for.ts';

const shared = (await (await fetch(`${inject('shared')}/browser`)).json()) as SharedBrowser;
if ('missing' in shared && process.env.BROWSER_TESTS === 'required')
  throw new Error(`the tests need a browser: ${shared.missing}`);

/** Defines a test in a real browser. It is skipped without one, which the run reports at its end. */
export const browserTest = test.skipIf('missing' in shared);

let opened: Promise<Browser> | undefined;

function connect(): Promise<Browser> {
  if ('missing' in shared) throw new Error(shared.missing);
  return chromium.connect(shared.endpoint);
}

/** Opens a page in a separate browser context. `faults` are the errors that the page throws or logs. */
export async function openPage(
  laurel: Laurel,
  options: BrowserContextOptions = {},
): Promise<Page & { faults: string[] }> {
  opened ??= connect();
  // Most tests wait for the end of animations.
  const reducedMotion = 'reduce';
  const context = await (await opened).newContext({ baseURL: laurel.url, locale: 'en-GB', reducedMotion, ...options });
  atEndOfFile(() => context.close());
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  const open = new Set<Request>();
  requests.set(page, open);
  page.on('request', (request) => void open.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void open.delete(request));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Some tests request forbidden or missing resources. The browser logs each of these responses.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  return Object.assign(page, { faults });
}

/** Pending requests of each page. */
const requests = new WeakMap<Page, ReadonlySet<Request>>();
/** Time without requests after which a page counts as quiet. */
const QUIET_MS = 500;

/** Waits until the page has no requests for a while. The stream of events stays open and does not count. */
export async function untilQuiet(page: Page): Promise<void> {
  let since = performance.now();
  const pending = () => {
    const urls = [...(requests.get(page) ?? [])].map((request) => request.url());
    const others = urls.filter((url) => !url.includes('/trpc/events.follow'));
    if (others.length > 0) since = performance.now();
    return others;
  };
  await waitFor('the end of requests', pending, () => performance.now() - since >= QUIET_MS);
}

/** Returns the downloaded content. */
export const contentOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());

/** Signs in without the form, which has separate tests, and without opening a page. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  // Requests with a cookie must have an origin. A page without an address has no cookies either.
  const { origin } = new URL(page.url());
  const headers: Record<string, string> = origin === 'null' ? {} : { Origin: origin };
  const answer = await page.context().request.post('/auth/sign-in/email', { data: { email, password }, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Signs in, and waits for the overview. Its first load takes a second of processor time, so other pages are opened without it. */
export async function signInToOverview(page: Page, email: string, password = PASSWORD): Promise<void> {
  await signIn(page, email, password);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

const axeScript = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose findings depend on the colour scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules about the names of elements, and about languages. */
const TEXT_RULES = [
  ...['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-toggle-field-name', 'aria-treeitem-name'],
  ...['button-name', 'document-title', 'empty-heading', 'empty-table-header', 'html-has-lang', 'html-lang-valid'],
  ...['image-alt', 'image-redundant-alt', 'label', 'label-content-name-mismatch', 'landmark-unique', 'link-name'],
  ...['select-name', 'svg-img-alt', 'valid-lang'],
];

/**
 * Script that resolves when the page shows its latest state and no colour is changing. A new window size or scheme reaches the page's
 * scripts with the next frame. Endless animations are ignored.
 */
export const settled = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))).then(() =>
  Promise.all(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined)),
  )).then(() => undefined)`;

/** Changes the visitor's preferred colour scheme, and waits for the page to follow. */
export async function preferScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(settled);
}

/** Expects axe to report nothing for the page's current state (WCAG 2.2 AA and best practices), or for the part that a selector matches. */
export const expectAccessible = (page: Page, part = ':root'): Promise<void> =>
  expectNothing(page, { at: part, only: { type: 'tag', values: RULES } });

/** Expects the same, and no findings about colours in the dark scheme. The page must have been opened in the light one. */
export async function expectAccessibleInBothSchemes(page: Page, part = ':root'): Promise<void> {
  await expectAccessible(page, part);
  await preferScheme(page, 'dark');
  await expectNothing(page, { at: part, only: { type: 'rule', values: COLOR_RULES } });
  await preferScheme(page, 'light');
}

/** Expects no findings of axe whose outcome depends on texts. Pages that differ in their language only need no others. */
export const expectTextsAccessible = (page: Page): Promise<void> =>
  expectNothing(page, { at: ':root', only: { type: 'rule', values: TEXT_RULES } });

interface Question {
  /** Selector. */
  at: string;
  only: { type: 'tag' | 'rule'; values: string[] };
}

async function expectNothing(page: Page, question: Question): Promise<void> {
  await page.evaluate(settled);
  // Evaluated by the debugger, to which the page's Content-Security-Policy does not apply.
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axeScript);
  const found = await page.evaluate(async ({ at, only }) => {
    const { axe } = globalThis as unknown as {
      axe: { run(at: string, how: object): Promise<{ violations: Violation[] }> };
    };
    // Describing passed checks and reading every style sheet again would add half of the checks' time.
    const { violations } = await axe.run(at, { runOnly: only, resultTypes: ['violations'], preload: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  }, question);
  // A single text, because reports shorten lists.
  expect(found.join('\n'), page.url()).toBe('');
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}
