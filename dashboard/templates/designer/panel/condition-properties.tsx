import { t } from '@lingui/core/macro';
import { ConditionField } from '../controls/condition-field.tsx';
import { useMembers, useMixed } from '../controls/use-members.ts';
import type { Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';

/** Edits when an element is shown. */
export function ConditionProperties({ item }: { item: Item }) {
  const { variables } = useEditor();
  const change = useMembers(item);
  const isMixed = useMixed(item);
  return (
    <ConditionField
      label={t`Show this element`}
      condition={item.showIf}
      names={variables}
      isMixed={isMixed('showIf')}
      onChange={(showIf) => change({ showIf })}
    />
  );
}
