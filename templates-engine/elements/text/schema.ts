import { z } from 'zod';
import { boxFields, color, contentWithPlaceholders, fontFamily, within } from '../shared/fields.ts';
import { TEXT_RANGES } from './properties.ts';

export const textSchema = z.strictObject({
  type: z.literal('text'),
  ...boxFields,
  text: contentWithPlaceholders,
  font: fontFamily,
  weight: z.int('takes 100 to 900').min(TEXT_RANGES.weight.min).max(TEXT_RANGES.weight.max).optional(),
  italic: z.boolean().optional(),
  size: within(TEXT_RANGES.fontSize, 'takes a number of points'),
  minSize: within(TEXT_RANGES.fontSize, 'takes a number of points').optional(),
  lineHeight: within(TEXT_RANGES.lineHeight, 'takes a multiple of the size').optional(),
  letterSpacing: within(TEXT_RANGES.letterSpacing, 'takes a number of points').optional(),
  color: color.optional(),
  align: z.enum(['left', 'center', 'right', 'justify'], 'takes left, center, right or justify').optional(),
  verticalAlign: z.enum(['top', 'middle', 'bottom'], 'takes top, middle or bottom').optional(),
  uppercase: z.boolean().optional(),
});

export type TextElement = z.infer<typeof textSchema>;
