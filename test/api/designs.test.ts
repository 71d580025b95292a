import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { MAX_DESIGN_BYTES } from '../../domain/limits.ts';
import { MAX_LENGTHS } from '../../templates-engine/index.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';
import { differingShare } from '../support/pictures.ts';

let laurel: Laurel;
let tenant: Tenant;
let admin: ReturnType<typeof nativeClient>;
let session: Record<string, string>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  session = await sessionOf(laurel, tenant, 'admin@example.org', 'admin');
  admin = nativeClient(laurel, session);
});

const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
const classic = () => read('samples/classic-diploma.json');
/** Returns a design with the name and variables of the classic diploma that renders in a tenth of the time. */
const sample = () => read('test/support/small-diploma.json');
const listed = async (id: string) => (await admin.designs.list.query()).designs.find((design) => design.id === id);

test('stores a draft, valid or not, and issues nothing from it before publication', async () => {
  const { id } = await admin.designs.create.mutate({ design: { name: 'Half done', elements: 'none yet' } });
  expect(await admin.designs.get.query({ id })).toMatchObject({ revision: 1, publishedVersion: null, hasDraft: true });
  const body = { templateId: id, variables: VARIABLES };
  expect((await laurel.call('/certificates', { key: tenant.key, body })).status).toBe(404);
  expect(await listed(id)).toMatchObject({
    name: 'Half done',
    publishedVersion: null,
    thumbnailUrl: null,
    isOwn: true,
  });
  const broken = admin.designs.publish.mutate({ id, revision: 1 });
  expect((await broken.catch((error) => error.data.details)).map(({ path }: { path: string }) => path)).toContain(
    'page',
  );
  const { revision } = await admin.designs.saveDraft.mutate({ id, design: await sample(), revision: 1 });
  const { version } = await admin.designs.publish.mutate({ id, revision });
  expect(version).toBe(1);
  expect((await laurel.call('/certificates', { key: tenant.key, body })).status).toBe(201);
  expect(await listed(id)).toMatchObject({ publishedVersion: 1, hasDraft: false });
});

test('issued certificates keep their version, and new ones use the new version', async () => {
  const { id: templateId } = await admin.designs.create.mutate({ design: await sample() });
  const first = await admin.designs.publish.mutate({ id: templateId, revision: 1 });
  const before = await laurel.issue({ ...tenant, templateId });
  const design = { ...(await sample()), name: 'Second edition' };
  const { revision } = await admin.designs.saveDraft.mutate({ id: templateId, design, revision: first.revision });
  await admin.designs.publish.mutate({ id: templateId, revision });
  const after = await laurel.issue({ ...tenant, templateId });
  const { versions } = await admin.designs.versions.query({ id: templateId });
  expect(versions.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
    [2, true],
    [1, false],
  ]);
  const old = await admin.designs.version.query({ id: templateId, version: 1 });
  expect(old.design).toMatchObject({ name: 'Diploma of distinction' });
  for (const { verificationHash } of [before, after]) {
    const { body } = await laurel.call(`/verify/${verificationHash}`);
    expect(body).toMatchObject({ valid: true, integrityVerified: true });
  }
});

test('a version names its author and note, and refuses a note of several lines or over 300 characters', async () => {
  const { id } = await admin.designs.create.mutate({ design: await sample() });
  const publish = (revision: number, note?: string) =>
    admin.designs.publish.mutate({ id, revision, ...(note !== undefined && { note }) });
  for (const note of ['two\nlines', 'x'.repeat(301)])
    await expect(publish(1, note)).rejects.toMatchObject({ data: { details: [{ path: 'note' }] } });
  const { revision } = await publish(1, ' With a <seal> ');
  await publish(revision, ' ');
  const { versions } = await admin.designs.versions.query({ id });
  expect(versions.map(({ version, authorName, note }) => ({ version, authorName, note }))).toEqual([
    { version: 2, authorName: expect.any(String), note: null },
    { version: 1, authorName: versions[0]?.authorName, note: 'With a <seal>' },
  ]);
  expect(versions[0]?.authorName).toMatch(/@/);
});

