import { Checkbox, NumberInput, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { ELEMENT_RANGES } from '../../../../templates-engine/elements/shared/properties.ts';
import { useEditor } from '../model/editor-context.ts';
import { round } from '../model/geometry.ts';
import { ColorField } from './color-field.tsx';

interface NumberFieldProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  step?: number;
  suffix?: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** A number that is applied as it is typed; an incomplete one is not. */
export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  const { dispatch } = useEditor();
  const [typed, setTyped] = useState<string | number | null>(null);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = props;
  return (
    <NumberInput
      size="xs"
      decimalScale={2}
      {...props}
      value={typed ?? round(value)}
      onChange={(entered) => {
        setTyped(entered);
        if (typeof entered === 'number' && entered >= min && entered <= max) onChange(entered);
      }}
      onBlur={() => {
        setTyped(null);
        dispatch({ type: 'settle' });
      }}
    />
  );
}

export function RadiusField({ value, onChange }: Pick<NumberFieldProps, 'value' | 'onChange'>) {
  return <NumberField label="Corner radius" value={value} {...ELEMENT_RANGES.radius} onChange={onChange} />;
}

interface PaintFieldProps {
  label: string;
  /** undefined is no paint. */
  value: string | undefined;
  /** What it begins with when it is switched on. */
  initial: string;
  onChange: (value: string | undefined) => void;
}

interface OptionalFieldProps {
  label: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  /** Shown while it is on. */
  children: ReactNode;
}

/** What can be left out, behind a box to tick. */
export function OptionalField({ label, isOn, onSwitch, children }: OptionalFieldProps) {
  return (
    <Stack gap={4}>
      <Checkbox
        size="xs"
        label={label}
        checked={isOn}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
      {isOn && children}
    </Stack>
  );
}

/** A colour that can be left out. */
export function PaintField({ label, value, initial, onChange }: PaintFieldProps) {
  const isPainted = value !== undefined && value !== 'none';
  return (
    <OptionalField label={label} isOn={isPainted} onSwitch={(isOn) => onChange(isOn ? initial : undefined)}>
      <ColorField label={`${label} colour`} value={value ?? initial} onChange={onChange} />
    </OptionalField>
  );
}
