import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { listAll } from '../../client/pages.ts';
import { batchPdfs, chosenPdfs, eachCertificate } from '../../domain/certificates/export.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

/** More than a page of an export. */
const MANY = 205;

/** An API process without workers, so that states stay as they are. */
let laurel: Laurel;
let tenant: Tenant;
let owner: ReturnType<typeof nativeClient>;
let batchId: string;
/** Ids of all certificates, oldest first. */
const issued: string[] = [];
beforeAll(async () => {
  laurel = await Laurel.start({ ROLE: 'api' });
  tenant = await laurel.tenant({ credits: 1000 });
  const { key, templateId } = tenant;
  owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@pages.example', 'owner'));
  for (const count of [2, 1, 4]) {
    const recipients = Array.from({ length: count }, (_, n) => ({
      ...{ variables: VARIABLES, externalId: 'x', recipientEmail: `p${n}@pages.example` },
    }));
    const { body } = await laurel.call('/batches', { key, body: { templateId, recipients, sendEmail: true } });
    batchId = body.batchId;
    issued.push(...body.certificates.map(({ id }: { id: string }) => id));
  }
  const { organisationId } = tenant;
  for (const certificateId of issued.slice(-4))
    await failRendering(laurel.installation.services, { organisationId, certificateId });
});

const newestFirst = (ids: readonly string[]) => ids.toReversed();

/** Every paged list, with the member that has its items, and their ids if the test knows them. */
const LISTS: Record<string, () => Promise<[path: string, member: string, wanted?: readonly string[]]>> = {
  certificates: async () => ['/certificates?', 'certificates', newestFirst(issued)],
  'certificates, oldest first': async () => ['/certificates?sort=oldest&', 'certificates', issued],
  'certificates of a batch': async () => [
    `/batches/${batchId}/certificates?`,
    'certificates',
    newestFirst(issued.slice(-4)),
  ],
  'certificates of a recipient': async () => [
    '/certificates?recipientEmail=p0@pages.example&',
    'certificates',
    newestFirst([0, 2, 3].flatMap((n) => issued[n] ?? [])),
  ],
  'certificates with an external id': async () => ['/certificates?externalId=x&', 'certificates', newestFirst(issued)],
  'found certificates': async () => ['/certificates?search=M%C3%BCller&', 'certificates', newestFirst(issued)],
  'found certificates, oldest first': async () => [
    '/certificates?search=M%C3%BCller&sort=oldest&',
    'certificates',
    issued,
  ],
  'failed certificates': async () => [
    '/certificates?renderStatus=FAILED&',
    'certificates',
    newestFirst(issued.slice(-4)),
  ],
  'failed certificates, oldest first': async () => [
    '/certificates?renderStatus=FAILED&sort=oldest&',
    'certificates',
    issued.slice(-4),
  ],
  'certificates to mail': async () => [
    '/certificates?emailStatus=QUEUED&',
    'certificates',
    newestFirst(issued.slice(0, 3)),
  ],
  'waiting certificates': async () => [
    '/certificates?renderStatus=PENDING&',
    'certificates',
    newestFirst(issued.slice(0, 3)),
  ],
  batches: async () => ['/batches?', 'batches'],
  'batches, oldest first': async () => ['/batches?sort=oldest&', 'batches'],
  recipients: async () => ['/recipients?', 'recipients'],
  'found recipients': async () => ['/recipients?search=pages&', 'recipients'],
  events: async () => ['/events?', 'events'],
  templates: async () => ['/templates?', 'templates'],
};
/** Number of items of the lists whose ids the test does not know. */
const COUNTS: Record<string, number> = {
  ...{ batches: 3, 'batches, oldest first': 3, recipients: 4, 'found recipients': 4 },
  // A template, 7 certificates, 4 failures and the completion of a batch.
  events: 13,
  templates: 1,
};

