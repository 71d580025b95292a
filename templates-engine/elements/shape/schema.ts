import { z } from 'zod';
import { boxFields, paint, within } from '../shared/fields.ts';
import { ELEMENT_RANGES } from '../shared/properties.ts';
import { SHAPE_RANGES } from './properties.ts';

export const shapeSchema = z.strictObject({
  type: z.literal('shape'),
  ...boxFields,
  shape: z.enum(['rectangle', 'ellipse', 'line'], 'takes rectangle, ellipse or line'),
  fill: paint.optional(),
  stroke: paint.optional(),
  strokeWidth: within(SHAPE_RANGES.strokeWidth).optional(),
  radius: within(ELEMENT_RANGES.radius).optional(),
});

export type ShapeElement = z.infer<typeof shapeSchema>;
