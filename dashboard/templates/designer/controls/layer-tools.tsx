import { t } from '@lingui/core/macro';
import { IconArrowBarToDown, IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type Layer, reorderSelection } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { Tool } from './tool.tsx';

const LAYERS: readonly { to: Layer; label: string; icon: typeof IconArrowUp }[] = [
  { to: 'front', label: t`Bring to front`, icon: IconArrowBarToUp },
  { to: 'forwards', label: t`Bring forward`, icon: IconArrowUp },
  { to: 'backwards', label: t`Send backward`, icon: IconArrowDown },
  { to: 'back', label: t`Send to back`, icon: IconArrowBarToDown },
];

/** Buttons that change the selection's place in the painting order. */
export function LayerTools() {
  const { edit, selection } = useEditor();
  return LAYERS.map(({ to, ...tool }) => (
    <Tool key={to} {...tool} isDisabled={selection.length === 0} onClick={() => edit(reorderSelection(to))} />
  ));
}
