import { expect, test } from 'vitest';
import { alignDraft } from '../../dashboard/templates/designer/document/align-draft.ts';
import { mergeDrafts } from '../../dashboard/templates/designer/document/merge-drafts.ts';
import { type Design, type Draft, type Item, toElement } from '../../dashboard/templates/designer/model/design.ts';

const item = (id: string, more: object = {}): Item =>
  ({
    id,
    type: 'text',
    x: 0,
    y: 0,
    width: 10,
    height: 10,
    text: id,
    font: 'Inter',
    size: 10,
    ...more,
  }) as unknown as Item;
const draftOf = (elements: Item[], more: object = {}): Draft => ({
  ...{ name: 'd', recipientNameVariable: 'name', page: { width: 100, height: 50 } },
  elements,
  ...more,
});
const BASE = draftOf([item('a'), item('b'), item('c')], { variables: { name: { label: 'Name' } } });
const idsOf = (draft: Draft | null) => draft?.elements.map(({ id }) => id).join('');
const merge = (mine: Partial<Draft>, theirs: Partial<Draft>) =>
  mergeDrafts([BASE], { ...BASE, ...mine }, { ...BASE, ...theirs });
/** A design as the server returns it: without ids, and with members in another order. */
const fromServer = ({ elements, ...draft }: Draft): Design =>
  ({
    elements: elements.map((one) => Object.fromEntries(Object.entries(toElement(one)).reverse())),
    ...(draft as object),
  }) as unknown as Design;

test('changes of both sides to different elements and members are kept', () => {
  const merged = merge(
    { elements: [item('a', { x: 5 }), item('b'), item('c')], name: 'Mine' },
    {
      elements: [item('a'), item('b', { text: 'theirs' }), item('c'), item('d')],
      variables: { name: { label: 'Name' }, day: { type: 'date' } },
    },
  );
  expect(merged).toEqual({
    ...BASE,
    name: 'Mine',
    variables: { name: { label: 'Name' }, day: { type: 'date' } },
    elements: [item('a', { x: 5 }), item('b', { text: 'theirs' }), item('c'), item('d')],
  });
});

test('elements that one side removed are gone, and a new one stays beside its neighbour', () => {
  const merged = merge(
    { elements: [item('b'), item('x'), item('c')] },
    { elements: [item('a'), item('y'), item('b')] },
  );
  expect(idsOf(merged)).toBe('ybx');
});

test('the order of one side stays, and both sides reordering is a conflict', () => {
  const reordered = { elements: [item('c'), item('a'), item('b')] };
  expect(idsOf(merge(reordered, { elements: [...BASE.elements, item('d')] }))).toBe('cdab');
  expect(idsOf(merge({ elements: [...BASE.elements, item('d')] }, reordered))).toBe('cdab');
  expect(merge(reordered, { elements: [item('b'), item('a'), item('c')] })).toBeNull();
});

test('parts that this side has sent, and changed since, are no conflict with the others’ changes', () => {
  const [, b, c] = BASE.elements as [Item, Item, Item];
  const sent = draftOf([c, item('a', { x: 1 }), b, item('sent')], { name: 'Sent', variables: {} });
  const theirs = { ...sent, elements: [...sent.elements, item('theirs')] };
  const mine = { ...sent, elements: [c, item('a', { x: 2 }), b], name: 'Mine' };
  expect(mergeDrafts([BASE], mine, theirs)).toBeNull();
  const merged = mergeDrafts([BASE, sent], mine, theirs);
  expect(merged).toMatchObject({
    name: 'Mine',
    elements: [{ id: 'c' }, { id: 'a', x: 2 }, { id: 'b' }, { id: 'theirs' }],
  });
});

test.each<[string, Partial<Draft>, Partial<Draft>]>([
  [
    'one element',
    { elements: [item('a', { x: 1 }), item('b'), item('c')] },
    { elements: [item('a', { x: 2 }), item('b'), item('c')] },
  ],
  [
    'a removed element',
    { elements: [item('b'), item('c')] },
    { elements: [item('a', { x: 2 }), item('b'), item('c')] },
  ],
  ['the name', { name: 'mine' }, { name: 'theirs' }],
  ['one variable', { variables: { name: { label: 'mine' } } }, { variables: { name: { label: 'theirs' } } }],
])('different changes of %s are a conflict, and equal ones are not', (_, mine, theirs) => {
  expect(merge(mine, theirs)).toBeNull();
  expect(merge(mine, mine)).toEqual({ ...BASE, ...mine });
});

test('elements without ids are recognised, moved and changed, also among equal ones', () => {
  const twins = draftOf([item('a'), item('b', { text: 'a' }), item('c', { size: 30 })]);
  const theirs = draftOf([
    item('c', { size: 30 }),
    item('a'),
    item('b', { text: 'changed' }),
    item('new', { type: 'qr' }),
  ]);
  const [c, a, b, added] = alignDraft(twins, fromServer(theirs)).elements;
  expect([c?.id, a?.id, b?.id]).toEqual(['c', 'a', 'b']);
  expect(['a', 'b', 'c']).not.toContain(added?.id);
  expect(idsOf(alignDraft(twins, fromServer(twins)))).toBe('abc');
});