test('deletes a draft that equals the published design', async () => {
  const { id } = await admin.designs.create.mutate({ design: await sample() });
  let { revision } = await admin.designs.publish.mutate({ id, revision: 1 });
  const { design } = await admin.designs.get.query({ id });
  const save = async (name: unknown) => {
    const saved = await admin.designs.saveDraft.mutate({ id, design: { ...design, name }, revision });
    revision = saved.revision;
    return [
      saved.hasDraft,
      (await listed(id))?.hasDraft,
      (await admin.designs.get.query({ id })).revision === revision,
    ];
  };
  expect(await save('Changed')).toEqual([true, true, true]);
  expect(await save(design.name)).toEqual([false, false, true]);
  expect(await save('Changed again')).toEqual([true, true, true]);
});

test('saves and publishes a design of 42 MB, and rejects one more byte by its field', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';
  const image = (bytes: number) => ({
    ...{ type: 'image', x: 0, y: 0, width: 9, height: 9, alt: '' },
    src: `data:image/svg+xml;base64,${Buffer.from(svg.padEnd(bytes)).toString('base64')}`,
  });
  const text = { type: 'text', x: 9, y: 90, width: 280, height: 40, text: '{{name}}', font: 'Inter', size: 14 };
  const large = Array(15).fill(image(2 * 1024 * 1024));
  const whole = (last: number, description = '') => ({
    ...{ name: 'Large', description, recipientNameVariable: 'name', page: { width: 300, height: 200 } },
    elements: [text, ...large, image(last)],
  });
  const roomOf = (design: object) => MAX_DESIGN_BYTES - Buffer.byteLength(JSON.stringify(design));
  // Base64 has four bytes for three, so less than four bytes remain.
  const room = roomOf(whole(999));
  const last = Math.floor(room / 4) * 3 + 999;
  const [largest, over] = [whole(last, 'x'.repeat(room % 4)), whole(last, 'x'.repeat((room % 4) + 1))];
  expect(roomOf(largest)).toBe(0);
  const { id } = await admin.designs.create.mutate({ design: { name: 'Large' } });
  const saved = await admin.designs.saveDraft.mutate({ id, design: largest, revision: 1 });
  const refused = await admin.designs.saveDraft
    .mutate({ id, design: over, revision: saved.revision })
    .catch((error) => error.data);
  expect(refused.code).toBe('VALIDATION_ERROR');
  expect(refused.details).toEqual([
    {
      path: 'design',
      code: 'file_too_large',
      message: expect.any(String),
      params: { size: MAX_DESIGN_BYTES + 1, most: MAX_DESIGN_BYTES },
    },
  ]);
  const published = await admin.designs.publish.mutate({ id, revision: saved.revision });
  expect(published.version).toBe(1);
});

test.each<[string, object, string]>([
  ['elements', { elements: Array(501).fill({ type: 'text' }) }, 'design.elements'],
  ['runs', { elements: [{ type: 'text', text: Array(1001).fill('x') }] }, 'design.elements[0].text'],
  ['characters', { elements: [{ type: 'text', text: 'x'.repeat(10_001) }] }, 'design.elements[0].text'],
  ['characters in its name', { name: 'x'.repeat(201) }, 'design.name'],
  ['characters in an unknown member', { other: 'x'.repeat(10_001) }, 'design.other'],
  [
    'nodes in a markup',
    { elements: [{ type: 'markup', root: { children: Array(20).fill({ children: Array(300).fill('x') }) } }] },
    'design.elements[0].root',
  ],
])('rejects a draft with too many %s', async (_what, design, path) => {
  const refused = await admin.designs.create.mutate({ design: { ...design } }).catch((error) => error.data);
  expect([refused.code, refused.details[0].path]).toEqual(['VALIDATION_ERROR', path]);
});

test('rejects a draft with a number that JSON cannot represent', async () => {
  const answer = await fetch(`${laurel.url}/trpc/designs.create`, {
    method: 'POST',
    headers: { ...session, 'Content-Type': 'application/json' },
    body: '{"design":{"page":{"width":1e400}}}',
  });
  const { error } = (await answer.json()) as { error: { data: { details: { path: string }[] } } };
  expect([answer.status, error.data.details[0]?.path]).toEqual([400, 'design.page.width']);
});

