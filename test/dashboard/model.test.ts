import { afterEach, expect, test, vi } from 'vitest';
import { daysOf, expiringWithin, savedDaysOf, usualOrder } from '../../dashboard/certificates/expiring.ts';
import { leftEmpty, missingValues } from '../../dashboard/issuing/empty-fields.ts';
import { EMAIL, EXTERNAL_ID, type Field, toRecipient, valuesOf } from '../../dashboard/issuing/recipients.ts';
import { membershipOf } from '../../dashboard/lib/session.ts';
import { readStream, StreamRefused } from '../../dashboard/live/event-stream.ts';
import { deviceOf } from '../../dashboard/people/device.ts';
import { expiryOf, today } from '../../dashboard/settings/api-keys/expiry.ts';
import { type ApiKey, stateOf } from '../../dashboard/settings/api-keys/state.ts';
import type { Draft, Item } from '../../dashboard/templates/designer/model/design.ts';
import { distancesAround } from '../../dashboard/templates/designer/model/distances.ts';
import {
  addItems,
  alignSelection,
  changeDesign,
  changeItems,
  copiesOf,
  distributeSelection,
  duplicateSelection,
  moveSelection,
  removeSelection,
  reorderSelection,
} from '../../dashboard/templates/designer/model/edit.ts';
import { angleTo, boundsOf, resize, scaledInto } from '../../dashboard/templates/designer/model/geometry.ts';
import { type Edit, reduceEditor, startEditing } from '../../dashboard/templates/designer/model/history.ts';
import {
  dropLayer,
  groupSelection,
  inNewGroups,
  layerRows,
  lockLayers,
  renameGroup,
  ungroupSelection,
  withGroups,
} from '../../dashboard/templates/designer/model/layers.ts';
import { snapBox, snapEdges, snapTargets, snapToGrid } from '../../dashboard/templates/designer/model/snapping.ts';
import { fromPoints, lengthText, toPoints, UNITS, unitOf } from '../../dashboard/templates/designer/model/units.ts';

const item = (id: string, more: object = {}): Item =>
  ({ id, type: 'line', x: 0, y: 0, width: 10, height: 10, ...more }) as unknown as Item;
const draftOf = (...elements: Item[]): Draft => ({
  ...{ name: 'd', recipientNameVariable: 'name', page: { width: 100, height: 50 }, elements },
});
const abc = () => draftOf(item('a'), item('b'), item('c'));
const after = (edit: Edit, draft: Draft, selection: string[] = []) => ({ draft, ...edit({ draft, selection }) }).draft;
const idsOf = ({ elements }: Draft) => elements.map(({ id }) => id).join('');
const placesOf = ({ elements }: Draft) => elements.map(({ x, y }) => [x, y]);

const named = (name: string): Edit => changeDesign({ name });

test('undo and redo go through every step, and a new edit ends the redo', () => {
  let state = startEditing(abc());
  const act = (...actions: (string | Parameters<typeof reduceEditor>[1])[]) => {
    for (const action of actions)
      state = reduceEditor(state, typeof action === 'string' ? { type: 'edit', edit: named(action) } : action);
    return state.draft.name;
  };
  const [undo, redo] = [{ type: 'undo' as const }, { type: 'redo' as const }];
  expect(act(undo, redo)).toBe('d');
  expect(act('1', '2', '3')).toBe('3');
  expect([act(undo), act(undo), act(redo), act(redo), act(redo)]).toEqual(['2', '1', '2', '3', '3']);
  expect([act(undo, undo, 'other'), act(redo), act(undo), act(undo), act(undo)]).toEqual([
    'other',
    'other',
    '1',
    'd',
    'd',
  ]);
  expect([act(redo), act(redo), act(redo)]).toEqual(['1', 'other', 'other']);
});

test('changes of others are in every step of the history, up to the first in each direction that they contradict', () => {
  let state = startEditing(draftOf());
  const names = ['1', '2', '3', '4', '5', '6'];
  for (const name of names) state = reduceEditor(state, { type: 'edit', edit: named(name) });
  for (const _ of [1, 2, 3]) state = reduceEditor(state, { type: 'undo' });
  const contradicting = (...contradicted: string[]) =>
    reduceEditor(state, {
      type: 'rebase',
      rebase: (draft) => (contradicted.includes(draft.name) ? null : { ...draft, name: `${draft.name}+` }),
    });
  const namesOf = ({ past, draft, future }: typeof state) =>
    [past, [draft], future].map((drafts) => drafts.map(({ name }) => name).join());
  expect(namesOf(contradicting())).toEqual(['d+,1+,2+', '3+', '4+,5+,6+']);
  expect(namesOf(contradicting('1', '5'))).toEqual(['2+', '3+', '4+']);
  expect(contradicting('3')).toBe(state);
});

