import { DEFAULTS, type DesignElement, type Item } from '../model/design.ts';
import { changeItems } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.tsx';

type Members<Element extends DesignElement> = Partial<Omit<Element, 'type'>>;

/** Changes members of one element. What has its default is left out of the document. */
export function useMembers<Element extends DesignElement>(item: Item<Element>) {
  const { edit } = useEditor();
  return (members: Members<Element>) => {
    const kept = Object.entries(members).map(([member, value]) => [
      member,
      value === (DEFAULTS as Record<string, unknown>)[member] ? undefined : value,
    ]);
    edit(changeItems([item.id], Object.fromEntries(kept)), `${item.id} ${Object.keys(members).join()}`);
  };
}
