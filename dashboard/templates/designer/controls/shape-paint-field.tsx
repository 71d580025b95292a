import { Checkbox, Stack } from '@mantine/core';
import type { ElementOf } from '../model/design.ts';
import { ColorField } from './color-field.tsx';
import { GradientField } from './gradient-field.tsx';

export type ShapePaint = NonNullable<ElementOf<'shape'>['fill']>;

export interface ShapePaintFieldProps {
  /** Labels of the field of the colour and of the switch to a gradient. */
  labels: { color: string; gradient: string };
  paint: ShapePaint;
  isMixed?: boolean;
  onChange: (paint: ShapePaint) => void;
}

/** Edits a colour or a gradient. */
export function ShapePaintField({ labels, paint, isMixed = false, onChange }: ShapePaintFieldProps) {
  const isGradient = typeof paint === 'object';
  return (
    <Stack gap={4}>
      {isGradient && !isMixed ? (
        <GradientField gradient={paint.gradient} onChange={(gradient) => onChange({ gradient })} />
      ) : (
        <ColorField
          label={labels.color}
          value={isGradient ? firstColor(paint) : paint}
          isMixed={isMixed}
          onChange={onChange}
        />
      )}
      <Checkbox
        size="xs"
        label={labels.gradient}
        checked={isGradient && !isMixed}
        indeterminate={isMixed}
        onChange={() => onChange(isGradient ? (isMixed ? paint : firstColor(paint)) : fading(paint))}
      />
    </Stack>
  );
}

const WHITE = '#ffffff';

const firstColor = ({ gradient }: Exclude<ShapePaint, string>): string => gradient.stops[0]?.color ?? WHITE;

/** Returns a gradient from a colour to white. */
const fading = (color: string): ShapePaint => ({
  gradient: {
    type: 'linear',
    angle: 90,
    stops: [
      { offset: 0, color },
      { offset: 1, color: WHITE },
    ],
  },
});
