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
  { to: 'left', label: 'Align left', icon: IconLayoutAlignLeft },
  { to: 'center', label: 'Align centre', icon: IconLayoutAlignCenter },
  { to: 'right', label: 'Align right', icon: IconLayoutAlignRight },
  { to: 'top', label: 'Align top', icon: IconLayoutAlignTop },
  { to: 'middle', label: 'Align middle', icon: IconLayoutAlignMiddle },
  { to: 'bottom', label: 'Align bottom', icon: IconLayoutAlignBottom },
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
      <Group gap={2} role="group" aria-label={selection.length > 1 ? 'Align to each other' : 'Align to page'}>
        {ALIGNMENTS.map(({ to, ...tool }) => (
          <Tool key={to} {...tool} onClick={() => edit(alignSelection(to))} />
        ))}
        {selection.length > 2 && (
          <>
            <Tool
              label="Distribute horizontally"
              icon={IconLayoutDistributeVertical}
              onClick={() => edit(distributeSelection('x'))}
            />
            <Tool
              label="Distribute vertically"
              icon={IconLayoutDistributeHorizontal}
              onClick={() => edit(distributeSelection('y'))}
            />
          </>
        )}
      </Group>
      <Group gap={2} role="group" aria-label="Order and copies">
        <LayerTools />
        <Tool label="Duplicate" icon={IconCopy} onClick={() => edit(duplicateSelection)} />
        <Tool label="Delete" icon={IconTrash} onClick={remove} />
      </Group>
    </div>
  );
}
