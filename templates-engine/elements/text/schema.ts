import { z } from 'zod';
import { boxFields, color, contentWithPlaceholders, fontFamily, within } from '../shared/fields.ts';
import { MAX_CONTENT_LENGTH } from '../shared/properties.ts';
import { isLinkTemplate, LINK_RULE } from './links.ts';
import { MAX_LINK_LENGTH, MAX_RUNS, TEXT_RANGES } from './properties.ts';

const weight = z.int('takes 100 to 900').min(TEXT_RANGES.weight.min).max(TEXT_RANGES.weight.max);
const size = within(TEXT_RANGES.fontSize, 'takes a number of points');
const letterSpacing = within(TEXT_RANGES.letterSpacing, 'takes a number of points');

/** Part of a text, and what is different in it. */
const run = z.union(
  [
    contentWithPlaceholders,
    z.strictObject({
      text: contentWithPlaceholders,
      font: fontFamily.optional(),
      weight: weight.optional(),
      italic: z.boolean().optional(),
      size: size.optional(),
      color: color.optional(),
      underline: z.boolean().optional(),
      letterSpacing: letterSpacing.optional(),
      link: z
        .string(LINK_RULE)
        .max(MAX_LINK_LENGTH, `takes at most ${MAX_LINK_LENGTH} characters`)
        .refine(isLinkTemplate, LINK_RULE)
        .optional(),
    }),
  ],
  'takes a text, or a text with its style',
);

const runs = z
  .array(run)
  .max(MAX_RUNS, `takes at most ${MAX_RUNS} runs`)
  .refine(
    (all) => all.reduce((sum, one) => sum + (typeof one === 'string' ? one : one.text).length, 0) <= MAX_CONTENT_LENGTH,
    `takes at most ${MAX_CONTENT_LENGTH} characters`,
  );

export const textSchema = z.strictObject({
  type: z.literal('text'),
  ...boxFields,
  text: z.union([contentWithPlaceholders, runs], 'takes a text, or an array of runs'),
  font: fontFamily,
  weight: weight.optional(),
  italic: z.boolean().optional(),
  size,
  minSize: size.optional(),
  lineHeight: within(TEXT_RANGES.lineHeight, 'takes a multiple of the size').optional(),
  letterSpacing: letterSpacing.optional(),
  color: color.optional(),
  align: z.enum(['left', 'center', 'right', 'justify'], 'takes left, center, right or justify').optional(),
  verticalAlign: z.enum(['top', 'middle', 'bottom'], 'takes top, middle or bottom').optional(),
  uppercase: z.boolean().optional(),
});

export type TextElement = z.infer<typeof textSchema>;
export type Run = z.infer<typeof run>;
