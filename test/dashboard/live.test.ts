import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, openPage, signIn, untilQuiet } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 1000 });
  await createMember(laurel, tenant, 'owner@live.example', 'owner');
});

const STREAM = /\/trpc\/events\.follow/;
const LIST = /\/trpc\/[^?]*certificates\.list/;

const showList = (page: Page, waitUntil?: 'commit') =>
  page.goto(`/o/${tenant.organisationId}/certificates`, { waitUntil });
const issue = (name: string) => laurel.issue(tenant, { ...VARIABLES, name });
const shows = (page: Page, name: string) => page.getByRole('link', { name }).first().waitFor();

browserTest('tabs share one stream and update without polling; when one closes, another continues', async () => {
  const first = await openPage(laurel);
  await first.clock.install();
  const streams: string[] = [];
  const lists: string[] = [];
  first.context().on('request', (request) => {
    if (STREAM.test(request.url())) streams.push(request.url());
    if (LIST.test(request.url())) lists.push(request.url());
  });
  await signIn(first, 'owner@live.example');
  await showList(first, 'commit');
  // Under load, the second tab could otherwise be the one with the stream, or the event could precede it.
  await (await first.waitForRequest(STREAM)).response();
  const second = await first.context().newPage();
  await showList(second);
  await Promise.all(
    [first, second].map((page) => page.getByRole('heading', { name: 'Certificates', exact: true }).waitFor()),
  );
  await issue('Ada of Events');
  await Promise.all([first, second].map((page) => shows(page, 'Ada of Events')));
  // Signing in, and each navigation in the only tab, opened and closed a stream.
  const opened = streams.length;
  await second.reload();
  await shows(second, 'Ada of Events');
  expect(streams).toHaveLength(opened);
  await Promise.all([first, second].map(untilQuiet));
  // The refetch of a late event waits longer than the quiet.
  await first.clock.fastForward(2000);
  await Promise.all([first, second].map(untilQuiet));
  const asked = lists.length;
  // Longer than the slow polling interval.
  await first.clock.fastForward(20_000);
  await Promise.all([first, second].map(untilQuiet));
  expect(lists).toHaveLength(asked);
  await first.close();
  await issue('Grace of Events');
  await shows(second, 'Grace of Events');
  expect(streams).toHaveLength(opened + 1);
  // Resumes after the last event that the closed tab has shared.
  expect(decodeURIComponent(streams.at(-1) ?? '')).toContain('"after":"');
});

browserTest('without a stream the screens poll, without a message', async () => {
  const page = await openPage(laurel);
  await page.context().route(STREAM, (route) => route.abort());
  await signIn(page, 'owner@live.example');
  await showList(page);
  await page.getByRole('heading', { name: 'Certificates', exact: true }).waitFor();
  await issue('Mary of Polling');
  await shows(page, 'Mary of Polling');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(page.faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
});

browserTest('an event between the loading of a screen and the start of its stream is shown', async () => {
  const page = await openPage(laurel);
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(STREAM, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  await signIn(page, 'owner@live.example');
  await showList(page);
  await page.getByRole('heading', { name: 'Certificates', exact: true }).waitFor();
  await asked.promise;
  await untilQuiet(page);
  await issue('Hedy of Gaps');
  released.resolve();
  await shows(page, 'Hedy of Gaps');
});
