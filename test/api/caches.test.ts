import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { statusIndex } from '../../domain/credentials/assign-status-index.ts';
import { generateCertificate } from '../../domain/issuing/generate.ts';
import { certificateRenderer } from '../../domain/rendering/render.ts';
import { STATUS_LIST_SIZE } from '../../proof/credential/index.ts';
import { makeAuthLimits } from '../../server/http/auth-gate.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let first: Tenant;
let second: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start();
  [first, second] = [await laurel.tenant(), await laurel.tenant()];
});

const db = () => database(laurel.installation.services.em());
let members = 0;
const viewerOf = async (tenant: Tenant) =>
  nativeClient(laurel, await sessionOf(laurel, tenant, `m${++members}@caches.example`, 'owner'));
const pathOf = (url: string) => `${laurel.url}${new URL(url).pathname}`;
const expectDistinct = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length);

test('statistics are of the own organisation', async () => {
  const threeDaysAgo = new Date(laurel.installation.services.now().getTime() - 3 * 24 * 60 * 60 * 1000);
  for (const tenant of [first, first, second]) {
    const context = { ...laurel.context(tenant), now: () => threeDaysAgo };
    await generateCertificate(context, { templateId: tenant.templateId, variables: VARIABLES });
  }
  const [one, other] = [await viewerOf(first), await viewerOf(second)];
  const counts: (number | undefined)[] = [];
  for (const viewer of [one, other, one, other])
    counts.push((await viewer.statistics.overview.query()).days.at(-4)?.count);
  expect(counts).toEqual([2, 1, 2, 1]);
});

test('the counts of today and yesterday are not kept', async () => {
  const tenant = await laurel.tenant();
  const viewer = await viewerOf(tenant);
  const lastDays = async () => (await viewer.statistics.overview.query()).days.slice(-2).map(({ count }) => count);
  for (const count of [1, 2]) {
    for (const daysAgo of [0, 1]) {
      const time = new Date(laurel.installation.services.now().getTime() - daysAgo * 24 * 60 * 60 * 1000);
      const context = { ...laurel.context(tenant), now: () => time };
      await generateCertificate(context, { templateId: tenant.templateId, variables: VARIABLES });
    }
    expect(await lastDays()).toEqual([count, count]);
  }
});

test('each organisation has its own status lists, each list its own places', async () => {
  for (const tenant of [first, second]) await laurel.issue(tenant);
  await sql`update status_lists set next = ${STATUS_LIST_SIZE + 1}`.execute(db());
  for (const _ of [1, 2]) {
    for (const { organisationId } of [first, second]) {
      for (const list of [0, 1]) {
        const path = `/issuers/${organisationId}/status/${list}`;
        const { id } = (await (await fetch(`${laurel.url}${path}`)).json()) as { id: string };
        expect(new URL(id).pathname).toBe(path);
      }
    }
  }
  const places = (fill: number, list: number) =>
    [0, 1, 2, 3].map((n) => statusIndex(Buffer.alloc(32, fill), list * STATUS_LIST_SIZE + n).index).join();
  expectDistinct([places(1, 0), places(1, 1), places(2, 0), places(2, 1)]);
});

test('a picture has the asked width, a card the asked language and state', async () => {
  const wide = await laurel.tenant({ design: 'classic-diploma' });
  const { id, imageUrl, verificationHash } = await laurel.issue(wide);
  const other = await laurel.issue(wide, { ...VARIABLES, name: 'Ada Lovelace' });
  for (const _ of [1, 2]) {
    const widths: (number | undefined)[] = [];
    for (const query of ['?width=960', '?width=400', '']) {
      const picture = await fetch(`${pathOf(imageUrl)}${query}`);
      widths.push((await sharp(await picture.bytes()).metadata()).width);
    }
    expect(widths.slice(0, 2)).toEqual([960, 400]);
    expectDistinct(widths);
  }
  const cards: string[] = [];
  const addCard = async (hash: string, language: string) => {
    const card = await fetch(`${laurel.url}/verify/${hash}/card.png?language=${language}`);
    expect(card.headers.get('Cache-Control')).toBe('public, max-age=60');
    cards.push(Buffer.from(await card.bytes()).toString('base64'));
  };
  await addCard(verificationHash, 'en');
  await addCard(verificationHash, 'de');
  await addCard(other.verificationHash, 'en');
  await laurel.call(`/certificates/${id}/revoke`, { key: wide.key, body: { reason: 'an error' } });
  await addCard(verificationHash, 'en');
  expectDistinct(cards);
});

test('an external logo is copied once per address and organisation', async () => {
  const asked: string[] = [];
  const outside = createServer(({ url = '' }, response) => {
    asked.push(url);
    const color = url === '/a.svg' ? 'red' : 'blue';
    response.end(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${color}"/></svg>`,
    );
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => void outside.close());
  const at = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const shown = async (tenant: Tenant, path: string) => {
    await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { logoUrl: `${at}${path}` } });
    const headers = await sessionOf(laurel, tenant, `m${++members}@caches.example`, 'viewer');
    const logo = await fetch(`${laurel.url}/exports/logo?organisationId=${tenant.organisationId}`, { headers });
    const { dominant } = await sharp(await logo.bytes()).stats();
    return dominant.r > dominant.b ? 'red' : 'blue';
  };
  for (const _ of [1, 2]) {
    expect([await shown(first, '/a.svg'), await shown(first, '/b.svg')]).toEqual(['red', 'blue']);
    expect([await shown(second, '/b.svg'), await shown(second, '/a.svg')]).toEqual(['blue', 'red']);
  }
  expect(asked.sort()).toEqual(['/a.svg', '/a.svg', '/b.svg', '/b.svg']);
});

test('a design that SQL changed after it was found genuine is not rendered', async () => {
  const api = await Laurel.start({ ROLE: 'api' });
  const { organisationId, key, templateId } = await api.tenant();
  const { services } = api.installation;
  const render = certificateRenderer(services);
  const body = { templateId, variables: VARIABLES };
  const issue = async () => (await api.call('/certificates', { key, body })).body.id;
  const [certificateId, other] = [await issue(), await issue()];
  await render({ organisationId, certificateId });
  await sql`update template_versions set design = replace(design, 'Inter', 'Lora')`.execute(database(services.em()));
  await expect(render({ organisationId, certificateId: other })).rejects.toThrow('changed outside Laurel');
});

test('calls of sign-in paths are counted by caller and path', async () => {
  const count = makeAuthLimits({ '/a': 1, '/b': 1 });
  for (const caller of ['one', 'other']) for (const path of ['/a', '/b']) await count(caller, path);
  await expect(count('one', '/a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});
