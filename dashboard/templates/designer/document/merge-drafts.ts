import type { Draft, Item } from '../model/design.ts';
import { sameJson } from '../model/same-json.ts';

/** Part that both sides have changed in different ways. */
const CONFLICT = Symbol('conflict');

/**
 * Returns a draft with the changes of both sides since their common base; null if both changed the same element or the same property of the
 * template. Elements are identified by id.
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft | null {
  const { elements: ofBase, ...baseMembers } = base;
  const { elements: ofMine, ...myMembers } = mine;
  const { elements: ofTheirs, ...theirMembers } = theirs;
  const { variables: baseVariables, ...baseOthers } = baseMembers;
  const { variables: myVariables, ...myOthers } = myMembers;
  const { variables: theirVariables, ...theirOthers } = theirMembers;
  const members = mergeMembers(baseOthers, myOthers, theirOthers);
  const variables = mergeMembers(baseVariables ?? {}, myVariables ?? {}, theirVariables ?? {});
  const elements = mergeElements(ofBase, ofMine, ofTheirs);
  if (!members || !variables || !elements) return null;
  return {
    ...(members as Omit<Draft, 'elements'>),
    elements,
    ...(Object.keys(variables).length > 0 && { variables: variables as NonNullable<Draft['variables']> }),
  };
}

/** Returns the side that has changed. */
function pick(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (sameJson(mine, theirs) || sameJson(base, theirs)) return mine;
  return sameJson(base, mine) ? theirs : CONFLICT;
}

function mergeMembers(base: object, mine: object, theirs: object): Record<string, unknown> | null {
  const [of, ours, others] = [base, mine, theirs] as Record<string, unknown>[];
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const merged = names.map((name) => [name, pick(of?.[name], ours?.[name], others?.[name])] as const);
  if (merged.some(([, value]) => value === CONFLICT)) return null;
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

function mergeElements(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): Item[] | null {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map((items) => new Map(items.map((item) => [item.id, item])));
  const merged = new Map<string, Item>();
  for (const { id } of [...mine, ...theirs]) {
    const item = pick(inBase?.get(id), inMine?.get(id), inTheirs?.get(id));
    if (item === CONFLICT) return null;
    if (item !== undefined) merged.set(id, item as Item);
  }
  const order = mergeOrder(idsOf(base), idsOf(mine), idsOf(theirs));
  return order?.flatMap((id) => merged.get(id) ?? []) ?? null;
}

const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);

/** Returns the painting order of all ids; null if both sides have reordered the same elements. */
function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] | null {
  const common = (of: readonly string[], other: readonly string[]) =>
    of.filter((id) => base.includes(id) && other.includes(id)).join();
  if (common(base, theirs) === common(theirs, base)) return withAdded(mine, theirs);
  return common(base, mine) === common(mine, base) ? withAdded(theirs, mine) : null;
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
