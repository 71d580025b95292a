import { t } from '@lingui/core/macro';
import type { Icon } from '@tabler/icons-react';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconBoxMultiple,
  IconBoxMultiple1,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { inlineOf } from '../elements/kinds.ts';
import type { Item } from '../model/design.ts';
import { duplicateSelection, type Layer, removeSelection, reorderSelection } from '../model/edit.ts';
import type { Editor } from '../model/editor-context.ts';
import { focusSoon, PAGE_ID } from '../model/focus.ts';
import { groupOf, groupSelection, isFree, lockLayers, ungroupSelection } from '../model/layers.ts';

export interface Action {
  label: string;
  icon: Icon;
  /** Keys in the notation of the list of shortcuts. */
  keys?: string;
  isDisabled?: boolean;
  run: () => void;
}

/** Returns the actions available for the selection, in menu sections. */
export function selectionActions(
  editor: Editor,
  { editText, paste }: { editText: (item: Item) => void; paste: (() => void) | null },
): Action[][] {
  const { selection, selected, edit, dispatch, view } = editor;
  const [only] = selected.length === 1 ? selected : [];
  const isLocked = selected.length > 0 && selected.every((item) => !isFree(item));
  const isNone = selected.length === 0;
  const layer = (label: string, icon: Icon, to: Layer, keys: string): Action => ({
    label,
    icon,
    keys,
    run: () => edit(reorderSelection(to)),
  });
  const clipboard: Action[] = [
    ...(only && inlineOf(only) && isFree(only)
      ? [{ label: t`Edit text`, icon: IconPencil, keys: 'Enter', run: () => editText(only) }]
      : []),
    {
      label: t`Cut`,
      icon: IconCut,
      keys: 'Ctrl+X',
      isDisabled: isNone || isLocked,
      run: () => void document.execCommand('cut'),
    },
    {
      label: t({ message: 'Copy', context: 'verb' }),
      icon: IconCopy,
      keys: 'Ctrl+C',
      isDisabled: isNone,
      run: () => void document.execCommand('copy'),
    },
    ...(paste ? [{ label: t`Paste`, icon: IconClipboard, keys: 'Ctrl+V', run: paste }] : []),
    {
      label: t`Duplicate`,
      icon: IconCopyPlus,
      keys: 'Ctrl+D',
      isDisabled: isNone,
      run: () => edit(duplicateSelection),
    },
  ];
  if (isNone) return [clipboard];
  return [
    clipboard,
    [
      layer(t`Bring to front`, IconArrowBarToUp, 'front', 'Ctrl+Shift+]'),
      layer(t`Bring forward`, IconArrowUp, 'forwards', 'Ctrl+]'),
      layer(t`Send backward`, IconArrowDown, 'backwards', 'Ctrl+['),
      layer(t`Send to back`, IconArrowBarToDown, 'back', 'Ctrl+Shift+['),
    ],
    [
      ...(selected.length > 1
        ? [
            {
              label: t({ message: 'Group', context: 'verb' }),
              icon: IconBoxMultiple,
              keys: 'Ctrl+G',
              run: () => edit(groupSelection),
            },
          ]
        : []),
      ...(selected.some((item) => groupOf(item) !== undefined)
        ? [{ label: t`Ungroup`, icon: IconBoxMultiple1, keys: 'Ctrl+Shift+G', run: () => edit(ungroupSelection) }]
        : []),
      {
        label: isLocked ? t`Unlock` : t({ message: 'Lock', context: 'verb' }),
        icon: isLocked ? IconLockOpen : IconLock,
        keys: 'Ctrl+Shift+L',
        run: () => edit(lockLayers(selection, !isLocked)),
      },
      {
        label: t`Hide while editing`,
        icon: IconEyeOff,
        keys: 'Ctrl+Shift+H',
        run: () => {
          view.setHidden(new Set([...view.hidden, ...selection]));
          dispatch({ type: 'select', selection: [] });
          focusSoon(PAGE_ID);
        },
      },
    ],
    [
      {
        label: t`Delete`,
        icon: IconTrash,
        keys: 'Delete',
        isDisabled: isLocked,
        run: () => {
          edit(removeSelection);
          focusSoon(PAGE_ID);
        },
      },
    ],
  ];
}
