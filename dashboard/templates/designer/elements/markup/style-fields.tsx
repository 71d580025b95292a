import { t } from '@lingui/core/macro';
import { Autocomplete, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Tool } from '../../controls/tool.tsx';
import { useEditor } from '../../model/editor-context.ts';

const PROPERTIES = [
  ...['color', 'fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'textAlign', 'lineHeight', 'letterSpacing'],
  ...['backgroundColor', 'padding', 'margin', 'border', 'borderRadius', 'width', 'height', 'display', 'flexDirection'],
  ...['justifyContent', 'alignItems', 'gap', 'flex', 'textTransform', 'textDecoration', 'opacity'],
];

type Style = Readonly<Record<string, string | number>>;

interface StyleFieldsProps {
  style: Style;
  /** undefined: no style is left. */
  onChange: (style: Style | undefined) => void;
}

/** Edits CSS properties, one per line. Numbers stay numbers. */
export function StyleFields({ style, onChange }: StyleFieldsProps) {
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
    <Stack gap={4} role="group" aria-label={t`Styles`}>
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
            label={t`Remove ${name}`}
            icon={IconTrash}
            onClick={() => apply(entries.filter((entry) => entry[0] !== name))}
          />
        </Group>
      ))}
      <Group gap={4} wrap="nowrap" align="flex-end">
        <Autocomplete
          size="xs"
          flex={1}
          label={t`Add style`}
          placeholder={t`For example fontSize`}
          data={PROPERTIES}
          value={added}
          onChange={setAdded}
        />
        <Button size="xs" variant="default" aria-label={t`Add this style`} onClick={add}>
          <IconPlus size={14} aria-hidden />
        </Button>
      </Group>
    </Stack>
  );
}
