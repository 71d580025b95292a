import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { changeTags } from '../../domain/bulk/change-tags.ts';
import { copyRow, rolledBack } from '../support/authentic.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

let members = 0;
const owner = async (tenant: Tenant) =>
  nativeClient(laurel, await sessionOf(laurel, tenant, `t${++members}@tags.example`, 'owner'));

const issue = async ({ key, templateId }: Tenant, tags: unknown, more: object = {}) =>
  laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES, tags, ...more } });
const get = async ({ key }: Tenant, path: string) => (await laurel.call(path, { key })).body;
const found = async (tenant: Tenant, filter: Record<string, string>): Promise<string[]> =>
  (await get(tenant, `/certificates?${new URLSearchParams(filter)}`)).certificates.map(({ id }: { id: string }) => id);

test('a certificate has the tags that it was issued with, in answers of the organisation alone', async () => {
  const tenant = await laurel.tenant();
  const { status, body } = await issue(tenant, [' Autumn\u00a0 2026 ', 'A\u0308rzte', 'autumn 2026', 'C++']);
  const tags = ['Autumn 2026', 'Ärzte', 'C++'];
  expect([status, body.tags]).toEqual([201, tags]);
  const certificate = await laurel.rendered(tenant.key, body.id);
  expect(certificate.tags).toEqual(tags);
  expect((await get(tenant, '/certificates')).certificates[0].tags).toEqual(tags);
  const { events } = await get(tenant, '/events?types=certificate.issued,certificate.ready');
  expect(events.map(({ data }: { data: { tags?: string[] } }) => data.tags)).toEqual([tags, tags]);
  const verified = await laurel.call(`/verify/${body.verificationHash}`);
  const credential = await (await fetch(certificate.credentialUrl)).text();
  const page = await (await fetch(certificate.verificationUrl)).text();
  for (const text of [JSON.stringify(verified.body), credential, page]) expect(text).not.toMatch(/Autumn|Ärzte|C\+\+/);
});

test.each([
  [Array.from({ length: 21 }, (_, at) => `tag ${at}`), 'tags', 'too_many'],
  [['x'.repeat(51)], 'tags[0]', 'too_long'],
  [['fine', ' '], 'tags[1]', 'blank'],
  [['\u200b\u00ad'], 'tags[0]', 'blank'],
  [['two\nlines'], 'tags[0]', 'control_character'],
  [['\ud800'], 'tags[0]', 'malformed_text'],
  [[7], 'tags[0]', 'wrong_type'],
  ['one', 'tags', 'wrong_type'],
])('refuses the tags %j', async (tags, path, code) => {
  const { status, body } = await issue(await laurel.tenant(), tags);
  expect([status, body.details]).toMatchObject([400, [{ path, code }]]);
});

test('lists certificates by a tag in the order of the list, whatever its case and accents', async () => {
  const [tenant, other] = [await laurel.tenant(), await laurel.tenant()];
  await issue(other, ['Zürich']);
  const first = (await issue(tenant, ['Zürich', 'C'], { externalId: 'one' })).body.id;
  await issue(tenant, ['Basel']);
  const last = (await issue(tenant, ['zu\u0308rich', 'C#'])).body.id;
  expect(await found(tenant, { tag: 'ZURICH' })).toEqual([last, first]);
  expect(await found(tenant, { tag: ' Zürich ', sort: 'oldest', limit: '1' })).toEqual([first]);
  expect(await found(tenant, { tag: 'zurich', search: 'one' })).toEqual([first]);
  expect(await found(tenant, { tag: 'zurich', emailStatus: 'NONE', createdAfter: '2020-01-01' })).toEqual([
    last,
    first,
  ]);
  expect(await found(tenant, { tag: 'c' })).toEqual([first]);
  expect(await found(tenant, { tag: 'Zür' })).toEqual([]);
  const { status, body } = await laurel.call('/certificates?tag=%20', { key: tenant.key });
  expect([status, body.details]).toMatchObject([400, [{ path: 'tag', code: 'blank' }]]);
});

