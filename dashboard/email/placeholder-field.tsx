import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';

const PLACEHOLDERS = [
  { name: 'recipientName', label: t`Recipient’s name` },
  { name: 'templateName', label: t`Template’s name` },
  { name: 'organizationName', label: t`Organisation’s name` },
];

interface PlaceholderFieldProps {
  label: string;
  /** Name of the buttons that insert placeholders; without it, no buttons. */
  insertLabel?: string;
  description: string;
  maxLength: number;
  /** True for a text of several lines. */
  isLong?: boolean;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** Text field with buttons that insert a placeholder at the cursor. */
export function PlaceholderField({ isLong = false, insertLabel, onChange, ...field }: PlaceholderFieldProps) {
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
      {insertLabel && <Placeholders onInsert={insert} label={insertLabel} />}
    </Stack>
  );
}

function Placeholders({ label, onInsert }: { label: string; onInsert: (name: string) => void }) {
  const labelId = useId();
  return (
    <Group gap={6} role="group" aria-labelledby={labelId}>
      <Text size="xs" c="dimmed" id={labelId}>
        {label}
      </Text>
      {PLACEHOLDERS.map(({ name, label: title }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(name)}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}
