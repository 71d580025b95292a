import { t } from '@lingui/core/macro';
import { ELEMENT_DEFAULTS } from '../../../../templates-engine/elements/shared/properties.ts';
import type { DesignElement, Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { changeStyled } from '../model/text-styles.ts';

type Members<Element extends DesignElement> = Partial<Omit<Element, 'type'>>;

/**
 * Changes members of an element and of the elements selected with it. Omits members that have their default value, either the common one or
 * that of the kind.
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
    edit(changeStyled(ids, Object.fromEntries(kept)), `${item.id} ${Object.keys(members).join()}`);
  };
}

/** Placeholder of a field whose value differs among the selected elements. */
export const MIXED = t({ message: 'Mixed', context: 'values' });

/** Returns whether a member differs among the selected elements, which are of the same kind. `own` contains the defaults of that kind. */
export function useMixed<Element extends DesignElement>(item: Item<Element>, own: Members<Element> = {}) {
  const { selected, selection } = useEditor();
  const others = selection.includes(item.id) ? selected : [];
  const defaults: Readonly<Record<string, unknown>> = { ...ELEMENT_DEFAULTS, ...own };
  return (member: keyof Members<Element> & string): boolean => {
    const shown = (one: object) => JSON.stringify((one as Record<string, unknown>)[member] ?? defaults[member]);
    return others.some((other) => shown(other) !== shown(item));
  };
}
