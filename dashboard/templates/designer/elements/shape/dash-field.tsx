import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { SHAPE_RANGES } from '../../../../../templates-engine/elements/shape/properties.ts';
import { MIXED } from '../../controls/use-members.ts';
import { useEditor } from '../../model/editor-context.ts';

const { dash: LENGTH, dashes: COUNT } = SHAPE_RANGES;

interface DashFieldProps {
  dash: number[] | undefined;
  isMixed?: boolean;
  onChange: (dash: number[] | undefined) => void;
}

/** Edits the alternating lengths of dashes and gaps as they are typed. An empty field means a solid line. */
export function DashField({ dash, isMixed = false, onChange }: DashFieldProps) {
  const { dispatch } = useEditor();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = isMixed ? '' : (dash?.join(' ') ?? '');
  return (
    <TextInput
      size="xs"
      label={t`Dashes and gaps`}
      placeholder={isMixed ? MIXED : t`For example 20 10`}
      value={typed ?? shown}
      error={typed !== null && !isPattern(lengthsOf(typed)) && t`Enter lengths in points, for example 20 10`}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const lengths = lengthsOf(value);
        if (isPattern(lengths)) onChange(lengths.length === 0 ? undefined : lengths);
      }}
      onBlur={() => {
        setTyped(null);
        dispatch({ type: 'settle' });
      }}
    />
  );
}

const lengthsOf = (typed: string): number[] =>
  typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

/** Returns whether the server accepts the lengths. An empty list is accepted. */
const isPattern = (lengths: readonly number[]): boolean =>
  lengths.length === 0 ||
  (lengths.length <= COUNT.max &&
    lengths.every((length) => length >= LENGTH.min && length <= LENGTH.max) &&
    lengths.some((length) => length > 0));
