import { Group, Input, Stack, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { MAX_CONTENT_LENGTH } from '../../../../templates-engine/elements/shared/properties.ts';
import { useEditor } from '../model/editor-context.ts';
import { TEXT_ID } from '../model/focus.ts';
import { InsertVariable, NewVariable } from './insert-variable.tsx';

interface PlaceholderTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Text field with a button that inserts placeholders at the cursor. */
export function PlaceholderText({ label, value, onChange }: PlaceholderTextProps) {
  const { dispatch } = useEditor();
  const ref = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = ref.current ?? {};
    onChange(value.slice(0, selectionStart) + placeholder + value.slice(selectionEnd));
    const cursor = selectionStart + placeholder.length;
    requestAnimationFrame(() => {
      ref.current?.focus();
      ref.current?.setSelectionRange(cursor, cursor);
    });
  };
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap={4}>
        <Input.Label htmlFor={TEXT_ID} size="xs">
          {label}
        </Input.Label>
        <InsertVariable onInsert={insert} />
      </Group>
      <Textarea
        id={TEXT_ID}
        ref={ref}
        size="sm"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_CONTENT_LENGTH}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={() => dispatch({ type: 'settle' })}
      />
      <NewVariable onInsert={insert} />
    </Stack>
  );
}
