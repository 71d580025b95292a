import { ELEMENT_DEFAULTS } from '../../../../templates-engine/elements/shared/properties.ts';
import type { DesignElement, Item } from '../model/design.ts';
import { changeItems } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';

type Members<Element extends DesignElement> = Partial<Omit<Element, 'type'>>;

/**
 * Changes members of an element, and of the others that are selected with it. A member with its default value, common or of the
 * kind, is left out of the document.
 */
export function useMembers<Element extends DesignElement>(item: Item<Element>, own: Members<Element> = {}) {
  const { edit, selection } = useEditor();
  const ids = selection.includes(item.id) ? selection : [item.id];
  const defaults: Readonly<Record<string, unknown>> = { ...ELEMENT_DEFAULTS, ...own };
  return (members: Members<Element>) => {
    const kept = Object.entries(members).map(([member, value]) => [
      member,
      value === defaults[member] ? undefined : value,
    ]);
    edit(changeItems(ids, Object.fromEntries(kept)), `${item.id} ${Object.keys(members).join()}`);
  };
}

/** Placeholder of a field whose value is not the same for all selected elements. */
export const MIXED = 'Mixed';

/**
 * Tells whether a member differs among the elements that are selected with one, which are of its kind. `own` has the defaults
 * of that kind.
 */
export function useMixed<Element extends DesignElement>(item: Item<Element>, own: Members<Element> = {}) {
  const { selected, selection } = useEditor();
  const others = selection.includes(item.id) ? selected : [];
  const defaults: Readonly<Record<string, unknown>> = { ...ELEMENT_DEFAULTS, ...own };
  return (member: keyof Members<Element> & string): boolean => {
    const shown = (one: object) => JSON.stringify((one as Record<string, unknown>)[member] ?? defaults[member]);
    return others.some((other) => shown(other) !== shown(item));
  };
}