test('edits with one tag are one step until they settle, something is selected or undone', () => {
  let state = startEditing(abc());
  const move = { type: 'edit' as const, edit: changeItems(['a'], { x: 1 }), tag: 'nudge' };
  const nudge = (x: number) => {
    state = reduceEditor(state, { ...move, edit: changeItems(['a'], { x }) });
  };
  const steps = () => state.past.length;
  nudge(1);
  nudge(2);
  expect(steps()).toBe(1);
  state = reduceEditor(state, { type: 'settle' });
  nudge(3);
  expect(steps()).toBe(2);
  state = reduceEditor(state, { type: 'select', selection: ['a', 'unknown'] });
  expect([steps(), state.selection]).toEqual([2, ['a']]);
  nudge(4);
  expect(steps()).toBe(3);
  state = reduceEditor(state, { type: 'undo' });
  nudge(5);
  expect(steps()).toBe(3);
  state = reduceEditor(state, { type: 'edit', edit: () => ({}) });
  expect(steps()).toBe(3);
  state = reduceEditor(state, { type: 'edit', edit: removeSelection });
  expect([idsOf(state.draft), state.selection]).toEqual(['bc', []]);
  state = reduceEditor(state, { type: 'undo' });
  expect(idsOf(state.draft)).toBe('abc');
  for (let x = 0; x < 300; x++) state = reduceEditor(state, { type: 'edit', edit: changeItems(['a'], { x }) });
  expect(steps()).toBe(200);
});

test('moving and removing leave locked elements, and a copy is on top, beside its original and selected', () => {
  const draft = draftOf(item('a'), item('b', { editor: { locked: true } }), item('c', { x: 5 }));
  expect(placesOf(after(moveSelection({ x: 1, y: -2.005 }), draft, ['a', 'b']))).toEqual([
    [1, -2],
    [0, 0],
    [5, 0],
  ]);
  expect(idsOf(after(removeSelection, draft, ['a', 'b']))).toBe('bc');
  const { draft: copied, selection } = duplicateSelection({ draft, selection: ['c', 'a'] });
  expect(placesOf(copied ?? draft).slice(3)).toEqual([
    [12, 12],
    [17, 12],
  ]);
  expect(selection).toEqual(copied?.elements.slice(3).map(({ id }) => id));
  expect(new Set(copied?.elements.map(({ id }) => id)).size).toBe(5);
  expect(copiesOf(draft.elements)[1]).toMatchObject({ editor: { locked: true } });
  const variables = { name: { label: 'kept' } };
  const added = after(addItems([item('d')], { name: { label: 'new' }, day: {} }), { ...draft, variables });
  expect([idsOf(added), added.variables]).toEqual(['abcd', { name: { label: 'kept' }, day: {} }]);
  expect('x' in (after(changeItems(['a'], { x: undefined }), draft).elements[0] ?? {})).toBe(false);
});

test.each([
  ['front', 'a', 'bca'],
  ['back', 'c', 'cab'],
  ['forwards', 'a', 'bac'],
  ['forwards', 'ab', 'cab'],
  ['backwards', 'c', 'acb'],
  ['backwards', 'bc', 'bca'],
  ['forwards', 'c', 'abc'],
] as const)('%s moves %s to %s', (to, selected, wanted) => {
  expect(idsOf(after(reorderSelection(to), abc(), [...selected]))).toBe(wanted);
});

test.each([
  ['left', [[0, 0]]],
  ['center', [[45, 0]]],
  ['right', [[90, 0]]],
  ['middle', [[0, 20]]],
  ['bottom', [[0, 40]]],
] as const)('aligns one element %s on the page', (to, wanted) => {
  expect(placesOf(after(alignSelection(to), draftOf(item('a')), ['a']))).toEqual(wanted);
});

