import { z } from 'zod';
import { fault } from '../../../errors/from-zod.ts';
import { MAX_FAMILY_LENGTH } from '../../fonts/own-fonts.ts';
import { PLACEHOLDER_RULE, parsePlaceholders } from '../../text/placeholders.ts';
import { condition } from './condition.ts';
import {
  COLOR,
  EDITOR_LIMITS,
  ELEMENT_RANGES,
  GRADIENT_RANGES,
  MAX_CONTENT_LENGTH,
  SHADOW_RANGES,
} from './properties.ts';

export const within = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);

export const color = z
  .string()
  .refine((text) => COLOR.pattern.test(text), fault('not_a_colour', { accepted: COLOR.rule }))
  .meta({ description: `A colour as ${COLOR.rule}`, pattern: COLOR.pattern.source });

/** Colour, or `none`. */
export const paint = z.union([z.literal('none'), color], `none, or a colour as ${COLOR.rule}`);

/** Shadow as in CSS, with lengths in points. */
export const shadow = z.strictObject({
  x: within(SHADOW_RANGES.offset),
  y: within(SHADOW_RANGES.offset),
  blur: within(SHADOW_RANGES.blur),
  color,
});

/** Colours along a line, or from a centre outwards. */
export const gradient = z.strictObject({
  type: z.enum(['linear', 'radial']).optional(),
  angle: within(GRADIENT_RANGES.angle).optional(),
  stops: z
    .array(z.strictObject({ offset: within(GRADIENT_RANGES.offset), color }))
    .min(GRADIENT_RANGES.stops.min)
    .max(GRADIENT_RANGES.stops.max),
});

export const contentWithPlaceholders = z
  .string()
  .max(MAX_CONTENT_LENGTH)
  .refine((text) => parsePlaceholders(text) !== null, fault('malformed_placeholder', { accepted: PLACEHOLDER_RULE }));

/** Family of the catalogue or of the organisation. The parser of the design checks that it exists. */
export const fontFamily = z.string().min(1).max(MAX_FAMILY_LENGTH);

export const fit = z.enum(['contain', 'cover', 'fill']).optional();

const position = within(ELEMENT_RANGES.position);
const size = z.number().positive().max(ELEMENT_RANGES.side.max);

const editorName = z.string().trim().min(1).max(EDITOR_LIMITS.name);

/** Data of the designer about an element. It does not affect certificates. */
const editor = z.strictObject({
  /** Name in the list of layers. */
  name: editorName.optional(),
  /** Prevents moving the element with the pointer. */
  locked: z.boolean().optional(),
  /** Name of the group. Elements with the same name are selected together. */
  group: editorName.optional(),
  /** Name of its text style. The designer styles texts of the same style together. */
  textStyle: editorName.optional(),
});

/** Position and condition of an element. All kinds have these fields. */
export const boxFields = {
  x: position,
  y: position,
  width: size,
  height: size,
  rotation: within(ELEMENT_RANGES.rotation).optional(),
  opacity: within(ELEMENT_RANGES.opacity).optional(),
  showIf: condition.optional(),
  editor: editor.optional(),
};
