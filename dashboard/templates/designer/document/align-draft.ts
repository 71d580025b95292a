import { type Design, type Draft, type Item, toElement, withId } from '../model/design.ts';
import { sameJson } from '../model/same-json.ts';

type Element = Design['elements'][number];

/**
 * Returns a design as a draft whose elements have the ids of the base's elements that they continue. Elements that equal one of a draft
 * that was sent have its id, because the server can have stored it without an answer. Others get new ids.
 */
export function alignDraft(base: Draft, design: Design, sent: readonly Draft[] = []): Draft {
  const known = [...new Set([base, ...sent].flatMap(({ elements }) => elements))];
  const taken = new Set<string>();
  const take = (element: Element, find: (among: Item[]) => Item | undefined, among = base.elements): Item | null => {
    const found = find(among.filter(({ id, type }) => type === element.type && !taken.has(id)));
    if (found) taken.add(found.id);
    return found ? ({ ...element, id: found.id } as Item) : null;
  };
  const equal = design.elements.map((element) =>
    take(element, (among) => among.find((item) => sameJson(toElement(item), element)), known),
  );
  const elements = design.elements.map(
    (element, at) => equal[at] ?? take(element, (among) => mostAlike(among, element)) ?? withId(element),
  );
  return { ...design, elements };
}

/** Returns the item that shares most members with an element, if it shares at least half of them. */
function mostAlike(among: readonly Item[], element: Element): Item | undefined {
  let best: { item: Item; shared: number } | undefined;
  for (const item of among) {
    const shared = sharedMembers(item, element);
    if (shared >= 0.5 && shared > (best?.shared ?? 0)) best = { item, shared };
  }
  return best?.item;
}

function sharedMembers(item: Item, element: Element): number {
  const [a, b] = [toElement(item), element] as unknown as [Record<string, unknown>, Record<string, unknown>];
  const members = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return members.filter((member) => sameJson(a[member], b[member])).length / members.length;
}