test('aligns several elements with each other, and distributes the space between them', () => {
  const draft = draftOf(item('a', { x: 10 }), item('b', { x: 70, y: 5 }), item('c', { x: 40, width: 20 }));
  expect(placesOf(after(alignSelection('right'), draft, ['a', 'b']))).toEqual([
    [70, 0],
    [70, 5],
    [40, 0],
  ]);
  expect(placesOf(after(distributeSelection('x'), draft, ['a', 'b', 'c']))).toEqual([
    [10, 0],
    [70, 5],
    [35, 0],
  ]);
  expect(after(distributeSelection('x'), draft, ['a', 'b'])).toEqual(draft);
});

test('groups move, are named and are listed as one', () => {
  const grouped = after(groupSelection, abc(), ['a', 'c']);
  expect(idsOf(grouped)).toBe('bac');
  expect(withGroups(grouped, ['a'])).toEqual(['a', 'c']);
  const rows = layerRows(grouped).map((row) => (row.kind === 'group' ? row.items.map(({ id }) => id) : row.item.id));
  expect(rows).toEqual([['c', 'a'], 'b']);
  const twice = after(groupSelection, draftOf(...grouped.elements, item('d')), ['b', 'd']);
  expect(new Set(twice.elements.map(({ editor }) => editor?.group))).toEqual(new Set(['Group 1', 'Group 2']));
  expect(after(renameGroup('Group 1', 'Group 2'), twice)).toEqual(twice);
  expect(
    after(renameGroup('Group 1', ' Seal '), twice).elements.filter(({ editor }) => editor?.group === 'Seal'),
  ).toHaveLength(2);
  expect(inNewGroups(grouped.elements, grouped).map(({ editor }) => editor?.group)).toEqual([
    undefined,
    'Group 2',
    'Group 2',
  ]);
  expect(after(ungroupSelection, grouped, ['a', 'c'])).toEqual(draftOf(item('b'), item('a'), item('c')));
  expect(idsOf(after(dropLayer(['b'], 'c', 'above'), grouped))).toBe('acb');
  expect(idsOf(after(dropLayer(['c'], 'b', 'below'), grouped))).toBe('cba');
  const joined = after(dropLayer(['b'], 'c', 'below'), grouped);
  expect(joined.elements.map(({ id, editor }) => [id, editor?.group])).toEqual(
    ['a', 'b', 'c'].map((id) => [id, 'Group 1']),
  );
  expect(after(dropLayer(['c'], 'b', 'below'), grouped).elements[0]).toEqual(item('c'));
  const locked = after(lockLayers(['a'], true), abc());
  expect([locked.elements[0]?.editor, after(lockLayers(['a'], false), locked)]).toEqual([{ locked: true }, abc()]);
});

test('boxes turn, resize at the opposite corner, snap to the nearest line and show distances', () => {
  const box = { x: 10, y: 10, width: 20, height: 10 };
  const turned = boundsOf({ ...box, rotation: 90 });
  expect([turned.x, turned.y, turned.width, turned.height].map((value) => Math.round(value))).toEqual([15, 5, 10, 20]);
  expect(resize(box, { x: -1, y: 0 }, { x: 5, y: 9 }, false)).toEqual({ x: 15, y: 10, width: 15, height: 10 });
  expect(resize(box, { x: 1, y: 1 }, { x: 20, y: 0 }, true)).toEqual({ x: 10, y: 10, width: 40, height: 20 });
  expect(resize(box, { x: 1, y: 0 }, { x: -50, y: 0 }, false)).toMatchObject({ x: 10, width: 1 });
  expect([
    angleTo(box, { x: 20, y: 0 }, 1),
    angleTo(box, { x: 40, y: 15 }, 1),
    angleTo(box, { x: 0, y: 15 }, 15),
  ]).toEqual([0, 90, 270]);
  const targets = snapTargets({ width: 100, height: 50 }, [item('a', { x: 33, y: 200 })], [{ axis: 'y', at: 15.5 }]);
  expect(snapBox(box, targets, 4)).toEqual({
    by: { x: 3, y: 0.5 },
    guides: [
      { axis: 'x', at: 33 },
      { axis: 'y', at: 15.5 },
    ],
  });
  expect(snapBox(box, targets, 0.1).guides).toEqual([]);
  expect(snapEdges({ x: 30, y: null }, targets, 4)).toEqual({ by: { x: 3, y: 0 }, guides: [{ axis: 'x', at: 33 }] });
  expect(snapEdges({ x: null, y: 12 }, targets, 4)).toEqual({ by: { x: 0, y: 2 }, guides: [{ axis: 'y', at: 14 }] });
  expect([snapToGrid({ x: 5, y: 7 }, 12), snapToGrid({ x: 24, y: 31 }, 12)]).toEqual([
    { x: -5, y: 5 },
    { x: 0, y: 5 },
  ]);
  const frame = { x: 10, y: 10, width: 40, height: 20 };
  const inFrame = [item('a', { ...box }), item('b', { x: 30, y: 20, width: 20 })];
  expect([...scaledInto(inFrame, frame, { x: 0, y: 5, width: 20, height: 60 })]).toEqual([
    ['a', { x: 0, y: 5, width: 10, height: 30 }],
    ['b', { x: 10, y: 35, width: 10, height: 30 }],
  ]);
  expect(distancesAround(box, [item('a', { x: 50, y: 12 })], { width: 100, height: 50 })).toEqual([
    { axis: 'x', from: 0, to: 10, at: 15 },
    { axis: 'x', from: 30, to: 50, at: 16 },
    { axis: 'y', from: 0, to: 10, at: 20 },
    { axis: 'y', from: 20, to: 50, at: 20 },
  ]);
});

