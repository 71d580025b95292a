import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { Laurel } from '../support/laurel.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';
import { photograph, pictureForm } from '../support/portraits.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

let members = 0;
async function team() {
  const tenant = await laurel.tenant();
  const join = async (role: 'owner' | 'viewer') => {
    const session = await sessionOf(laurel, tenant, `p${++members}@library.example`, role);
    return { session, api: nativeClient(laurel, session) };
  };
  return { tenant, owner: await join('owner'), viewer: await join('viewer') };
}

type Member = Awaited<ReturnType<typeof team>>['owner'];
const add = (member: Member, content: Uint8Array, name: string) =>
  member.api.pictureLibrary.add.mutate(pictureForm(content, name));
const fetched = ({ session }: Member, organisationId: string, path: string) =>
  fetch(`${laurel.url}/exports/library/${path}?organisationId=${organisationId}`, { headers: session });

test('keeps a safe copy of a picture under a name, which members rename and remove', async () => {
  const { tenant, owner, viewer } = await team();
  const seal = await add(owner, await photograph('#246', 1200, 900), ' Seal ');
  const shown = { id: seal.id, name: 'Seal', format: 'jpeg', width: 1200, height: 900 };
  const { pictures, limits } = await viewer.api.pictureLibrary.list.query();
  expect(pictures).toMatchObject([shown]);
  expect(limits).toEqual({ pictures: 200, bytes: 100_000_000 });
  const sizes = await Promise.all(
    [seal.id, `${seal.id}/small`].map(async (path) => {
      const answer = await fetched(viewer, tenant.organisationId, path);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      return { width, height };
    }),
  );
  expect(sizes).toEqual([
    { width: 1200, height: 900 },
    { width: 400, height: 300 },
  ]);
  // A second call changes nothing.
  for (let call = 0; call < 2; call++)
    expect(await owner.api.pictureLibrary.rename.mutate({ id: seal.id, name: 'Great seal' })).toMatchObject({
      ...shown,
      name: 'Great seal',
    });
  await owner.api.pictureLibrary.remove.mutate({ id: seal.id });
  expect((await viewer.api.pictureLibrary.list.query()).pictures).toEqual([]);
  expect((await fetched(viewer, tenant.organisationId, seal.id)).status).toBe(404);
  expect(await owner.api.pictureLibrary.remove.mutate({ id: seal.id }).catch(codeOf)).toBe('NOT_FOUND');
  const { entries } = await owner.api.audit.list.query({});
  const actions = entries.filter(({ action }) => action.startsWith('pictureLibrary.'));
  expect(actions).toMatchObject([
    { action: 'pictureLibrary.remove', subject: 'Great seal' },
    { action: 'pictureLibrary.rename', changes: [{ field: 'name', from: 'Seal', to: 'Great seal' }] },
    { action: 'pictureLibrary.add', subject: 'Seal' },
  ]);
});

test('stores repeated and concurrent uploads of a file once', async () => {
  const { tenant, owner } = await team();
  const content = await photograph('#642');
  const added = await Promise.all(['a', 'b', 'c'].map((name) => add(owner, content, name)));
  expect(new Set(added.map(({ id }) => id)).size).toBe(1);
  expect(await add(owner, content, 'd')).toEqual(added[0]);
  expect((await owner.api.pictureLibrary.list.query()).pictures).toHaveLength(1);
  // A picture of up to 400 pixels is its own small copy.
  const small = await fetched(owner, tenant.organisationId, `${added[0]?.id}/small`);
  expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({ width: 300, height: 400 });
});

