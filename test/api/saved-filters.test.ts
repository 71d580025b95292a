import { beforeAll, expect, test } from 'vitest';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { Laurel } from '../support/laurel.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

let members = 0;
async function team() {
  const tenant = await laurel.tenant();
  const join = async (role: 'owner' | 'viewer') =>
    nativeClient(laurel, await sessionOf(laurel, tenant, `f${++members}@filters.example`, role));
  return { tenant, owner: await join('owner'), viewer: await join('viewer') };
}

test('a member saves filters for themselves or for all, and replaces one by its name', async () => {
  const { owner, viewer } = await team();
  const filter = { tag: 'Autumn', search: 'müller', createdAfter: '2026-01-01', sort: 'oldest' } as const;
  const { id } = await viewer.savedFilters.save.mutate({ name: ' Mine ', filter, isShared: false });
  await viewer.savedFilters.save.mutate({ name: 'Ours', filter: { status: 'REVOKED' }, isShared: true });
  const stored = { ...filter, createdAfter: '2026-01-01T00:00:00.000Z' };
  expect((await viewer.savedFilters.list.query()).filters).toMatchObject([
    { id, name: 'Mine', filter: stored, isShared: false, isOwn: true },
    { name: 'Ours', filter: { status: 'REVOKED' }, isShared: true, isOwn: true },
  ]);
  expect((await owner.savedFilters.list.query()).filters).toMatchObject([{ name: 'Ours', isOwn: false }]);
  const again = await viewer.savedFilters.save.mutate({ name: 'Mine', filter: { tag: 'x' }, isShared: true });
  expect(again).toEqual({ id });
  expect((await owner.savedFilters.list.query()).filters).toMatchObject([
    { name: 'Mine', filter: { tag: 'x' } },
    { name: 'Ours' },
  ]);
});

test('only its member deletes a saved filter, and it goes with the membership', async () => {
  const { owner, viewer } = await team();
  const { id } = await viewer.savedFilters.save.mutate({ name: 'x', filter: { tag: 'x' }, isShared: true });
  expect(await owner.savedFilters.delete.mutate({ id }).catch(codeOf)).toBe('NOT_FOUND');
  const { id: second } = await viewer.savedFilters.save.mutate({ name: 'y', filter: { tag: 'y' }, isShared: true });
  expect(await viewer.savedFilters.delete.mutate({ id })).toEqual({ id });
  expect(await viewer.savedFilters.delete.mutate({ id }).catch(codeOf)).toBe('NOT_FOUND');
  expect((await owner.savedFilters.list.query()).filters.map((one) => one.id)).toEqual([second]);
  const { user } = await viewer.session.get.query();
  await owner.members.remove.mutate({ userId: user.id });
  expect((await owner.savedFilters.list.query()).filters).toEqual([]);
});

test('test mode has the filters of the organisation, and records their changes there with its time', async () => {
  const tenant = await laurel.tenant();
  const headers = await sessionOf(laurel, tenant, 'sandbox@filters.example', 'owner');
  const owner = nativeClient(laurel, headers);
  await owner.savedFilters.save.mutate({ name: 'live', filter: { tag: 'x' }, isShared: false });
  const { organisationId } = await openSandbox(laurel.context(tenant));
  const inTests = nativeClient(laurel, { ...headers, 'X-Laurel-Organisation': organisationId });
  await inTests.testMode.setClock.mutate({ now: '2070-01-01' as never });
  const { id } = await inTests.savedFilters.save.mutate({ name: 'test', filter: { tag: 'y' }, isShared: false });
  const names = async (client: typeof owner) =>
    (await client.savedFilters.list.query()).filters.map(({ name }) => name);
  expect([await names(owner), await names(inTests)]).toEqual(Array(2).fill(['live', 'test']));
  const [, { savedAt } = { savedAt: '' }] = (await owner.savedFilters.list.query()).filters;
  expect(Date.parse(savedAt)).toBeLessThan(Date.parse('2070-01-01'));
  expect(await inTests.savedFilters.delete.mutate({ id })).toEqual({ id });
  const { entries } = await owner.audit.list.query({ limit: 2 });
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['savedFilters.delete', 'test'],
    ['savedFilters.save', 'test'],
  ]);
  expect(Date.parse(entries[0]?.createdAt ?? '')).toBeLessThan(Date.parse('2070-01-01'));
});

test('refuses a filter that the list refuses, an empty one, and more than 50', async () => {
  const { viewer } = await team();
  const save = (filter: object, name = 'x') =>
    viewer.savedFilters.save.mutate({ name, filter, isShared: false } as never).catch(codeOf);
  expect(await save({})).toBe('VALIDATION_ERROR');
  expect(await save({ limit: 5 })).toBe('VALIDATION_ERROR');
  expect(await save({ status: 'LOST' })).toBe('VALIDATION_ERROR');
  expect(await save({ templateId: 'x' })).toBe('VALIDATION_ERROR');
  expect(await save({ tag: 'x' }, 'a\nb')).toBe('VALIDATION_ERROR');
  for (let at = 0; at < 49; at++) await save({ tag: 'x' }, `filter ${at}`);
  const answers = await Promise.all(['a', 'b'].map((name) => save({ tag: 'x' }, name)));
  expect(answers.filter((answer) => answer === 'CONFLICT')).toHaveLength(1);
  expect((await viewer.savedFilters.list.query()).filters).toHaveLength(50);
  const [known] = (await viewer.savedFilters.list.query()).filters;
  expect(await save({ tag: 'y' }, known?.name)).toMatchObject({ id: known?.id });
});