test('the certificates of a batch have its tags and those of their recipient', async () => {
  const tenant = await laurel.tenant();
  const { key, templateId } = tenant;
  const recipients = [{ variables: VARIABLES }, { variables: VARIABLES, tags: ['Honours', 'AUTUMN'] }];
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients, tags: ['Autumn'] } });
  const tagsOf = async (batchId: string) =>
    (await get(tenant, `/certificates?batchId=${batchId}&sort=oldest`)).certificates.map(
      ({ tags }: { tags: string[] }) => tags,
    );
  expect(await tagsOf(body.batchId)).toEqual([['Autumn'], ['Autumn', 'Honours']]);
  await laurel.call('/batches', { key, body: { templateId, recipients: [{ variables: VARIABLES }] } });
  const { batches } = await get(tenant, '/batches?tag=autumn');
  expect(batches).toMatchObject([{ id: body.batchId, tags: ['Autumn'] }]);
  const many = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
  const refused = await laurel.call('/batches', { key, body: { templateId, recipients, tags: many } });
  expect(refused.body.details).toMatchObject([{ path: 'recipients[1].tags', code: 'too_many' }]);
});

test('a template has the tags of its design, and the list filters by them', async () => {
  const tenant = await laurel.tenant({ scopes: ['templates:read', 'templates:write'] });
  const design = JSON.parse(await readFile('test/support/small-diploma.json', 'utf8'));
  const { key } = tenant;
  const created = await laurel.call('/templates', { key, body: { ...design, tags: ['Été', 'Diplomas', 'ETE'] } });
  expect([created.status, created.body.tags]).toEqual([201, ['Été', 'Diplomas']]);
  const { id } = created.body;
  const listed = async (tag: string) =>
    (await get(tenant, `/templates?tag=${tag}`)).templates.map((one: { id: string }) => one.id);
  expect(await listed('ete')).toEqual([id]);
  expect(await listed('et')).toEqual([]);
  const { designs } = await (await owner(tenant)).designs.list.query();
  expect(designs.find((one) => one.id === id)?.tags).toEqual(['Été', 'Diplomas']);
  const { body } = await laurel.call(`/templates/${id}`, { key, method: 'PUT', body: design });
  expect(body.tags).toEqual([]);
  expect(await listed('ete')).toEqual([]);
  const refused = await laurel.call('/templates', { key, body: { ...design, tags: ['a\nb'] } });
  expect([refused.status, refused.body.details]).toMatchObject([400, [{ path: 'tags[0]', code: 'control_character' }]]);
});

test('a member changes tags of one or many certificates, which stay as they were sealed', async () => {
  const [tenant, other] = [await laurel.tenant(), await laurel.tenant()];
  const issued = [await laurel.issue(tenant), await laurel.issue(tenant)];
  const [one = '', two = ''] = issued.map(({ id }) => id);
  const foreign = (await issue(other, ['Mine'])).body.id;
  const member = await owner(tenant);
  const tagsOf = async (id: string) => (await get(tenant, `/certificates/${id}`)).tags;
  const ids = [one];
  expect(await member.certificates.changeTags.mutate({ selection: { ids }, add: ['Late', 'Paid'] })).toEqual({
    ...{ total: 1, changed: 1, full: 0 },
  });
  const answer = await member.certificates.changeTags.mutate({
    ...{ selection: { filter: {} }, add: ['Checked'], remove: ['LATE', 'unused'] },
  });
  expect(answer).toEqual({ total: 2, changed: 2, full: 0 });
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([['Paid', 'Checked'], ['Checked']]);
  expect(await found(tenant, { tag: 'late' })).toEqual([]);
  expect(await found(tenant, { tag: 'checked' })).toEqual([two, one]);
  expect(await found(other, { tag: 'mine' })).toEqual([foreign]);
  expect((await member.certificates.tags.query()).tags).toEqual(['Checked', 'Paid']);
  for (const { verificationHash } of issued) {
    const { body } = await laurel.call(`/verify/${verificationHash}`);
    expect([body.valid, body.integrityVerified, body.history]).toEqual([true, true, undefined]);
  }
  const { entries } = await member.audit.list.query({ limit: 10 });
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'certificates.changeTagsOfMany', subject: '2' },
    { action: 'certificates.changeTags', subject: one },
  ]);
});

