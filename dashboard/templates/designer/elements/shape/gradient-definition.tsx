import { GRADIENT_DEFAULTS } from '../../../../../templates-engine/elements/shared/properties.ts';
import type { Gradient } from '../../model/design.ts';

interface GradientDefinitionProps {
  id: string;
  box: { width: number; height: number };
  gradient: Gradient;
}

/**
 * Defines a gradient over a box at the origin, as the engine draws it. A linear one uses CSS angles; a radial one reaches the nearest side.
 */
export function GradientDefinition({ id, box: { width, height }, gradient }: GradientDefinitionProps) {
  const stops = [...gradient.stops]
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, color }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by position only
      <stop key={index} offset={offset} stopColor={color} />
    ));
  const [cx, cy] = [width / 2, height / 2];
  const common = { id, gradientUnits: 'userSpaceOnUse' } as const;
  if (gradient.type === 'radial')
    return (
      <radialGradient {...common} cx={cx} cy={cy} r={Math.min(cx, cy)}>
        {stops}
      </radialGradient>
    );
  const radians = ((gradient.angle ?? GRADIENT_DEFAULTS.angle) * Math.PI) / 180;
  const half = Math.abs(cx * Math.sin(radians)) + Math.abs(cy * Math.cos(radians));
  const [dx, dy] = [Math.sin(radians) * half, -Math.cos(radians) * half];
  return (
    <linearGradient {...common} x1={cx - dx} y1={cy - dy} x2={cx + dx} y2={cy + dy}>
      {stops}
    </linearGradient>
  );
}
