import { Group, Text } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
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
import { Tool } from '../controls/tool.tsx';
import {
  type Alignment,
  alignSelection,
  distributeSelection,
  duplicateSelection,
  type Layer,
  removeSelection,
  reorderSelection,
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

const LAYERS: readonly { to: Layer; label: string; icon: typeof IconCopy }[] = [
  { to: 'front', label: 'Bring to the front', icon: IconArrowBarToUp },
  { to: 'forwards', label: 'Bring forwards', icon: IconArrowUp },
  { to: 'backwards', label: 'Send backwards', icon: IconArrowDown },
  { to: 'back', label: 'Send to the back', icon: IconArrowBarToDown },
];

/** Actions on the selection: align, order, duplicate, delete. */
export function Arrange() {
  const { selection, edit } = useEditor();
  const remove = () => {
    edit(removeSelection);
    focusSoon(PAGE_ID);
  };
  return (
    <div>
      <Group gap={2} role="group" aria-label={selection.length > 1 ? 'Align with each other' : 'Align with the page'}>
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
      <Text size="xs" c="dimmed">
        {selection.length > 1 ? 'Aligned with each other' : 'Aligned with the page'}
      </Text>
    </div>
  );
}

/** The selection's place in the painting order. */
export function LayerTools() {
  const { edit, selection } = useEditor();
  return LAYERS.map(({ to, ...tool }) => (
    <Tool key={to} {...tool} isDisabled={selection.length === 0} onClick={() => edit(reorderSelection(to))} />
  ));
}