test('a change leaves out certificates that would have too many tags, and records nothing for a tag that is there', async () => {
  const tenant = await laurel.tenant();
  const many = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
  const full = (await issue(tenant, many)).body.id;
  const empty = (await issue(tenant, [])).body.id;
  const member = await owner(tenant);
  const change = (add: string[]) =>
    member.certificates.changeTags.mutate({ selection: { ids: [full, empty] }, add, remove: [] });
  expect(await change(['New'])).toEqual({ total: 2, changed: 1, full: 1 });
  expect(await change(['NEW'])).toEqual({ total: 2, changed: 0, full: 1 });
  expect((await get(tenant, `/certificates/${full}`)).tags).toEqual(many);
  const { entries } = await member.audit.list.query({ limit: 10 });
  expect(entries.filter(({ action }) => action.startsWith('certificates.changeTags'))).toHaveLength(1);
  await expect(
    member.certificates.changeTags.mutate({ selection: { ids: [full] }, add: [], remove: [] }),
  ).rejects.toMatchObject({ data: { code: 'VALIDATION_ERROR' } });
});

test('a change of more certificates than a transaction takes leaves none out', async () => {
  const tenant = await laurel.tenant();
  await laurel.issue(tenant);
  const values = { id: 'gen_random_uuid()', verification_hash: 'sha256(n::text::bytea)', status_number: 'null' };
  const answer = await rolledBack(laurel.installation.services, async (em) => {
    await copyRow(em, tenant, 'certificates', { count: 501, values });
    const context = { ...laurel.context(tenant), em: () => em };
    return changeTags(context, { selection: { filter: {} }, add: ['Many'], remove: [] });
  });
  expect(answer).toEqual({ total: 502, changed: 502, full: 0 });
});

test('concurrent changes of the same certificates lose no tag', async () => {
  const tenant = await laurel.tenant();
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) ids.push((await issue(tenant, [])).body.id);
  const member = await owner(tenant);
  const tags = Array.from({ length: 10 }, (_, at) => `tag ${at}`);
  await Promise.all(
    tags.map((tag, at) =>
      member.certificates.changeTags.mutate({ selection: { ids: at % 2 ? ids : ids.toReversed() }, add: [tag] }),
    ),
  );
  for (const id of ids) expect((await get(tenant, `/certificates/${id}`)).tags.sort()).toEqual(tags);
});

test('the index of tags follows the certificates', async () => {
  const tenant = await laurel.tenant();
  const { id } = (await issue(tenant, ['Été', 'ete\u0323', 'Basel'])).body;
  const db = database(laurel.installation.services.em());
  const keys = async () =>
    (
      await sql<{ key: string }>`select key from certificate_tags where certificate_id = ${id} order by key`.execute(db)
    ).rows.map(({ key }) => key);
  expect(await keys()).toEqual(['basel', 'ete']);
  await sql`update certificates set tags = '{Basel,Bern}' where id = ${id}`.execute(db);
  expect(await keys()).toEqual(['basel', 'bern']);
});

const createBatch = async ({ key, templateId }: Tenant, recipients: object[], tags: string[]) =>
  (await laurel.call('/batches', { key, body: { templateId, recipients, tags } })).body.batchId as string;
const tagsInBatch = async (tenant: Tenant, batchId: string): Promise<string[][]> =>
  (await get(tenant, `/certificates?batchId=${batchId}&sort=oldest`)).certificates.map(
    ({ tags }: { tags: string[] }) => tags,
  );

