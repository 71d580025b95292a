import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { sameJson } from '../model/same-json.ts';

interface LinesAreaProps {
  label: string;
  description: string;
  minRows?: number;
  error?: string | false;
  value: readonly string[];
  /** Returns the texts that are meant by what is typed. */
  read: (typed: string) => string[];
  onChange: (value: string[]) => void;
}

/** Edits several texts, one per line. Shows the lines as typed, unless the texts are others, for example after an undo. */
export function LinesArea({ value, read, onChange, ...props }: LinesAreaProps) {
  const [typed, setTyped] = useState('');
  return (
    <Textarea
      size="xs"
      autosize
      {...props}
      value={sameJson(read(typed), value) ? typed : value.join('\n')}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}
