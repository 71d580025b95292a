import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Tool } from '../../controls/tool.tsx';
import { NodeFields } from './node-fields.tsx';
import {
  addNode,
  childrenOf,
  moveNode,
  type Node,
  nodeAt,
  type Path,
  type Root,
  removeNode,
  replaceNode,
  rowNamesAt,
  rowsOf,
} from './tree/tree.ts';
import classes from './tree.module.css';

/** Nodes that can be added, with their labels. */
const NODES: readonly { label: string; node: Node }[] = [
  { label: t`Text`, node: t`New text` },
  { label: t`Paragraph`, node: { type: 'p', children: [t`New paragraph`] } },
  { label: t`Heading`, node: { type: 'h2', children: [t`New heading`] } },
  { label: t`Bold text`, node: { type: 'strong', children: [t`Bold`] } },
  { label: t`Bulleted list`, node: { type: 'ul', children: [{ type: 'li', children: [t`First item`] }] } },
  { label: t`List item`, node: { type: 'li', children: [t`New item`] } },
  {
    label: t`Table`,
    node: {
      type: 'table',
      children: [
        {
          type: 'tr',
          children: [t({ message: 'Name', context: 'of a person' }), t`Result`].map((text) => ({
            type: 'th',
            children: [text],
          })),
        },
        { type: 'tr', children: [t`First`, '1'].map((text) => ({ type: 'td', children: [text] })) },
      ],
    },
  },
  { label: t`Table row`, node: { type: 'tr', children: [{ type: 'td', children: [t`New cell`] }] } },
  { label: t`Table cell`, node: { type: 'td', children: [t`New cell`] } },
  { label: t`Box`, node: { type: 'div', children: [] } },
  { label: t`Divider`, node: { type: 'hr' } },
  { label: t`Line break`, node: { type: 'br' } },
];

/** Lists the nodes of a tree and edits the selected one. */
export function TreeEditor({ root, onChange }: { root: Root; onChange: (root: Root) => void }) {
  const [chosen, setChosen] = useState<Path>([]);
  // A node removed elsewhere, for example by undo, is no longer selected.
  const path = nodeAt(root, chosen) === undefined ? [] : chosen;
  const node = nodeAt(root, path) ?? root;
  const isText = typeof node === 'string';
  const move = (by: 1 | -1) => {
    const moved = moveNode(root, path, by);
    if (!moved) return;
    onChange(moved.root);
    setChosen(moved.path);
  };
  const add = (added: Node) => {
    const parent = isText ? path.slice(0, -1) : path;
    const into = nodeAt(root, parent);
    onChange(addNode(root, parent, added));
    setChosen([...parent, typeof into === 'object' ? childrenOf(into).length : 0]);
  };
  return (
    <Stack gap="xs">
      <ul className={classes.tree} aria-label={t`Content`}>
        {rowsOf(root).map((row) => (
          <li key={row.path.join()} style={{ paddingInlineStart: row.path.length * 12 }}>
            <UnstyledButton
              className={classes.node}
              aria-pressed={row.path.join() === path.join()}
              onClick={() => setChosen(row.path)}
            >
              <NodeName node={row.node} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Group gap={2} role="group" aria-label={t`Node`}>
        <Menu position="bottom-start" width={200}>
          <Menu.Target>
            <Button size="compact-xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
              <Trans>Add</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {NODES.map(({ label, node: added }) => (
              <Menu.Item key={label} onClick={() => add(added)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Tool label={t`Move up`} icon={IconArrowUp} isDisabled={!moveNode(root, path, -1)} onClick={() => move(-1)} />
        <Tool label={t`Move down`} icon={IconArrowDown} isDisabled={!moveNode(root, path, 1)} onClick={() => move(1)} />
        <Tool
          label={t`Delete node`}
          icon={IconTrash}
          isDisabled={path.length === 0}
          onClick={() => {
            onChange(removeNode(root, path));
            setChosen(path.slice(0, -1));
          }}
        />
      </Group>
      <NodeFields
        key={path.join()}
        node={node}
        rowNames={rowNamesAt(root, path)}
        onChange={(next) => onChange(replaceNode(root, path, next))}
      />
    </Stack>
  );
}

function NodeName({ node }: { node: Node }) {
  if (typeof node === 'string') {
    return (
      <Text span size="xs" truncate>
        {node.trim() || t`(space)`}
      </Text>
    );
  }
  return (
    <Text span size="xs" fw={600} ff="monospace">
      {node.type}
      {node.each && ` ${t`(repeats)`}`}
      {node.if && ` ${t`(conditional)`}`}
    </Text>
  );
}
