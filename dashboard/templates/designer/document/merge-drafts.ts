import type { Draft, Item } from '../model/design.ts';
import { sameJson } from '../model/same-json.ts';

/** Part that both sides have changed in different ways. */
const CONFLICT = Symbol('conflict');

/** The common base of both sides, then later drafts that the server can have stored without an answer. */
type Bases<Part> = readonly [Part, ...Part[]];

const partsOf = <Whole, Part>([first, ...later]: Bases<Whole>, partOf: (whole: Whole) => Part): Bases<Part> => [
  partOf(first),
  ...later.map(partOf),
];

/**
 * Returns a draft with the changes of both sides since their common base; null if both changed the same element or the same property of the
 * template. A part of theirs that equals the one of a later base is unchanged: this side has sent it. Elements are identified by id.
 */
export function mergeDrafts(bases: Bases<Draft>, mine: Draft, theirs: Draft): Draft | null {
  const members = mergeMembers(partsOf(bases, othersOf), othersOf(mine), othersOf(theirs));
  const variables = mergeMembers(partsOf(bases, variablesOf), variablesOf(mine), variablesOf(theirs));
  const elements = mergeElements(
    partsOf(bases, (base) => base.elements),
    mine.elements,
    theirs.elements,
  );
  if (!members || !variables || !elements) return null;
  return {
    ...(members as Omit<Draft, 'elements'>),
    elements,
    ...(Object.keys(variables).length > 0 && { variables: variables as NonNullable<Draft['variables']> }),
  };
}

const othersOf = ({ elements: _, variables: __, ...others }: Draft): object => others;
const variablesOf = ({ variables }: Draft): object => variables ?? {};

/** Returns the side that has changed. */
function pick(bases: Bases<unknown>, mine: unknown, theirs: unknown): unknown {
  if (sameJson(mine, theirs) || bases.some((base) => sameJson(base, theirs))) return mine;
  return sameJson(bases[0], mine) ? theirs : CONFLICT;
}

function mergeMembers(bases: Bases<object>, mine: object, theirs: object): Record<string, unknown> | null {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const merged = names.map((name) => {
    const valueIn = (of: object): unknown => (of as Record<string, unknown>)[name];
    return [name, pick(partsOf(bases, valueIn), valueIn(mine), valueIn(theirs))] as const;
  });
  if (merged.some(([, value]) => value === CONFLICT)) return null;
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

type Items = readonly Item[];

function mergeElements(bases: Bases<Items>, mine: Items, theirs: Items): Item[] | null {
  const byId = (items: Items) => new Map(items.map((item) => [item.id, item]));
  const [inBases, inMine, inTheirs] = [partsOf(bases, byId), byId(mine), byId(theirs)];
  const merged = new Map<string, Item>();
  for (const { id } of [...mine, ...theirs]) {
    const itemIn = (items: ReadonlyMap<string, Item>) => items.get(id);
    const item = pick(partsOf(inBases, itemIn), itemIn(inMine), itemIn(inTheirs));
    if (item === CONFLICT) return null;
    if (item !== undefined) merged.set(id, item as Item);
  }
  const order = mergeOrder(partsOf(bases, idsOf), idsOf(mine), idsOf(theirs));
  return order?.flatMap((id) => merged.get(id) ?? []) ?? null;
}

const idsOf = (items: Items): string[] => items.map(({ id }) => id);

/** Returns the painting order of all ids; null if both sides have reordered the same elements. */
function mergeOrder(bases: Bases<string[]>, mine: readonly string[], theirs: readonly string[]): string[] | null {
  if (bases.some((base) => haveSameOrder(base, theirs))) return withAdded(mine, theirs);
  return haveSameOrder(bases[0], mine) ? withAdded(theirs, mine) : null;
}

/** Returns whether the ids that both have are in the same order. */
function haveSameOrder(one: readonly string[], other: readonly string[]): boolean {
  const common = (of: readonly string[], others: readonly string[]) => of.filter((id) => others.includes(id)).join();
  return common(one, other) === common(other, one);
}

/** Returns an order with the ids that only another order has, each after its predecessor there. */
function withAdded(order: readonly string[], other: readonly string[]): string[] {
  const all = [...order];
  other.forEach((id, at) => {
    if (all.includes(id)) return;
    const before = other[at - 1];
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, id);
  });
  return all;
}
