import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { LayerTools } from '../controls/layer-tools.tsx';
import { useEditor } from '../model/editor-context.ts';
import { layerRows } from '../model/layers.ts';
import { GroupRow } from './group-row.tsx';
import { LayerRow } from './layer-row.tsx';
import classes from './layers.module.css';
import { useLayerDrag } from './use-layer-drag.ts';

/** Lists all elements of the page with their groups, topmost first. */
export function Layers() {
  const { draft, view } = useEditor();
  const [renaming, setRenaming] = useState<string | null>(null);
  const drag = useLayerDrag();
  if (draft.elements.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>The page is empty. Add elements from the Insert tab.</Trans>
      </Text>
    );
  }
  const rename = { renaming, setRenaming };
  return (
    <Stack gap="xs">
      <Group gap={0} role="group" aria-label={t({ message: 'Order', context: 'of layers' })} wrap="nowrap">
        <LayerTools />
      </Group>
      {view.hidden.size > 0 && (
        <Stack gap={4}>
          <Text size="xs">
            <Trans>Hidden layers are hidden here only. Certificates still show them.</Trans>
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => view.setHidden(new Set())}>
            <Trans>Show all</Trans>
          </Button>
        </Stack>
      )}
      <ul className={classes.list}>
        {layerRows(draft).map((row) =>
          row.kind === 'group' ? (
            <li key={`group ${row.group}`}>
              <GroupRow row={row} rename={rename} drag={drag} />
              <ul className={classes.list} aria-label={row.group}>
                {row.items.map((item) => (
                  <li key={item.id}>
                    <LayerRow item={item} isInGroup rename={rename} drag={drag} />
                  </li>
                ))}
              </ul>
            </li>
          ) : (
            <li key={row.item.id}>
              <LayerRow item={row.item} isInGroup={false} rename={rename} drag={drag} />
            </li>
          ),
        )}
      </ul>
      <Text size="xs" c="dimmed">
        <Trans>Drag to reorder. Double-click or press F2 to rename.</Trans>
      </Text>
    </Stack>
  );
}