test('lengths are in inches on US Letter, in either direction, else in millimetres, and keep hundredths of a point', () => {
  const units = [
    [612, 792],
    [792, 612],
    [595, 842],
    [612, 1008],
    [792, 1224],
  ].map(([width = 0, height = 0]) => unitOf({ width, height }));
  expect(units).toEqual(['in', 'in', 'mm', 'mm', 'mm']);
  expect(UNITS.map((unit) => lengthText(100, unit))).toEqual(['35.3', '1.39', '100']);
  for (const unit of UNITS) expect(toPoints(fromPoints(100.25, unit), unit)).toBeCloseTo(100.25, 1);
  expect(fromPoints(1, 'in')).toBe(0.014);
});

const field = (name: string, variable: object = {}): Field =>
  ({
    key: `variables.${name}`,
    label: name,
    name,
    variable: { name, required: false, default: null, ...variable },
  }) as Field;

test('fields without a value are missing, have a default or stay empty', () => {
  const fields = [
    ...[field('name', { required: true }), field('grade', { required: true, default: 'A' }), field('day')],
    ...[field('place', { default: 'here' }), field('hours')],
  ];
  const values = { 'variables.name': ' ', 'variables.hours': '3' };
  expect(Object.keys(missingValues(fields, values))).toEqual(['variables.name']);
  expect(leftEmpty(fields, values).map(({ name }) => name)).toEqual(['day']);
});