test('rejects a draft with a text that cannot be stored, and accepts similar ones', async () => {
  for (const name of ['A\0', 'A\ud800', '\udc00 A'])
    expect(await admin.designs.create.mutate({ design: { name } }).catch(codeOf), JSON.stringify(name)).toBe(
      'VALIDATION_ERROR',
    );
  for (const name of ['\\u0000 \\ud800', '👩🏽‍🎓', 'C:\\users']) {
    const { id } = await admin.designs.create.mutate({ design: { name } });
    expect(await listed(id)).toMatchObject({ name });
  }
});

test('does not publish a design with a text that cannot be stored, and names its path', async () => {
  const design = await sample();
  const { key } = await laurel.tenant({ scopes: ['templates:write'] });
  const box = { x: 10, y: 10, width: 200, height: 40 };
  const root = { type: 'div', children: [{ type: 'p', children: ['\udc00'] }] };
  const added = [
    { type: 'text', ...box, text: ['{{name}}', { text: 'A\ud800' }], font: 'Inter', size: 12 },
    { type: 'markup', ...box, root },
  ];
  const wrong = { name: 'A\0', formationName: '\ud800', description: 'A\0', elements: [...added, ...design.elements] };
  const { status, body } = await laurel.call('/templates', { key, body: { ...design, ...wrong } });
  expect(status).toBe(400);
  expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
    'description',
    'elements[0].text[1].text',
    'elements[1].root.children[0].children[0]',
    'formationName',
    'name',
  ]);
});