test('the list of templates is complete without a limit, and has pages with one', async () => {
  const other = await laurel.tenant();
  const { key } = other;
  const design = JSON.parse(readFileSync('test/support/small-diploma.json', 'utf8'));
  for (const name of ['Second', 'Third']) await importTemplate(laurel.context(other), { ...design, name });
  const namesOf = ({ templates }: { templates: { name: string }[] }) => templates.map(({ name }) => name);
  const { body: all } = await laurel.call('/templates', { key });
  expect([namesOf(all), all.nextCursor]).toEqual([['Third', 'Second', design.name], null]);
  const { body: first } = await laurel.call('/templates?limit=2', { key });
  const { body: last } = await laurel.call(`/templates?limit=2&cursor=${first.nextCursor}`, { key });
  expect([namesOf(first), namesOf(last), last.nextCursor]).toEqual([['Third', 'Second'], [design.name], null]);
});

test.each(Object.keys(LISTS).flatMap((list) => [1, 2, 3].map((limit) => [list, limit] as const)))(
  'the list of %s in pages of %d has every item once, in its order',
  async (list, limit) => {
    const [path, member, wanted] = (await LISTS[list]?.()) ?? ['', ''];
    const ids: string[] = [];
    const cursors = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body }: { status: number; body: Record<string, never> } = await laurel.call(
        `${path}limit=${limit}${cursor && `&${list === 'events' ? 'after' : 'cursor'}=${cursor}`}`,
        { key: tenant.key },
      );
      expect(status).toBe(200);
      const items: { id: string }[] = body[member] ?? [];
      expect(items.length).toBeLessThanOrEqual(limit);
      ids.push(...items.map(({ id }) => id));
      // An events page always has a cursor, from which the next poll continues.
      cursor = list === 'events' && items.length === 0 ? null : (body.nextCursor ?? null);
      if (cursor === null) break;
      expect(cursors).not.toContain(cursor);
      cursors.add(cursor);
    }
    expect(new Set(ids).size).toBe(ids.length);
    if (wanted) expect(ids).toEqual(wanted);
    else {
      const { body } = await laurel.call(`${path}limit=100`, { key: tenant.key });
      expect(ids).toEqual(body[member].map(({ id }: { id: string }) => id));
      if (COUNTS[list]) expect(ids).toHaveLength(COUNTS[list]);
    }
  },
);

test.each([1, 2, 3, 100])('the lists of the dashboard have every item once in pages of %d', async (limit) => {
  const lists = [
    () => Array.fromAsync(listAll(owner.credits.ledger, { limit })),
    () => Array.fromAsync(listAll(owner.audit.list, { limit, withOperator: true })),
    () => Array.fromAsync(listAll(owner.batches.listDetails, { limit })),
  ];
  const found = (await Promise.all(lists.map((read) => read()))).map((items) => items.map(({ id }) => id));
  for (const ids of found) expect(ids).toHaveLength(new Set(ids).size);
  // Granted credits, three batches and four refunds.
  const [ledger, audit, batches] = found.map(({ length }) => length);
  expect([ledger, batches]).toEqual([8, 3]);
  const { entries } = await owner.audit.list.query({ limit: 100, withOperator: true });
  expect(audit).toBe(entries.length);
  expect(audit).toBeGreaterThan(2);
});

test('exports, selections and follow-up pages reach the end of long lists', async () => {
  const many = await laurel.tenant({ credits: MANY });
  const { key, templateId } = many;
  const recipients = Array.from({ length: MANY }, () => ({ variables: VARIABLES }));
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients } });
  const ids: string[] = body.certificates.map(({ id }: { id: string }) => id);
  const context = laurel.context(many);
  const exported = (await Array.fromAsync(eachCertificate(context, {}))).map(({ id }) => id);
  expect(exported).toEqual(newestFirst(ids));
  const { services } = laurel.installation;
  await services
    .em()
    .getConnection()
    .execute(`update certificates set render_status = 'COMPLETED' where batch_id = '${body.batchId}'`);
  const zips = [batchPdfs(context, body.batchId), chosenPdfs(context, ids)];
  for (const files of zips) expect(new Set((await Array.fromAsync(files)).map(({ name }) => name)).size).toBe(MANY);
});
