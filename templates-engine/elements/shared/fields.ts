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

/** A colour, or `none`. */
export const paint = z.union([z.literal('none'), color], `none, or a colour as ${COLOR.rule}`);

/** As in CSS: lengths in points. */
export const shadow = z.strictObject({
  x: within(SHADOW_RANGES.offset),
  y: within(SHADOW_RANGES.offset),
  blur: within(SHADOW_RANGES.blur),
  color,
});

/** Colours along a line, or from a middle outwards. */
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

/** A family of the catalogue or of the organisation's own; whether there is one of the name is known when the design is parsed. */
export const fontFamily = z.string().min(1).max(MAX_FAMILY_LENGTH);

export const fit = z.enum(['contain', 'cover', 'fill']).optional();

const position = within(ELEMENT_RANGES.position);
const size = z.number().positive().max(ELEMENT_RANGES.side.max);

const editorName = z.string().trim().min(1).max(EDITOR_LIMITS.name);

/** What the designer keeps of an element. Nothing of it changes a certificate. */
const editor = z.strictObject({
  /** Name in the list of layers. */
  name: editorName.optional(),
  /** The pointer does not move it. */
  locked: z.boolean().optional(),
  /** Elements whose group has the same name are selected together. */
  group: editorName.optional(),
});

/** Where an element is, and when it is shown; every kind has these. */
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
