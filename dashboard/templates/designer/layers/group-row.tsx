import { t } from '@lingui/core/macro';
import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconBoxMultiple, IconEye, IconEyeOff, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useEditor } from '../model/editor-context.ts';
import { isFree, type LayerRow, lockLayers, renameGroup } from '../model/layers.ts';
import { type Renaming, Switch } from './layer-row.tsx';
import classes from './layers.module.css';
import { Rename } from './rename.tsx';
import type { LayerDrag } from './use-layer-drag.ts';

interface GroupRowProps {
  row: Extract<LayerRow, { kind: 'group' }>;
  rename: Renaming;
  drag: LayerDrag;
}

/** Row of a group. Its actions apply to all elements of the group. */
export function GroupRow({ row: { group, items }, rename: { renaming, setRenaming }, drag }: GroupRowProps) {
  const { selection, dispatch, edit, view } = useEditor();
  const ids = items.map(({ id }) => id);
  const isSelected = ids.every((id) => selection.includes(id));
  const isLocked = !items.some(isFree);
  const isHidden = ids.every((id) => view.hidden.has(id));
  if (renaming === `group ${group}`) {
    return (
      <Rename
        label={t`Group name`}
        value={group}
        placeholder={group}
        onDone={(value) => {
          setRenaming(null);
          if (value) edit(renameGroup(group, value));
        }}
      />
    );
  }
  return (
    <Group
      className={classes.row}
      gap={0}
      wrap="nowrap"
      data-selected={isSelected || undefined}
      data-drop={drag.over?.id === ids[0] && drag.over?.side === 'above' ? 'above' : undefined}
      {...drag.rowProps(ids)}
    >
      <UnstyledButton
        className={classes.layer}
        aria-pressed={isSelected}
        onClick={(event) => {
          const adds = event.shiftKey || event.ctrlKey || event.metaKey;
          dispatch({ type: 'select', selection: adds ? [...new Set([...selection, ...ids])] : ids });
        }}
        onDoubleClick={() => setRenaming(`group ${group}`)}
        onKeyDown={(event) => event.key === 'F2' && setRenaming(`group ${group}`)}
      >
        <IconBoxMultiple size={16} aria-hidden style={{ flex: 'none' }} />
        <Text span size="sm" fw={600} truncate>
          {group}
        </Text>
      </UnstyledButton>
      <div className={classes.switches} data-on={isLocked || isHidden || undefined}>
        <Switch
          label={t`Lock ${group}`}
          isOn={isLocked}
          icon={isLocked ? IconLock : IconLockOpen}
          onClick={() => edit(lockLayers(ids, !isLocked))}
        />
        <Switch
          label={t`Hide ${group} while editing`}
          isOn={isHidden}
          icon={isHidden ? IconEyeOff : IconEye}
          onClick={() => {
            const others = [...view.hidden].filter((id) => !ids.includes(id));
            view.setHidden(new Set(isHidden ? others : [...others, ...ids]));
          }}
        />
      </div>
    </Group>
  );
}