test('a member changes the tags of a batch and of its certificates, and of no others', async () => {
  const tenant = await laurel.tenant();
  const recipients = [{ variables: VARIABLES }, { variables: VARIABLES, tags: ['Own'] }];
  const id = await createBatch(tenant, recipients, ['Spring']);
  const other = await createBatch(tenant, recipients, ['Spring']);
  const member = await owner(tenant);
  const answer = await member.batches.changeTags.mutate({ id, add: ['Été'], remove: ['SPRING'] });
  expect(answer).toEqual({ total: 2, changed: 2, full: 0 });
  expect((await get(tenant, `/batches/${id}`)).tags).toEqual(['Été']);
  expect(await tagsInBatch(tenant, id)).toEqual([['Été'], ['Own', 'Été']]);
  expect(await tagsInBatch(tenant, other)).toEqual([['Spring'], ['Spring', 'Own']]);
  const { batches } = await get(tenant, '/batches?tag=ete');
  expect(batches.map((batch: { id: string }) => batch.id)).toEqual([id]);
  expect(await member.batches.changeTags.mutate({ id, add: ['ETE'], remove: [] })).toMatchObject({ changed: 0 });
  expect(await member.batches.changeTags.mutate({ id, add: [], remove: ['own'] })).toMatchObject({ changed: 1 });
  const { entries } = await member.audit.list.query({ limit: 10 });
  expect(entries.filter(({ action }) => action === 'batches.changeTags')).toMatchObject([
    { subject: id, changes: [] },
    { subject: id, changes: [{ field: 'tags', from: 'Spring', to: 'Été' }] },
  ]);
});

test('a batch with too many tags is refused, and one of its certificates with too many is left out', async () => {
  const tenant = await laurel.tenant();
  const many = Array.from({ length: 19 }, (_, at) => `tag ${at}`);
  const id = await createBatch(tenant, [{ variables: VARIABLES, tags: many }, { variables: VARIABLES }], ['Batch']);
  const member = await owner(tenant);
  const refused = member.batches.changeTags.mutate({ id, add: [...many, 'One more'], remove: [] });
  await expect(refused).rejects.toMatchObject({ data: { code: 'VALIDATION_ERROR' } });
  expect(await tagsInBatch(tenant, id)).toEqual([['Batch', ...many], ['Batch']]);
  const answer = await member.batches.changeTags.mutate({ id, add: ['New'], remove: [] });
  expect(answer).toEqual({ total: 2, changed: 1, full: 1 });
  expect((await get(tenant, `/batches/${id}`)).tags).toEqual(['Batch', 'New']);
});

test('tags of a batch that were changed outside Laurel are not changed further', async () => {
  const tenant = await laurel.tenant();
  const id = await createBatch(tenant, [{ variables: VARIABLES }], ['Batch']);
  await database(laurel.installation.services.em())
    .updateTable('batches')
    .set({ tags: ['Forged'] })
    .where('id', '=', id)
    .execute();
  const member = await owner(tenant);
  await expect(member.batches.changeTags.mutate({ id, add: ['New'], remove: [] })).rejects.toMatchObject({
    data: { code: 'INTERNAL_ERROR' },
  });
  expect(await tagsInBatch(tenant, id)).toEqual([['Batch']]);
});

test('imported certificates have the tags of their rows', async () => {
  const tenant = await laurel.tenant();
  const row = { variables: VARIABLES, awardedOn: '2021-05-03' };
  const body = { templateId: tenant.templateId, certificates: [{ ...row, tags: ['Old', ' old '] }, row] };
  const { status } = await laurel.call('/certificates/import', { key: tenant.key, body });
  expect(status).toBe(201);
  const { certificates } = await get(tenant, '/certificates?sort=oldest');
  expect(certificates.map(({ tags }: { tags: string[] }) => tags)).toEqual([['Old'], []]);
});