test('a viewer cannot change the library, and another organisation cannot see it', async () => {
  const { tenant, owner, viewer } = await team();
  const { id } = await add(owner, await photograph('#111'), 'Seal');
  expect(await add(viewer, await photograph('#112'), 'x').catch(codeOf)).toBe('FORBIDDEN');
  expect(await viewer.api.pictureLibrary.rename.mutate({ id, name: 'x' }).catch(codeOf)).toBe('FORBIDDEN');
  expect(await viewer.api.pictureLibrary.remove.mutate({ id }).catch(codeOf)).toBe('FORBIDDEN');
  const other = await team();
  expect((await other.owner.api.pictureLibrary.list.query()).pictures).toEqual([]);
  expect(await other.owner.api.pictureLibrary.rename.mutate({ id, name: 'x' }).catch(codeOf)).toBe('NOT_FOUND');
  expect(await other.owner.api.pictureLibrary.remove.mutate({ id }).catch(codeOf)).toBe('NOT_FOUND');
  for (const organisationId of [tenant.organisationId, other.tenant.organisationId])
    expect((await fetched(other.owner, organisationId, id)).ok).toBe(false);
  expect((await fetched(owner, tenant.organisationId, id)).status).toBe(200);
  expect((await fetch(`${laurel.url}/exports/library/${id}?organisationId=${tenant.organisationId}`)).ok).toBe(false);
});

test('refuses files that are no pictures, blank names, and what exceeds the limits', async () => {
  const { tenant, owner } = await team();
  const refused = async (content: Uint8Array, name: string) => {
    const error = await add(owner, content, name).then(
      () => null,
      (one: { data: { code: string; details?: { path: string; code: string }[] } }) => one.data,
    );
    return error && [error.code, ...(error.details ?? []).map(({ path }) => path)];
  };
  const picture = await photograph('#333');
  expect(await refused(Buffer.from('<html>'), 'x')).toEqual(['VALIDATION_ERROR', 'file']);
  expect(await refused(Buffer.alloc(5 * 1024 * 1024 + 1), 'x')).toEqual(['VALIDATION_ERROR', 'file']);
  expect(await refused(picture, ' ')).toEqual(['VALIDATION_ERROR', 'name']);
  expect(await refused(picture, 'a\nb')).toEqual(['VALIDATION_ERROR', 'name']);
  expect(await refused(picture, 'x'.repeat(101))).toEqual(['VALIDATION_ERROR', 'name']);
  for (const path of ['x', "'", '00000000-0000-0000-0000-000000000000'])
    expect((await fetched(owner, tenant.organisationId, encodeURIComponent(path))).status).toBe(404);
  expect((await owner.api.pictureLibrary.list.query()).pictures).toEqual([]);
  // Small copies take room, too.
  const id = crypto.randomUUID();
  await sql`insert into library_pictures
    (organisation_id, id, digest, name, file_name, format, width, height, size, small_size, added_by, added_at)
    values (${tenant.organisationId}, ${id}, sha256('full'), 'Full', 'full', 'png', 1, 1, 5e7, 5e7, 'x', now())`.execute(
    database(laurel.installation.services.em()),
  );
  expect(await refused(picture, 'x')).toEqual(['VALIDATION_ERROR', 'file']);
  await owner.api.pictureLibrary.remove.mutate({ id });
  expect(await refused(picture, 'x')).toBeNull();
});

test('a template keeps its copy of a picture that is removed from the library', async () => {
  const { tenant, owner } = await team();
  const { id } = await add(owner, await photograph('#c22'), 'Seal');
  const copy = Buffer.from(await (await fetched(owner, tenant.organisationId, id)).arrayBuffer());
  const element = { type: 'image', x: 10, y: 10, width: 30, height: 40 };
  const design = {
    ...{ name: 'With a seal', recipientNameVariable: 'name', page: { width: 400, height: 240 } },
    elements: [
      { ...element, src: `data:image/jpeg;base64,${copy.toString('base64')}` },
      { type: 'text', x: 80, y: 60, width: 200, height: 40, text: '{{name}}', font: 'Inter', size: 20 },
    ],
  };
  const { id: templateId } = await owner.api.designs.create.mutate({ design });
  const { revision } = await owner.api.designs.get.query({ id: templateId });
  await owner.api.designs.publish.mutate({ id: templateId, revision: revision ?? 0 });
  const before = await owner.api.designs.version.query({ id: templateId, version: 1 });
  await owner.api.pictureLibrary.remove.mutate({ id });
  expect(await owner.api.designs.version.query({ id: templateId, version: 1 })).toEqual(before);
  const issued = await laurel.call('/certificates', {
    key: tenant.key,
    body: { templateId, variables: { name: 'Ada' } },
  });
  expect(await laurel.rendered(tenant.key, issued.body.id)).toMatchObject({ renderStatus: 'COMPLETED' });
});