test('describes missing members and members of a wrong type in plain words', async () => {
  const design = await sample();
  const { key } = await laurel.tenant({ scopes: ['templates:write'] });
  const wrong = {
    ...{ page: undefined, elements: undefined, name: undefined, formationName: 5, description: 'x'.repeat(3000) },
    background: { fit: 'stretch' },
    achievement: { criteria: '' },
  };
  const { status, body } = await laurel.call('/templates', { key, body: { ...design, ...wrong } });
  expect(status).toBe(400);
  const said = body.details.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`);
  expect(said.sort()).toEqual([
    'achievement.criteria: Blank. Give a text.',
    'background.fit: Not an option. Use contain, cover, fill.',
    'description: Too long. Use at most 2,000 characters.',
    'elements: Missing. Give a list.',
    'formationName: Wrong type. Use a text.',
    'name: Missing. Give a text.',
    'page: Missing. Give an object.',
  ]);
  expect(body.details.find(({ path }: { path: string }) => path === 'background.fit')).toMatchObject({
    code: 'not_an_option',
    params: { options: ['contain', 'cover', 'fill'] },
  });
});

test('the API document describes the accepted forms of a colour', async () => {
  const { key } = await laurel.tenant({ scopes: ['templates:write'] });
  const { body: document } = await laurel.call('/openapi.json');
  const { color } = document.components.schemas.DesignDocument.properties.background.properties;
  expect(color.description).toBe('A colour as #rgb, #rgba, #rrggbb or #rrggbbaa');
  const design = await sample();
  for (const value of ['#abc', '#abcd', '#a0b1c2', '#a0b1c2d3', '#ab', '#abcde', 'red', 'rgb(0,0,0)', '{{colour}}']) {
    const body = { ...design, background: { color: value } };
    const { status } = await laurel.call('/templates', { key, body });
    expect(status === 201, value).toBe(new RegExp(color.pattern).test(value));
  }
});

test("does not overwrite another person's changes", async () => {
  const { id } = await admin.designs.create.mutate({ design: { name: 'Ours' } });
  const saved = await admin.designs.saveDraft.mutate({ id, design: { name: 'Mine' }, revision: 1 });
  expect(saved.revision).toBe(2);
  const late = { id, design: { name: 'Theirs' }, revision: 1 };
  expect(await admin.designs.saveDraft.mutate(late).catch(codeOf)).toBe('CONFLICT');
  const both = [1, 2, 3, 4].map(() => admin.designs.saveDraft.mutate({ id, design: { name: 'At once' }, revision: 2 }));
  const outcomes = await Promise.allSettled(both);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('discards only changes that the person has seen, from the designer and from the list', async () => {
  const { id } = await admin.designs.create.mutate({ design: { name: 'Ours' } });
  const seen = (await listed(id))?.revision ?? 0;
  await admin.designs.saveDraft.mutate({ id, design: { name: 'Theirs' }, revision: seen });
  expect(await admin.designs.discardDraft.mutate({ id, revision: seen }).catch(codeOf)).toBe('CONFLICT');
  expect((await admin.designs.get.query({ id })).design.name).toBe('Theirs');
  await admin.designs.discardDraft.mutate({ id, revision: (await listed(id))?.revision ?? 0 });
  expect(await listed(id)).toBeUndefined();
});

test('an editor opened before a publication or a discarded draft is outdated', async () => {
  const { id } = await admin.designs.create.mutate({ design: await sample() });
  const opened = await admin.designs.publish.mutate({ id, revision: 1 });
  const theirs = await admin.designs.saveDraft.mutate({ id, design: await sample(), revision: opened.revision });
  await admin.designs.publish.mutate({ id, revision: theirs.revision });
  const late = { id, design: { name: 'Late' }, revision: opened.revision };
  expect(await admin.designs.saveDraft.mutate(late).catch(codeOf)).toBe('CONFLICT');
  const { revision } = await admin.designs.get.query({ id });
  const changed = { ...(await sample()), name: 'Changed' };
  const draft = await admin.designs.saveDraft.mutate({ id, design: changed, revision });
  await admin.designs.discardDraft.mutate({ id, revision: draft.revision });
  expect(await admin.designs.saveDraft.mutate({ ...late, revision: draft.revision }).catch(codeOf)).toBe('CONFLICT');
  expect(await admin.designs.saveDraft.mutate({ ...late, revision }).catch(codeOf)).toBe('CONFLICT');
});

test('an editor is outdated whose draft was discarded after a program had published', async () => {
  const other = await laurel.tenant({ scopes: ['templates:write'] });
  const { designs } = nativeClient(laurel, await sessionOf(laurel, other, 'discarding@example.org', 'admin'));
  const id = other.templateId;
  const { design, revision } = await designs.get.query({ id });
  await designs.saveDraft.mutate({ id, revision, design: { ...design, name: 'Discarded' } });
  const body = { ...design, name: 'By a program' };
  expect((await laurel.call(`/templates/${id}`, { key: other.key, method: 'PUT', body })).status).toBe(200);
  const opened = await designs.get.query({ id });
  expect(opened.design.name).toBe('Discarded');
  await designs.discardDraft.mutate({ id, revision: opened.revision });
  const late = { id, design: opened.design, revision: opened.revision };
  expect(await designs.saveDraft.mutate(late).catch(codeOf)).toBe('CONFLICT');
  expect((await designs.get.query({ id })).design.name).toBe('By a program');
});

test('publishes a revision once, and an archived template without a draft not at all', async () => {
  const { id } = await admin.designs.create.mutate({ design: await sample() });
  const both = [1, 2, 3].map(() => admin.designs.publish.mutate({ id, revision: 1 }).catch(codeOf));
  const outcomes = await Promise.all(both);
  expect(outcomes.filter((outcome) => outcome === 'CONFLICT')).toHaveLength(2);
  const { revision, publishedVersion } = await admin.designs.get.query({ id });
  expect(publishedVersion).toBe(1);
  await admin.designs.archive.mutate({ id });
  expect(await admin.designs.publish.mutate({ id, revision }).catch(codeOf)).toBe('CONFLICT');
});

test('a template is listed with the name, training and time of its draft', async () => {
  const { formationName, ...design } = await sample();
  const { id } = await admin.designs.create.mutate({ design: { ...design, formationName } });
  const { revision } = await admin.designs.publish.mutate({ id, revision: 1 });
  const published = await listed(id);
  expect(published).toMatchObject({ name: design.name, formationName });
  await admin.designs.saveDraft.mutate({ id, design: { ...design, name: 'Changed' }, revision });
  const draft = await listed(id);
  expect(draft).toMatchObject({ name: 'Changed', formationName: null, hasDraft: true });
  expect(Date.parse(draft?.updatedAt ?? '')).toBeGreaterThan(Date.parse(published?.updatedAt ?? ''));
});

test('discards a draft, copies a design, and archives and restores a template', async () => {
  const { id } = await admin.designs.duplicate.mutate({ id: tenant.templateId });
  expect(await listed(id)).toMatchObject({ name: 'Diploma of distinction (copy)', hasDraft: true });
  await admin.designs.discardDraft.mutate({ id, revision: 1 });
  expect(await admin.designs.get.query({ id }).catch(codeOf)).toBe('NOT_FOUND');
  const inUse = async () => {
    const templates = (await laurel.call('/templates', { key: tenant.key })).body.templates as { id: string }[];
    return templates.some((template) => template.id === tenant.templateId);
  };
  await admin.designs.archive.mutate({ id: tenant.templateId });
  expect(await inUse()).toBe(false);
  const body = { templateId: tenant.templateId, variables: VARIABLES };
  expect((await laurel.call('/certificates', { key: tenant.key, body })).status).toBe(404);
  await admin.designs.restore.mutate({ id: tenant.templateId });
  expect(await inUse()).toBe(true);
});

test('a copy of a design with the longest name has a shorter one, cut between characters', async () => {
  const whole = 'N'.repeat(MAX_LENGTHS.name - 8);
  const { id } = await admin.designs.create.mutate({ design: { ...(await sample()), name: `${whole}\u{1F600}Name` } });
  const copy = await admin.designs.duplicate.mutate({ id });
  expect((await listed(copy.id))?.name).toBe(`${whole} (copy)`);
  await admin.designs.publish.mutate({ id: copy.id, revision: 1 });
});

test('a copy of a draft without a name is named as a copy', async () => {
  const { id } = await admin.designs.create.mutate({ design: { elements: [] } });
  const copy = await admin.designs.duplicate.mutate({ id });
  expect(await admin.designs.get.query({ id: copy.id })).toMatchObject({ design: { name: 'Copy', elements: [] } });
});

test('an archived template takes no new version, and its draft is published once it is restored', async () => {
  const { id } = await admin.designs.create.mutate({ design: await sample() });
  const { revision } = await admin.designs.publish.mutate({ id, revision: 1 });
  const design = { ...(await sample()), name: 'Changed' };
  const draft = await admin.designs.saveDraft.mutate({ id, design, revision });
  await admin.designs.archive.mutate({ id });
  const publish = () => admin.designs.publish.mutate({ id, revision: draft.revision });
  expect(await publish().catch(codeOf)).toBe('CONFLICT');
  expect(await listed(id)).toMatchObject({ publishedVersion: 1, hasDraft: true, archivedAt: expect.any(String) });
  await admin.designs.restore.mutate({ id });
  expect((await publish()).version).toBe(2);
  const body = { templateId: id, variables: VARIABLES, dryRun: true };
  expect((await laurel.call('/certificates', { key: tenant.key, body })).status).toBe(201);
});

test('a draft has a picture as soon as it is a valid design', async () => {
  const { id } = await admin.designs.create.mutate({ design: { name: 'None yet' } });
  expect(await admin.designs.picture.query({ id })).toEqual({ image: null });
  await admin.designs.saveDraft.mutate({ id, design: await sample(), revision: 1 });
  expect((await admin.designs.picture.query({ id })).image).toMatch(/^data:image\/png;base64,/);
});

test('previews an invalid design, and names its faults with their paths', async () => {
  const design = await classic();
  const values = { ...VARIABLES, name: 'x'.repeat(2000) };
  const { image, issues, problems } = await admin.designs.preview.mutate({ design, values });
  expect(image).toMatch(/^data:image\/png;base64,/);
  expect(issues).toEqual([]);
  expect(problems).toMatchObject([{ variable: 'name' }]);
  design.elements[0].font = 'Comic Sans';
  const broken = await admin.designs.preview.mutate({ design, values });
  expect(broken.image).toBeNull();
  expect(broken.issues).toEqual([
    { path: 'elements[0].font', code: 'unknown_member', message: 'Unknown member.', params: {} },
  ]);
  const preview = await admin.templates.preview.query({ id: tenant.templateId, variables: { name: 'Ada' } });
  expect(preview.image).toMatch(/^data:image\/png/);
  expect(preview.problems).toEqual([]);
  const bracketed = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, `[${name}]`]));
  const labelled = await admin.templates.preview.query({
    id: tenant.templateId,
    variables: { ...bracketed, name: 'Ada' },
  });
  expect(preview.image, 'shows a text without a sample as its label in brackets').toBe(labelled.image);
});

test('the parts of a page add up to the page; faulty parts are omitted', async () => {
  const fromUri = (uri: string | null) => Buffer.from((uri ?? '').split(',')[1] ?? '', 'base64');
  for (const file of await readdir('samples')) {
    if (!file.endsWith('.json')) continue;
    const design = await read(`samples/${file}`);
    const elements = [...design.elements.keys()];
    const { image } = await admin.designs.preview.mutate({ design, values: {} });
    const { parts } = await admin.designs.draw.mutate({ design, values: {}, elements, background: true });
    expect(parts.map(({ element }) => element)).toEqual([null, ...elements]);
    const { width = 0, height = 0 } = await sharp(fromUri(image)).metadata();
    const layers = parts.flatMap(({ image: input, left, top }) =>
      input ? [{ input: fromUri(input), left, top }] : [],
    );
    const canvas = sharp({ create: { width, height, channels: 4, background: '#fff' } });
    const composed = await canvas.composite(layers).png().toBuffer();
    expect(await differingShare(fromUri(image), composed), file).toBeLessThan(0.0002);
  }
  const design = await classic();
  const code = design.elements.findIndex(({ type }: { type: string }) => type === 'qr');
  design.elements[code] = { ...design.elements[code], color: '#fefefe', background: '#ffffff' };
  const wanted = { design, values: {}, elements: [code, 0, 99], background: false };
  const { parts, issues } = await admin.designs.draw.mutate(wanted);
  expect(issues).toMatchObject([{ path: `elements[${code}]` }]);
  expect(parts.map(({ element }) => element)).toEqual([0]);
  design.variables = { ...design.variables, portrait: { type: 'picture' } };
  design.elements[code] = { ...design.elements[code], color: undefined, value: '{{portrait}}' };
  const drawn = await admin.designs.draw.mutate({ ...wanted, design });
  expect(drawn.issues).toMatchObject([{ path: `elements[${code}].value` }]);
  expect(drawn.parts.map(({ element }) => element)).toEqual([0]);
});

test('designs of another organisation are inaccessible, and a viewer changes none', async () => {
  const other = await laurel.tenant();
  const stranger = nativeClient(laurel, await sessionOf(laurel, other, 'stranger@example.org', 'owner'));
  const viewer = nativeClient(laurel, await sessionOf(laurel, tenant, 'viewer@example.org', 'viewer'));
  const id = tenant.templateId;
  const save = { id, design: { name: 'Stolen' }, revision: 0 };
  const attempts = await Promise.allSettled<unknown>([
    stranger.designs.get.query({ id }),
    stranger.designs.saveDraft.mutate(save),
    stranger.designs.publish.mutate({ id, revision: 0 }),
    stranger.designs.duplicate.mutate({ id }),
    stranger.designs.archive.mutate({ id }),
    stranger.designs.version.query({ id, version: 1 }),
  ]);
  const codes = attempts.map((attempt) => (attempt.status === 'rejected' ? codeOf(attempt.reason) : 'done'));
  expect(codes).toEqual(Array(attempts.length).fill('NOT_FOUND'));
  expect(await viewer.designs.saveDraft.mutate(save).catch(codeOf)).toBe('FORBIDDEN');
  expect(await viewer.designs.archive.mutate({ id }).catch(codeOf)).toBe('FORBIDDEN');
  expect(
    await nativeClient(laurel, { Authorization: `Bearer ${tenant.key}` })
      .designs.list.query()
      .catch(codeOf),
  ).toBe('UNAUTHORIZED');
});
