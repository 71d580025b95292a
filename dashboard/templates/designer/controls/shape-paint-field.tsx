import { Checkbox, Stack } from '@mantine/core';
import type { ElementOf } from '../model/design.ts';
import { ColorField } from './color-field.tsx';
import { GradientField } from './gradient-field.tsx';

export type ShapePaint = NonNullable<ElementOf<'shape'>['fill']>;

interface ShapePaintFieldProps {
  /** What is painted, as in `Fill`. */
  what: string;
  paint: ShapePaint;
  onChange: (paint: ShapePaint) => void;
}

/** A colour or a gradient. */
export function ShapePaintField({ what, paint, onChange }: ShapePaintFieldProps) {
  const isGradient = typeof paint === 'object';
  return (
    <Stack gap={4}>
      {isGradient ? (
        <GradientField gradient={paint.gradient} onChange={(gradient) => onChange({ gradient })} />
      ) : (
        <ColorField label={what ? `${what} colour` : 'Colour'} value={paint} onChange={onChange} />
      )}
      <Checkbox
        size="xs"
        label={what ? `${what} gradient` : 'Gradient'}
        checked={isGradient}
        onChange={() => onChange(isGradient ? (paint.gradient.stops[0]?.color ?? WHITE) : fading(paint))}
      />
    </Stack>
  );
}

const WHITE = '#ffffff';

/** From a colour to white. */
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
