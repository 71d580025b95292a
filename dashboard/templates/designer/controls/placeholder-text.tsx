import { Group, Input, Stack, Textarea } from '@mantine/core';
import { type SyntheticEvent, useRef } from 'react';
import { MAX_CONTENT_LENGTH } from '../../../../templates-engine/elements/shared/properties.ts';
import { useEditor } from '../model/editor-context.ts';
import { TEXT_ID } from '../model/focus.ts';
import type { TextRange } from '../model/text-range.ts';
import { InsertVariable, NewVariable } from './insert-variable.tsx';

interface PlaceholderTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Receives the selection as it changes. */
  onSelect?: (range: TextRange) => void;
}

/** Text field with a button that inserts placeholders at the caret, or at the end of a text without one. */
export function PlaceholderText({ label, value, onChange, onSelect }: PlaceholderTextProps) {
  const { dispatch } = useEditor();
  const ref = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const follow = ({ currentTarget: { selectionStart, selectionEnd } }: SyntheticEvent<HTMLTextAreaElement>) => {
    caret.current = selectionEnd;
    onSelect?.({ start: selectionStart, end: selectionEnd });
  };
  const insert = (placeholder: string) => {
    const at = Math.min(caret.current ?? value.length, value.length);
    onChange(value.slice(0, at) + placeholder + value.slice(at));
    const end = at + placeholder.length;
    requestAnimationFrame(() => {
      ref.current?.focus();
      ref.current?.setSelectionRange(end, end);
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
        onSelect={follow}
        onChange={(event) => {
          follow(event);
          onChange(event.currentTarget.value);
        }}
        onBlur={() => dispatch({ type: 'settle' })}
      />
      <NewVariable onInsert={insert} />
    </Stack>
  );
}
