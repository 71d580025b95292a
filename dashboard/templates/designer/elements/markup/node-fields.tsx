import { t } from '@lingui/core/macro';
import { Autocomplete, Stack, Textarea, TextInput } from '@mantine/core';
import { ConditionField } from '../../controls/condition-field.tsx';
import { useEditor } from '../../model/editor-context.ts';
import { StyleFields } from './style-fields.tsx';
import { conditionOf, type Node, type Root } from './tree/tree.ts';

interface NodeFieldsProps {
  node: Node;
  /** Names of the lines repeated around the node, and of their cells. */
  rowNames: readonly string[];
  onChange: (node: Node) => void;
}

/** Edits the properties of one node of a tree. */
export function NodeFields({ node, rowNames, onChange }: NodeFieldsProps) {
  const { dispatch, variables } = useEditor();
  const settle = () => dispatch({ type: 'settle' });
  if (typeof node === 'string') {
    return (
      <Textarea
        size="xs"
        label={t`Text`}
        description={t`With variables, for example ${{ example: '{{name}}' }}`}
        autosize
        value={node}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={settle}
      />
    );
  }
  const text = (member: 'href' | 'alt') => ({
    size: 'xs' as const,
    value: node[member] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...node, [member]: value || undefined } as Root),
    onBlur: settle,
  });
  return (
    <Stack gap="xs">
      {node.type === 'a' && <TextInput {...text('href')} label={t`Link`} placeholder="https://" />}
      {node.type === 'img' && <TextInput {...text('alt')} label={t`Alternative text`} />}
      <Autocomplete
        size="xs"
        label={t`One row per line of`}
        placeholder={t`Variable`}
        data={[...variables]}
        value={node.each?.variable ?? ''}
        onChange={(variable) =>
          onChange({ ...node, each: variable ? { as: 'row', ...node.each, variable } : undefined } as Root)
        }
        {...(node.each && {
          description: t`Use ${{ placeholder: `{{${node.each.as}.1}}` }} for the first cell of a line`,
        })}
      />
      <ConditionField
        label={t`Show this part`}
        condition={conditionOf(node)}
        names={[...rowNames, ...variables]}
        onChange={(condition) => onChange({ ...node, if: condition } as Root)}
      />
      <StyleFields style={node.style ?? {}} onChange={(style) => onChange({ ...node, style } as Root)} />
    </Stack>
  );
}
