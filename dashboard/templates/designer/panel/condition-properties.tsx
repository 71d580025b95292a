import { ConditionField } from '../controls/condition-field.tsx';
import { useMembers } from '../controls/use-members.ts';
import type { Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';

/** When an element is shown. */
export function ConditionProperties({ item }: { item: Item }) {
  const { variables } = useEditor();
  const change = useMembers(item);
  return (
    <ConditionField
      label="Show this element"
      condition={item.showIf}
      names={variables}
      onChange={(showIf) => change({ showIf })}
    />
  );
}
