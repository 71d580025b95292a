import type { Box } from './geometry.ts';
import { type Gradient, gradientLine, toRgba } from './paint.ts';

interface GradientSpec {
  type: 'linear' | 'radial';
  /** Angle of a linear gradient in degrees, as in CSS: 0 is upwards, 90 to the right. */
  angle: number;
  stops: readonly { offset: number; color: string }[];
}

/**
 * Returns a gradient applied to a box. A radial gradient is a circle about the centre of the box, up to the nearest side or the farthest
 * corner.
 */
export function gradientOver(box: Box, spec: GradientSpec, reach: 'nearest-side' | 'farthest-corner'): Gradient {
  const { type, angle } = spec;
  const stops = spec.stops.map(({ offset, color }) => ({ offset, color: toRgba(color) }));
  stops.sort((a, b) => a.offset - b.offset);
  if (type === 'linear') return { coordinates: gradientLine(box, angle), stops };
  const { x, y, width, height } = box;
  const [cx, cy] = [x + width / 2, y + height / 2];
  const radius = reach === 'nearest-side' ? Math.min(width, height) / 2 : Math.hypot(width, height) / 2;
  return { coordinates: [cx, cy, 0, cx, cy, radius], stops };
}
