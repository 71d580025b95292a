import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import {
  IconCopy,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconTrash,
} from '@tabler/icons-react';
import { LayerTools } from '../controls/layer-tools.tsx';
import { Tool } from '../controls/tool.tsx';
import {
  type Alignment,
  alignSelection,
  distributeSelection,
  duplicateSelection,
  removeSelection,
} from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { focusSoon, PAGE_ID } from '../model/focus.ts';

const ALIGNMENTS: readonly { to: Alignment; label: string; icon: typeof IconCopy }[] = [
  { to: 'left', label: t`Align left`, icon: IconLayoutAlignLeft },
  { to: 'center', label: t`Align centre`, icon: IconLayoutAlignCenter },
  { to: 'right', label: t`Align right`, icon: IconLayoutAlignRight },
  { to: 'top', label: t`Align top`, icon: IconLayoutAlignTop },
  { to: 'middle', label: t`Align middle`, icon: IconLayoutAlignMiddle },
  { to: 'bottom', label: t`Align bottom`, icon: IconLayoutAlignBottom },
];

/** Buttons that align, order, duplicate and delete the selection. */
export function Arrange() {
  const { selection, edit } = useEditor();
  const remove = () => {
    edit(removeSelection);
    focusSoon(PAGE_ID);
  };
  return (
    <div>
      <Group gap={2} role="group" aria-label={selection.length > 1 ? t`Align to each other` : t`Align to page`}>
        {ALIGNMENTS.map(({ to, ...tool }) => (
          <Tool key={to} {...tool} onClick={() => edit(alignSelection(to))} />
        ))}
        {selection.length > 2 && (
          <>
            <Tool
              label={t`Distribute horizontally`}
              icon={IconLayoutDistributeVertical}
              onClick={() => edit(distributeSelection('x'))}
            />
            <Tool
              label={t`Distribute vertically`}
              icon={IconLayoutDistributeHorizontal}
              onClick={() => edit(distributeSelection('y'))}
            />
          </>
        )}
      </Group>
      <Group gap={2} role="group" aria-label={t`Order and copies`}>
        <LayerTools />
        <Tool label={t`Duplicate`} icon={IconCopy} onClick={() => edit(duplicateSelection)} />
        <Tool label={t`Delete`} icon={IconTrash} onClick={remove} />
      </Group>
    </div>
  );
}
