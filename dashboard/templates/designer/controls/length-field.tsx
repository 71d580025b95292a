import { DECIMALS, fromPoints, STEPS, toPoints } from '../model/units.ts';
import { NumberField } from './fields.tsx';
import { useUnit } from './use-unit.ts';

interface LengthFieldProps {
  label: string;
  /** In points, like the limits. */
  value: number;
  min: number;
  max: number;
  disabled?: boolean;
  isMixed?: boolean;
  onChange: (points: number) => void;
}

/** Field for a length in the viewer's unit. */
export function LengthField({ value, min, max, onChange, ...props }: LengthFieldProps) {
  const [unit] = useUnit();
  return (
    <NumberField
      key={unit}
      {...props}
      value={fromPoints(value, unit)}
      min={fromPoints(min, unit)}
      max={fromPoints(max, unit)}
      step={STEPS[unit]}
      decimals={DECIMALS[unit]}
      onChange={(length) => onChange(Math.min(max, Math.max(min, toPoints(length, unit))))}
    />
  );
}
