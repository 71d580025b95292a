import { t } from '@lingui/core/macro';
import { Checkbox, NumberInput, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { ELEMENT_RANGES } from '../../../../templates-engine/elements/shared/properties.ts';
import { useEditor } from '../model/editor-context.ts';
import { round } from '../model/geometry.ts';
import { ColorField } from './color-field.tsx';
import { MIXED } from './use-members.ts';

interface NumberFieldProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  step?: number;
  suffix?: string;
  /** Digits after the point that are shown and accepted. */
  decimals?: number;
  disabled?: boolean;
  /** True if the selected elements have different values. */
  isMixed?: boolean;
  onChange: (value: number) => void;
}

/** Applies a number as it is typed, except while it is incomplete. */
export function NumberField({ value, isMixed = false, decimals = 2, onChange, ...props }: NumberFieldProps) {
  const { dispatch } = useEditor();
  const [typed, setTyped] = useState<string | number | null>(null);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = props;
  return (
    <NumberInput
      size="xs"
      decimalScale={decimals}
      {...props}
      {...(isMixed && { placeholder: MIXED, startValue: value })}
      value={typed ?? (isMixed ? '' : decimals > 2 ? value : round(value))}
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

export function RadiusField(props: Pick<NumberFieldProps, 'value' | 'isMixed' | 'onChange'>) {
  return <NumberField label={t`Corner radius`} {...ELEMENT_RANGES.radius} {...props} />;
}

interface PaintFieldProps {
  label: string;
  /** Label of the colour's own field. */
  colorLabel: string;
  /** undefined means no paint. */
  value: string | undefined;
  /** Initial value when the paint is switched on. */
  initial: string;
  isMixed?: boolean;
  onChange: (value: string | undefined) => void;
}

interface OptionalFieldProps {
  label: string;
  isOn: boolean;
  isMixed?: boolean;
  onSwitch: (isOn: boolean) => void;
  /** Shown while the box is ticked. */
  children: ReactNode;
}

/** Optional setting with a checkbox. */
export function OptionalField({ label, isOn, isMixed = false, onSwitch, children }: OptionalFieldProps) {
  return (
    <Stack gap={4}>
      <Checkbox
        size="xs"
        label={label}
        checked={isOn && !isMixed}
        indeterminate={isMixed}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
      {(isOn || isMixed) && children}
    </Stack>
  );
}

/** Field for an optional colour. */
export function PaintField({ label, colorLabel, value, initial, isMixed = false, onChange }: PaintFieldProps) {
  const isPainted = value !== undefined && value !== 'none';
  return (
    <OptionalField
      label={label}
      isOn={isPainted}
      isMixed={isMixed}
      onSwitch={(isOn) => onChange(isOn ? initial : undefined)}
    >
      <ColorField label={colorLabel} value={value ?? initial} isMixed={isMixed} onChange={onChange} />
    </OptionalField>
  );
}
