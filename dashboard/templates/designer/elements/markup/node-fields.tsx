import { Autocomplete, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Tool } from '../../controls/tool.tsx';
import { useEditor } from '../../model/editor-context.ts';
import type { Node, Root } from './tree.ts';

const TAGS = [
  ...['div', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'span', 'strong', 'em', 'u', 'small', 'a', 'br', 'hr'],
  ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'img', 'blockquote', 'section'],
];

const PROPERTIES = [
  ...['color', 'fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'textAlign', 'lineHeight', 'letterSpacing'],
  ...['backgroundColor', 'padding', 'margin', 'border', 'borderRadius', 'width', 'height', 'display', 'flexDirection'],
  ...['justifyContent', 'alignItems', 'gap', 'flex', 'textTransform', 'textDecoration', 'opacity'],
];

/** The properties of one node of a markup. */
export function NodeFields({ node, onChange }: { node: Node; onChange: (node: Node) => void }) {
  const { dispatch, variables } = useEditor();
  const settle = () => dispatch({ type: 'settle' });
  if (typeof node === 'string') {
    return (
      <Textarea
        size="xs"
        label="Text"
        description="With variables, for example {{name}}"
        autosize
        value={node}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={settle}
      />
    );
  }
  const text = (member: 'tw' | 'href' | 'alt') => ({
    size: 'xs' as const,
    value: node[member] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...node, [member]: value || undefined } as Root),
    onBlur: settle,
  });
  return (
    <Stack gap="xs">
      <Autocomplete
        size="xs"
        label="Tag"
        data={TAGS}
        value={node.type}
        onChange={(type) => onChange({ ...node, type })}
      />
      {node.type === 'a' && <TextInput {...text('href')} label="Link" placeholder="https://" />}
      {node.type === 'img' && <TextInput {...text('alt')} label="Alternative text" />}
      <TextInput {...text('tw')} label="Tailwind classes" placeholder="For example flex p-4" />
      <Autocomplete
        size="xs"
        label="Repeat for each line of"
        placeholder="Variable"
        data={[...variables]}
        value={node.each?.variable ?? ''}
        onChange={(variable) =>
          onChange({ ...node, each: variable ? { as: 'row', ...node.each, variable } : undefined } as Root)
        }
        {...(node.each && { description: `Use {{${node.each.as}.1}} for the first cell of a line` })}
      />
      <StyleFields style={node.style ?? {}} onChange={(style) => onChange({ ...node, style } as Root)} />
    </Stack>
  );
}

type Style = Readonly<Record<string, string | number>>;

interface StyleFieldsProps {
  style: Style;
  /** undefined: no style is left. */
  onChange: (style: Style | undefined) => void;
}

/** CSS properties, a line for each. A number stays one. */
function StyleFields({ style, onChange }: StyleFieldsProps) {
  const { dispatch } = useEditor();
  const [added, setAdded] = useState('');
  const entries = Object.entries(style);
  const apply = (next: readonly (readonly [string, string | number])[]) =>
    onChange(next.length > 0 ? Object.fromEntries(next) : undefined);
  const asValue = (typed: string) => (/^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed);
  const add = () => {
    const property = added.trim();
    if (property === '' || property in style) return;
    apply([...entries, [property, '']]);
    setAdded('');
  };
  return (
    <Stack gap={4} role="group" aria-label="Styles">
      {entries.map(([name, value]) => (
        <Group key={name} gap={4} wrap="nowrap" align="flex-end">
          <TextInput
            size="xs"
            flex={1}
            label={name}
            value={String(value)}
            onChange={({ currentTarget }) =>
              apply(entries.map((entry) => (entry[0] === name ? [name, asValue(currentTarget.value)] : entry)))
            }
            onBlur={() => dispatch({ type: 'settle' })}
          />
          <Tool
            label={`Remove ${name}`}
            icon={IconTrash}
            onClick={() => apply(entries.filter((entry) => entry[0] !== name))}
          />
        </Group>
      ))}
      <Group gap={4} wrap="nowrap" align="flex-end">
        <Autocomplete
          size="xs"
          flex={1}
          label="Add style"
          placeholder="For example fontSize"
          data={PROPERTIES}
          value={added}
          onChange={setAdded}
        />
        <Button size="xs" variant="default" aria-label="Add this style" onClick={add}>
          <IconPlus size={14} aria-hidden />
        </Button>
      </Group>
    </Stack>
  );
}
