import type { z } from 'zod';
import type { Box } from '../../graphics/geometry.ts';
import { gradientOver } from '../../graphics/gradient.ts';
import type { Gradient } from '../../graphics/paint.ts';
import type { gradient } from './fields.ts';
import { GRADIENT_DEFAULTS } from './properties.ts';

/** Returns a gradient of a design document applied to a box; see gradientOver. */
export const readGradient = (
  { type = GRADIENT_DEFAULTS.type, angle = GRADIENT_DEFAULTS.angle, stops }: z.infer<typeof gradient>,
  box: Box,
  reach: Parameters<typeof gradientOver>[2],
): Gradient => gradientOver(box, { type, angle, stops }, reach);
