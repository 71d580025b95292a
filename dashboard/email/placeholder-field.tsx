import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';

const PLACEHOLDERS = [
  { name: 'recipientName', label: 'Recipient’s name' },
  { name: 'templateName', label: 'Template’s name' },
  { name: 'organizationName', label: 'Organisation’s name' },
];

interface PlaceholderFieldProps {
  label: string;
  description: string;
  maxLength: number;
  /** True for a text of several lines. */
  isLong?: boolean;
  hasPlaceholders?: boolean;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** Text field with buttons that insert a placeholder at the cursor. */
export function PlaceholderField({
  isLong = false,
  hasPlaceholders = true,
  onChange,
  ...field
}: PlaceholderFieldProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const target = input.current;
    if (!target) return;
    const { selectionStart, selectionEnd } = target;
    const text = `{{${name}}}`;
    const at = selectionStart ?? field.value.length;
    onChange(field.value.slice(0, at) + text + field.value.slice(selectionEnd ?? at));
    // Puts the cursor after the placeholder once the field has been updated.
    requestAnimationFrame(() => {
      target.focus();
      target.setSelectionRange(at + text.length, at + text.length);
    });
  };
  const shared = { ref: input, ...field };
  return (
    <Stack gap={6}>
      {isLong ? (
        <Textarea autosize minRows={4} maxRows={14} onChange={({ target }) => onChange(target.value)} {...shared} />
      ) : (
        <TextInput onChange={({ target }) => onChange(target.value)} {...shared} />
      )}
      {hasPlaceholders && <Placeholders onInsert={insert} field={field.label} />}
    </Stack>
  );
}

function Placeholders({ field, onInsert }: { field: string; onInsert: (name: string) => void }) {
  const labelId = useId();
  return (
    <Group gap={6} role="group" aria-labelledby={labelId}>
      <Text size="xs" c="dimmed" id={labelId}>
        Insert into {field.toLowerCase()}:
      </Text>
      {PLACEHOLDERS.map(({ name, label }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(name)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
