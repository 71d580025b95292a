import { z } from 'zod';
import { boxFields, color, contentWithPlaceholders, fontFamily, within } from '../shared/fields.ts';
import { MAX_CONTENT_LENGTH } from '../shared/properties.ts';
import { isLinkTemplate, LINK_RULE } from './links.ts';
import { MAX_LINK_LENGTH, MAX_RUNS, TEXT_RANGES } from './properties.ts';

const weight = z.int('takes 100 to 900').min(TEXT_RANGES.weight.min).max(TEXT_RANGES.weight.max);
const size = within(TEXT_RANGES.fontSize, 'takes a number of points');
const letterSpacing = within(TEXT_RANGES.letterSpacing, 'takes a number of points');

const radiusRule = `takes a number of points, ${TEXT_RANGES.arcRadius.min} to ${TEXT_RANGES.arcRadius.max}, or the same below 0`;
const radius = z
  .number(radiusRule)
  .refine(
    (points) => Math.abs(points) >= TEXT_RANGES.arcRadius.min && Math.abs(points) <= TEXT_RANGES.arcRadius.max,
    radiusRule,
  );

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

export const textSchema = z
  .strictObject({
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
    arc: z.strictObject({ radius }, 'takes radius').optional(),
  })
  .superRefine(({ text, arc }, context) => {
    if (!arc || typeof text === 'string') return;
    const message = 'is not drawn on an arc';
    for (const [index, one] of text.entries())
      if (typeof one !== 'string' && one.underline)
        context.addIssue({ code: 'custom', path: ['text', index, 'underline'], message });
  });

export type TextElement = z.infer<typeof textSchema>;
export type Run = z.infer<typeof run>;
