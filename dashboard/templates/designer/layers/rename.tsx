import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { EDITOR_LIMITS } from '../../../../templates-engine/elements/shared/properties.ts';

interface RenameProps {
  label: string;
  value: string;
  placeholder: string;
  /** null: the name stays unchanged. */
  onDone: (value: string | null) => void;
}

/** Edits a name in place in the list. Enter applies it, Escape cancels. */
export function Rename({ label, value, placeholder, onDone }: RenameProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      maxLength={EDITOR_LIMITS.name}
      autoFocus
      value={typed}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(typed);
        if (event.key === 'Escape') onDone(null);
      }}
      onBlur={() => onDone(typed)}
    />
  );
}
