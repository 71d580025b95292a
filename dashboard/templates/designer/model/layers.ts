import { t } from '@lingui/core/macro';
import type { Draft, Item } from './design.ts';
import type { Edit } from './history.ts';

type Kept = NonNullable<Item['editor']>;

/** Returns whether an element can be moved, resized and deleted. */
export const isFree = (item: Item): boolean => item.editor?.locked !== true;

export const groupOf = (item: Item): string | undefined => item.editor?.group;

/** Changes the designer's own data of an element; undefined removes a member. Without data the member `editor` is omitted. */
function withEditor<Of extends Item>(item: Of, members: { [Member in keyof Kept]?: Kept[Member] | undefined }): Of {
  const kept = Object.entries({ ...item.editor, ...members }).filter(([, value]) => value !== undefined);
  const { editor: _, ...rest } = item;
  return (kept.length > 0 ? { ...rest, editor: Object.fromEntries(kept) } : rest) as Of;
}

/** Returns elements and the rest of their groups, in painting order. */
export function withGroups({ elements }: Pick<Draft, 'elements'>, ids: readonly string[]): string[] {
  const groups = new Set(elements.flatMap((item) => (ids.includes(item.id) ? (groupOf(item) ?? []) : [])));
  return elements.filter((item) => ids.includes(item.id) || groups.has(groupOf(item) ?? '')).map(({ id }) => id);
}

const change =
  (isMeant: (item: Item) => boolean, members: Parameters<typeof withEditor>[1]): Edit =>
  ({ draft }) => ({
    draft: { ...draft, elements: draft.elements.map((item) => (isMeant(item) ? withEditor(item, members) : item)) },
  });

/** Renames an element. With an empty name it is named after its kind and content. */
export const renameLayer = (id: string, name: string): Edit =>
  change((item) => item.id === id, { name: name.trim() || undefined });

export const lockLayers = (ids: readonly string[], isLocked: boolean): Edit =>
  change(({ id }) => ids.includes(id), { locked: isLocked || undefined });

/** Renames a group, unless the name is taken: group names are unique in a design. */
export const renameGroup =
  (group: string, name: string): Edit =>
  (state) => {
    const isTaken = name.trim() !== group && state.draft.elements.some((item) => groupOf(item) === name.trim());
    if (name.trim() === '' || isTaken) return {};
    return change((item) => groupOf(item) === group, { group: name.trim() })(state);
  };

/** Groups the selection at the position of its topmost element. */
export const groupSelection: Edit = ({ draft, selection }) => {
  const members = draft.elements.filter(({ id }) => selection.includes(id));
  const top = members.at(-1);
  if (members.length < 2 || !top) return {};
  const group = freeName(t`Group 1`, new Set(draft.elements.map(groupOf)));
  const grouped = members.map((item) => withEditor(item, { group }));
  const above = draft.elements.indexOf(top) + 1;
  const isOther = ({ id }: Item) => !selection.includes(id);
  const elements = [
    ...draft.elements.slice(0, above).filter(isOther),
    ...grouped,
    ...draft.elements.slice(above).filter(isOther),
  ];
  return { draft: { ...draft, elements } };
};

export const ungroupSelection: Edit = (state) =>
  change((item) => state.selection.includes(item.id) && groupOf(item) !== undefined, { group: undefined })(state);

/** Returns elements to add to a design, with group names that the design does not use. */
export function inNewGroups(items: readonly Item[], { elements }: Pick<Draft, 'elements'>): Item[] {
  const taken = new Set(elements.map(groupOf));
  const names = new Map<string, string>();
  return items.map((item) => {
    const group = groupOf(item);
    if (group === undefined) return item;
    const name = names.get(group) ?? freeName(group, taken);
    names.set(group, name);
    return withEditor(item, { group: name });
  });
}

function freeName(name: string, taken: ReadonlySet<string | undefined>): string {
  const [, base = name] = /^(.*?)(?: \d+)?$/.exec(name) ?? [];
  for (let number = 1, free = name; ; number++, free = `${base.slice(0, 90)} ${number}`)
    if (!taken.has(free)) return free;
}

/** Moves an element or a whole group directly above or below another element in the painting order. */
export const dropLayer =
  (ids: readonly string[], on: string, side: 'above' | 'below'): Edit =>
  ({ draft }) => {
    if (ids.includes(on)) return {};
    const moved = draft.elements.filter(({ id }) => ids.includes(id));
    const others = draft.elements.filter(({ id }) => !ids.includes(id));
    const target = others.findIndex(({ id }) => id === on);
    const place = side === 'above' ? target + 1 : target;
    // Dropped between two elements of a group, an element joins the group; anywhere else it leaves its group.
    const [below, above] = [others[place - 1], others[place]];
    const isAlone = moved.length === 1;
    const inside = below && above && groupOf(below) === groupOf(above) ? groupOf(below) : undefined;
    const placed = isAlone ? moved.map((item) => withEditor(item, { group: inside })) : moved;
    return { draft: { ...draft, elements: [...others.slice(0, place), ...placed, ...others.slice(place)] } };
  };

/** Row of the list of layers, topmost first: an element, or a group with its elements. */
export type LayerRow = { kind: 'item'; item: Item } | { kind: 'group'; group: string; items: Item[] };

export function layerRows({ elements }: Pick<Draft, 'elements'>): LayerRow[] {
  const rows: LayerRow[] = [];
  for (const item of elements.toReversed()) {
    const group = groupOf(item);
    if (group === undefined) {
      rows.push({ kind: 'item', item });
      continue;
    }
    const known = rows.find((row) => row.kind === 'group' && row.group === group);
    if (known?.kind === 'group') known.items.push(item);
    else rows.push({ kind: 'group', group, items: [item] });
  }
  return rows;
}
