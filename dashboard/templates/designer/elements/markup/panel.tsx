import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { JsonInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useMembers } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';
import { useEditor } from '../../model/editor-context.ts';
import { readTable } from './table/read-table.ts';
import { TablePanel } from './table/table-panel.tsx';
import { TreeEditor } from './tree-editor.tsx';

type Root = ElementOf<'markup'>['root'];

const written = (root: Root): string => JSON.stringify(root, null, 2);

/** Edits a table with controls, other trees as a list of parts, and both as code. */
export function MarkupPanel({ item }: { item: Item<ElementOf<'markup'>> }) {
  const change = useMembers(item);
  const [mode, setMode] = useState('content');
  const isTable = readTable(item.root) !== null;
  const { selection } = useEditor();
  if (selection.length > 1) {
    return (
      <Text size="xs" c="dimmed">
        <Trans>Select one of them to edit its content.</Trans>
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t`Edit as`}
        data={[
          { value: 'content', label: isTable ? t`Table` : t`Content` },
          { value: 'code', label: t`Code` },
        ]}
        value={mode}
        onChange={setMode}
      />
      {mode === 'content' && isTable && <TablePanel item={item} />}
      {mode === 'content' && !isTable && <TreeEditor root={item.root} onChange={(root) => change({ root })} />}
      {mode === 'code' && (
        <>
          {isTable && <TreeEditor root={item.root} onChange={(root) => change({ root })} />}
          <MarkupCode item={item} />
        </>
      )}
    </Stack>
  );
}

/** Edits the tree as JSON. Invalid JSON stays in the field. The server reports other faults with their paths. */
function MarkupCode({ item }: { item: Item<ElementOf<'markup'>> }) {
  const change = useMembers(item);
  const { dispatch } = useEditor();
  const [text, setText] = useState(() => written(item.root));
  const [error, setError] = useState<string | null>(null);
  // Shows changes made elsewhere, for example by undo, and keeps the formatting of what was typed here.
  useEffect(() => {
    setText((shown) => (isSame(shown, item.root) ? shown : written(item.root)));
    setError(null);
  }, [item.root]);
  const edit = (next: string) => {
    setText(next);
    const read = parse(next);
    setError('error' in read ? read.error : null);
    if ('root' in read) change({ root: read.root });
  };
  return (
    <Stack gap="xs">
      <JsonInput
        label={t`Code`}
        description={t`A tree of HTML elements with CSS, as JSON`}
        value={text}
        error={error}
        onChange={edit}
        onBlur={() => dispatch({ type: 'settle' })}
        autosize
        minRows={10}
        maxRows={30}
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace', fontSize: 12 } }}
      />
      <Text size="xs" c="dimmed">
        <Trans>Use variables in any text. A node with “each” repeats for each line of a variable.</Trans>
      </Text>
    </Stack>
  );
}

function parse(text: string): { root: Root } | { error: string } {
  try {
    const root: unknown = JSON.parse(text);
    const isNode = typeof root === 'object' && root !== null && 'type' in root && typeof root.type === 'string';
    return isNode
      ? { root: root as Root }
      : { error: t`Enter a node with a type, for example ${{ example: '{ "type": "div", "children": [] }' }}` };
  } catch (error) {
    return { error: t`This isn’t valid JSON: ${{ reason: error instanceof Error ? error.message : String(error) }}` };
  }
}

function isSame(text: string, root: Root): boolean {
  const read = parse(text);
  return 'root' in read && JSON.stringify(read.root) === JSON.stringify(root);
}