test('a recipient has the texts of its form without spaces, and none that is empty', () => {
  const values = { 'variables.name': 'Ada', [EMAIL.key]: ' a@x.example ', [EXTERNAL_ID.key]: ' 1 ' };
  const recipient = toRecipient([field('name')], values);
  expect(recipient).toEqual({ variables: { name: 'Ada' }, recipientEmail: 'a@x.example', externalId: '1' });
  expect(valuesOf(recipient as Parameters<typeof valuesOf>[0])).toEqual({
    'variables.name': 'Ada',
    [EMAIL.key]: 'a@x.example',
    [EXTERNAL_ID.key]: '1',
  });
  expect(toRecipient([field('name')], { [EMAIL.key]: ' ' })).toEqual({ variables: { name: '' } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'a key expires at the end of its last day in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
    const end = expiryOf({ expiry: 'date', date: '2026-03-28' });
    const at = (moment: Date | undefined) =>
      new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);
    expect(at(end)).toBe('2026-03-28 23:59:59');
    expect(today()).toBe(at(new Date()).slice(0, 10));
    const days = (expiry: string) => ((expiryOf({ expiry, date: '' })?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect([days('30'), days('90'), days('365'), expiryOf({ expiry: 'never', date: '' })]).toEqual([
      30,
      90,
      365,
      undefined,
    ]);
  },
);

test('a saved range of expiring certificates counts from the day on which it was saved, also when the clocks change', () => {
  const savedAt = '2026-03-01T12:00:00Z';
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.useFakeTimers({ now: new Date(savedAt) });
  const filter = expiringWithin(30);
  expect(filter.expiresBefore).toBe('2026-03-31T22:00:00.000Z');
  vi.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  expect([daysOf(filter), savedDaysOf(filter, savedAt)]).toEqual([21, 30]);
  expect(savedDaysOf({ ...filter, renewed: 'true' }, savedAt)).toBeNull();
});

test('a list of what expires begins with the first to expire, unless it has only expired or searched certificates', () => {
  const expiresBefore = '2026-03-31T22:00:00.000Z';
  expect(usualOrder({ expiresBefore, status: 'GENERATED' })).toBe('expiry');
  for (const filter of [{ status: 'EXPIRED' }, { search: 'Ada' }, { renderStatus: 'FAILED' }, { emailStatus: 'SENT' }])
    expect(usualOrder({ expiresBefore, ...filter })).toBe('newest');
  expect(usualOrder({})).toBe('newest');
});

test('a key has expired from its moment on, and a revoked one stays revoked', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
  const state = (expiresAt: string | null, revokedAt: string | null = null) =>
    stateOf({ expiresAt, revokedAt } as ApiKey);
  expect([state(null), state('2026-03-01T12:00:00.001Z'), state('2026-03-01T12:00:00.000Z')]).toEqual([
    'ACTIVE',
    'ACTIVE',
    'EXPIRED',
  ]);
  expect(state('2026-02-01T12:00:00Z', '2026-01-01T12:00:00Z')).toBe('REVOKED');
});

test.each([
  ['Edge on Windows', false, 'Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'],
  ['Opera on Mac', false, 'Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0'],
  ['Samsung Internet on Android', true, 'Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'],
  ['Chrome on iPad', true, 'iPad; CPU OS 18_0 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1'],
  ['Chrome on ChromeOS', false, 'X11; CrOS x86_64 14541.0.0) Chrome/140.0.0.0 Safari/537.36'],
  ['Unknown browser', false, 'compatible)'],
])('a session is of %s, not of the browsers and systems that it imitates', (browser, isHandheld, system) => {
  expect(deviceOf(`Mozilla/5.0 (${system}`)).toEqual({ browser, isHandheld });
});

test('test mode allows what the role does, except for changes of what both modes share', () => {
  const permissions = [
    'certificates:write',
    'templates:write',
    'organisation:write',
    'members:manage',
    'mail-server:manage',
  ];
  const organisations = [{ id: 'live', testId: 'test', permissions }] as unknown as Parameters<typeof membershipOf>[0];
  expect(membershipOf(organisations, 'live')).toMatchObject({ id: 'live', liveId: 'live', isTest: false, permissions });
  const inTest = { id: 'test', liveId: 'live', isTest: true, permissions: ['certificates:write'] };
  expect(membershipOf(organisations, 'test')).toMatchObject(inTest);
  expect(membershipOf(organisations, 'other')).toBeUndefined();
  const without = [{ id: 'live', permissions }] as unknown as typeof organisations;
  expect(membershipOf(without, undefined)).toBeUndefined();
});

test('reads events from a stream that is cut anywhere, and its refusal', async () => {
  const text = [
    'event: connected\ndata: {}',
    'event: ping\ndata: ',
    'data: {"type":"a"}\nid: one',
    'data: {"type":"ä"}\nid: two',
    'event: serialized-error\ndata: {"data":{"code":"VALIDATION_ERROR"}}\n\n',
  ].join('\n\n');
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 7, 1000]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.slice(n * size, (n + 1) * size),
    );
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(decodeURIComponent(url));
      return new Response(ReadableStream.from(chunks));
    });
    const seen: unknown[] = [];
    const listener = {
      onOpen: () => void seen.push('open'),
      onEvent: ({ type }: { type: string }, cursor: string) => void seen.push([type, cursor]),
      onSign: () => undefined,
    };
    const stopped = new AbortController().signal;
    const error = await readStream('id', 'place', stopped, listener).catch((reason: unknown) => reason);
    expect(seen).toEqual(['open', ['a', 'one'], ['ä', 'two']]);
    expect(error).toBeInstanceOf(StreamRefused);
    expect((error as StreamRefused).code).toBe('VALIDATION_ERROR');
    expect(asked).toEqual(['/trpc/events.follow?input={"after":"place"}']);
  }
});
