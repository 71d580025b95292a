import { z } from 'zod';
import { fault, issueOf } from '../../../errors/from-zod.ts';
import { boxFields, color, contentWithPlaceholders, fontFamily, within } from '../shared/fields.ts';
import { MAX_CONTENT_LENGTH } from '../shared/properties.ts';
import { isLinkTemplate } from './links.ts';
import { MAX_LINK_LENGTH, MAX_RUNS, TEXT_RANGES } from './properties.ts';

const weight = z.int().min(TEXT_RANGES.weight.min).max(TEXT_RANGES.weight.max);
const size = within(TEXT_RANGES.fontSize);
const letterSpacing = within(TEXT_RANGES.letterSpacing);

const radiusRule = `${TEXT_RANGES.arcRadius.min} to ${TEXT_RANGES.arcRadius.max} points, or the same below 0`;
const radius = z
  .number()
  .refine(
    (points) => Math.abs(points) >= TEXT_RANGES.arcRadius.min && Math.abs(points) <= TEXT_RANGES.arcRadius.max,
    fault('not_accepted', { accepted: radiusRule }),
  );

/** Part of a text, with its deviations from the style of the text. */
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
      link: z.string().max(MAX_LINK_LENGTH).refine(isLinkTemplate, fault('not_a_link')).optional(),
    }),
  ],
  'a text, or a text with its style',
);

const runs = z
  .array(run)
  .max(MAX_RUNS)
  .refine(
    (all) => all.reduce((sum, one) => sum + (typeof one === 'string' ? one : one.text).length, 0) <= MAX_CONTENT_LENGTH,
    fault('too_long', { most: MAX_CONTENT_LENGTH }),
  );

export const textSchema = z
  .strictObject({
    type: z.literal('text'),
    ...boxFields,
    text: z.union([contentWithPlaceholders, runs], 'a text, or a list of runs'),
    font: fontFamily,
    weight: weight.optional(),
    italic: z.boolean().optional(),
    size,
    minSize: size.optional(),
    lineHeight: within(TEXT_RANGES.lineHeight).optional(),
    letterSpacing: letterSpacing.optional(),
    color: color.optional(),
    align: z.enum(['left', 'center', 'right', 'justify']).optional(),
    verticalAlign: z.enum(['top', 'middle', 'bottom']).optional(),
    uppercase: z.boolean().optional(),
    keepSpaces: z.boolean().optional(),
    oneLine: z.boolean().optional(),
    arc: z.strictObject({ radius }).optional(),
  })
  .superRefine(({ text, arc }, context) => {
    if (!arc || typeof text === 'string') return;
    for (const [index, one] of text.entries())
      if (typeof one !== 'string' && one.underline)
        context.addIssue(issueOf(['text', index, 'underline'], 'not_on_an_arc'));
  });

export type TextElement = z.infer<typeof textSchema>;
export type Run = z.infer<typeof run>;
