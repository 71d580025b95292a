import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const WAIT_MS = 300;

interface SearchFieldProps {
  /** Text that the list is searched for. */
  applied: string;
  placeholder: string;
  className?: string | undefined;
  onApply: (text: string) => void;
}

/** Searches a list when the person stops typing. */
export function SearchField({ applied, placeholder, className, onApply }: SearchFieldProps) {
  const [text, setText] = useState(applied);
  const own = useRef(applied);
  const apply = useDebouncedCallback((value: string) => {
    own.current = value.trim();
    onApply(own.current);
  }, WAIT_MS);
  // The search was cleared, or the browser's history restored another one, so it differs from the typed text.
  useEffect(() => {
    if (applied === own.current) return;
    own.current = applied;
    apply.cancel();
    setText(applied);
  }, [applied, apply]);
  return (
    <TextInput
      className={className}
      label={t`Search`}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        apply(value);
      }}
    />
  );
}
