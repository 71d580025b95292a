import type { VariableDefinitions } from '../../../../templates-engine/variables/properties.ts';
import type { Box, Draft, Item } from './design.ts';
import { withId } from './design.ts';
import { boundsOf, boundsOfAll, type Point, round } from './geometry.ts';
import type { Edit } from './history.ts';
import { inNewGroups, isFree } from './layers.ts';

/** Returns the selected elements in painting order. */
export const selectedOf = (draft: Draft, selection: readonly string[]): Item[] =>
  draft.elements.filter(({ id }) => selection.includes(id));

const withElements = (draft: Draft, elements: Item[]): Draft => ({ ...draft, elements });

/** Removes members that are undefined. */
const compact = <Of extends object>(of: Of): Of =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Of;

/** Changes members of the design itself. */
export const changeDesign =
  (members: Partial<Omit<Draft, 'elements'>>): Edit =>
  ({ draft }) => ({ draft: compact({ ...draft, ...members }) });

/** Changes members of the achievement or of the background; undefined removes one. Without members it is omitted. */
export const changePart =
  <Part extends 'achievement' | 'background'>(part: Part, members: Partial<NonNullable<Draft[Part]>>): Edit =>
  (state) => {
    const changed = compact({ ...state.draft[part], ...members });
    return changeDesign({ [part]: Object.keys(changed).length > 0 ? changed : undefined })(state);
  };

/** Changes members of some elements; undefined removes a member. */
export const changeItems =
  (ids: readonly string[], members: Record<string, unknown>): Edit =>
  ({ draft }) => ({
    draft: withElements(
      draft,
      draft.elements.map((item) => (ids.includes(item.id) ? compact({ ...item, ...members }) : item)),
    ),
  });

/** Moves and resizes elements, by id. */
export const placeItems =
  (boxes: ReadonlyMap<string, Partial<Box>>): Edit =>
  ({ draft }) => ({
    draft: withElements(
      draft,
      draft.elements.map((item) => {
        const box = boxes.get(item.id);
        if (!box) return item;
        const rounded = Object.fromEntries(Object.entries(box).map(([member, value]) => [member, round(value)]));
        return { ...item, ...rounded };
      }),
    ),
  });

export const movedBy = (items: readonly Item[], by: Point): Map<string, Partial<Box>> =>
  new Map(items.map(({ id, x, y }) => [id, { x: x + by.x, y: y + by.y }]));

export const moveSelection =
  (by: Point): Edit =>
  (state) =>
    placeItems(movedBy(selectedOf(state.draft, state.selection).filter(isFree), by))(state);

/** Removes the selected elements that are not locked. */
export const removeSelection: Edit = ({ draft, selection }) => {
  const kept = draft.elements.filter((item) => !selection.includes(item.id) || !isFree(item));
  return kept.length === draft.elements.length
    ? {}
    : { draft: withElements(draft, kept), selection: selection.filter((id) => kept.some((item) => item.id === id)) };
};

/** Adds elements on top of all others and selects them. Adds definitions for variables that the design does not define yet. */
export const addItems =
  (items: readonly Item[], variables?: VariableDefinitions): Edit =>
  ({ draft }) => ({
    draft: {
      ...withElements(draft, [...draft.elements, ...inNewGroups(items, draft)]),
      ...(variables && { variables: { ...variables, ...draft.variables } }),
    },
    selection: items.map(({ id }) => id),
  });

const COPY_OFFSET = 12;

/** Returns copies with new ids, offset from their originals. */
export const copiesOf = (items: readonly Item[]): Item[] =>
  items.map(({ id: _, ...element }) =>
    withId({ ...element, x: round(element.x + COPY_OFFSET), y: round(element.y + COPY_OFFSET) }),
  );

export const duplicateSelection: Edit = (state) => {
  const items = selectedOf(state.draft, state.selection);
  return items.length === 0 ? {} : addItems(copiesOf(items))(state);
};

export type Layer = 'front' | 'forwards' | 'backwards' | 'back';

/** Moves the selection in the painting order. */
export const reorderSelection =
  (to: Layer): Edit =>
  ({ draft, selection }) => {
    const items = reordered(draft.elements, ({ id }) => selection.includes(id), to);
    return items.every((item, at) => item === draft.elements[at]) ? {} : { draft: withElements(draft, items) };
  };

function reordered(elements: readonly Item[], isSelected: (item: Item) => boolean, to: Layer): Item[] {
  const [selected, others] = [elements.filter(isSelected), elements.filter((item) => !isSelected(item))];
  if (to === 'front') return [...others, ...selected];
  if (to === 'back') return [...selected, ...others];
  const items = to === 'forwards' ? elements.toReversed() : [...elements];
  for (let at = 1; at < items.length; at++) {
    const [before, item] = [items[at - 1], items[at]];
    if (before && item && isSelected(item) && !isSelected(before)) [items[at - 1], items[at]] = [item, before];
  }
  return to === 'forwards' ? items.reverse() : items;
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Aligns several elements with each other, or a single one with the page. */
export const alignSelection =
  (to: Alignment): Edit =>
  (state) => {
    const items = selectedOf(state.draft, state.selection).filter(isFree);
    const frame = items.length > 1 ? boundsOfAll(items) : { x: 0, y: 0, ...state.draft.page };
    if (!frame) return {};
    return placeItems(new Map(items.map((item) => [item.id, aligned(item, frame, to)])))(state);
  };

function aligned(item: Item, frame: Box, to: Alignment): Partial<Box> {
  const bounds = boundsOf(item);
  const [freeX, freeY] = [frame.width - bounds.width, frame.height - bounds.height];
  const x = { left: 0, center: freeX / 2, right: freeX };
  const y = { top: 0, middle: freeY / 2, bottom: freeY };
  return to in x
    ? { x: item.x + frame.x + x[to as keyof typeof x] - bounds.x }
    : { y: item.y + frame.y + y[to as keyof typeof y] - bounds.y };
}

/** Distributes three or more elements with equal space between them. The first and the last stay in place. */
export const distributeSelection =
  (axis: 'x' | 'y'): Edit =>
  (state) => {
    const side = axis === 'x' ? 'width' : 'height';
    const items = selectedOf(state.draft, state.selection)
      .filter(isFree)
      .map((item) => ({ item, bounds: boundsOf(item) }))
      .sort((a, b) => a.bounds[axis] + a.bounds[side] / 2 - b.bounds[axis] - b.bounds[side] / 2);
    const [first, last] = [items[0], items.at(-1)];
    if (!first || !last || items.length < 3) return {};
    const whole = last.bounds[axis] + last.bounds[side] - first.bounds[axis];
    const gap = (whole - items.reduce((sum, { bounds }) => sum + bounds[side], 0)) / (items.length - 1);
    const places = new Map<string, Partial<Box>>();
    let at = first.bounds[axis];
    for (const { item, bounds } of items) {
      places.set(item.id, { [axis]: item[axis] + at - bounds[axis] });
      at += bounds[side] + gap;
    }
    return placeItems(places)(state);
  };
