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
      ? [{ label: 'Edit text', icon: IconPencil, keys: 'Enter', run: () => editText(only) }]
      : []),
    {
      label: 'Cut',
      icon: IconCut,
      keys: 'Ctrl+X',
      isDisabled: isNone || isLocked,
      run: () => void document.execCommand('cut'),
    },
    { label: 'Copy', icon: IconCopy, keys: 'Ctrl+C', isDisabled: isNone, run: () => void document.execCommand('copy') },
    ...(paste ? [{ label: 'Paste', icon: IconClipboard, keys: 'Ctrl+V', run: paste }] : []),
    { label: 'Duplicate', icon: IconCopyPlus, keys: 'Ctrl+D', isDisabled: isNone, run: () => edit(duplicateSelection) },
  ];
  if (isNone) return [clipboard];
  return [
    clipboard,
    [
      layer('Bring to front', IconArrowBarToUp, 'front', 'Ctrl+Shift+]'),
      layer('Bring forward', IconArrowUp, 'forwards', 'Ctrl+]'),
      layer('Send backward', IconArrowDown, 'backwards', 'Ctrl+['),
      layer('Send to back', IconArrowBarToDown, 'back', 'Ctrl+Shift+['),
    ],
    [
      ...(selected.length > 1
        ? [{ label: 'Group', icon: IconBoxMultiple, keys: 'Ctrl+G', run: () => edit(groupSelection) }]
        : []),
      ...(selected.some((item) => groupOf(item) !== undefined)
        ? [{ label: 'Ungroup', icon: IconBoxMultiple1, keys: 'Ctrl+Shift+G', run: () => edit(ungroupSelection) }]
        : []),
      {
        label: isLocked ? 'Unlock' : 'Lock',
        icon: isLocked ? IconLockOpen : IconLock,
        keys: 'Ctrl+Shift+L',
        run: () => edit(lockLayers(selection, !isLocked)),
      },
      {
        label: 'Hide while editing',
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
        label: 'Delete',
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
