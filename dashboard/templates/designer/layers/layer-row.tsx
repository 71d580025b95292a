import { t } from '@lingui/core/macro';
import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core';
import { IconEye, IconEyeOff, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { kindOf, nameOf, shortNameOf } from '../elements/kinds.ts';
import type { Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { isFree, lockLayers, renameLayer } from '../model/layers.ts';
import classes from './layers.module.css';
import { Rename } from './rename.tsx';
import type { LayerDrag } from './use-layer-drag.ts';

export interface Renaming {
  /** Id of the element, or name of the group, that is being renamed. */
  renaming: string | null;
  setRenaming: (what: string | null) => void;
}

interface LayerRowProps {
  item: Item;
  isInGroup: boolean;
  rename: Renaming;
  drag: LayerDrag;
}

/** Row of one element in the list of layers. */
export function LayerRow({ item, isInGroup, rename: { renaming, setRenaming }, drag }: LayerRowProps) {
  const { selection, dispatch, edit, view } = useEditor();
  const { id } = item;
  const name = nameOf(item);
  const Icon = kindOf(item).iconOf(item);
  const isHidden = view.hidden.has(id);
  const isSelected = selection.includes(id);
  const pick = (adds: boolean) => {
    const others = selection.filter((selected) => selected !== id);
    dispatch({ type: 'select', selection: adds ? (isSelected ? others : [...others, id]) : [id] });
  };
  if (renaming === id) {
    return (
      <Rename
        label={t`Layer name`}
        value={item.editor?.name ?? ''}
        placeholder={name}
        onDone={(value) => {
          setRenaming(null);
          if (value !== null) edit(renameLayer(id, value));
        }}
      />
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') setRenaming(id);
  };
  return (
    <Group
      className={classes.row}
      gap={0}
      wrap="nowrap"
      data-selected={isSelected || undefined}
      data-nested={isInGroup || undefined}
      data-drop={drag.over?.id === id ? drag.over.side : undefined}
      {...drag.rowProps([id])}
    >
      <UnstyledButton
        className={classes.layer}
        aria-pressed={isSelected}
        onClick={(event) => pick(event.shiftKey || event.ctrlKey || event.metaKey)}
        onDoubleClick={() => setRenaming(id)}
        onKeyDown={onKeyDown}
      >
        <Icon size={16} aria-hidden style={{ flex: 'none' }} />
        <Text span size="sm" truncate {...(isHidden && { td: 'line-through' })}>
          {shortNameOf(item)}
        </Text>
      </UnstyledButton>
      <div className={classes.switches} data-on={!isFree(item) || isHidden || undefined}>
        <Switch
          label={t`Lock ${name}`}
          isOn={!isFree(item)}
          icon={isFree(item) ? IconLockOpen : IconLock}
          onClick={() => edit(lockLayers([id], isFree(item)))}
        />
        <Switch
          label={t`Hide ${name} while editing`}
          isOn={isHidden}
          icon={isHidden ? IconEyeOff : IconEye}
          onClick={() => {
            const others = [...view.hidden].filter((hidden) => hidden !== id);
            view.setHidden(new Set(isHidden ? others : [...others, id]));
          }}
        />
      </div>
    </Group>
  );
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  icon: typeof IconLock;
  onClick: () => void;
}

export function Switch({ label, isOn, icon: Icon, onClick }: SwitchProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={26} aria-label={label} aria-pressed={isOn} onClick={onClick}>
      <Icon size={15} aria-hidden />
    </ActionIcon>
  );
}
