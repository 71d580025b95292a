import { z } from 'zod';
import { MAX_FAMILY_LENGTH } from '../../fonts/own-fonts.ts';
import { NAME_RULE, parsePlaceholders } from '../../text/placeholders.ts';
import { condition } from './condition.ts';
import {
  COLOR,
  EDITOR_LIMITS,
  ELEMENT_RANGES,
  GRADIENT_RANGES,
  MAX_CONTENT_LENGTH,
  SHADOW_RANGES,
} from './properties.ts';

export const within = ({ min, max }: { min: number; max: number }, message?: string) =>
  z.number(message).min(min).max(max);

/** A length. */
export const inPoints = (range: { min: number; max: number }) =>
  within(range, `takes ${range.min} to ${range.max} points`);

const COLOR_RULE = `takes a colour as ${COLOR.rule}`;
export const color = z.string(COLOR_RULE).regex(COLOR.pattern, COLOR_RULE).describe(`A colour as ${COLOR.rule}`);

/** A colour, or `none`. */
export const paint = z.union([z.literal('none'), color], `takes none or a colour as ${COLOR.rule}`);

/** As in CSS: lengths in points. */
export const shadow = z.strictObject(
  {
    x: inPoints(SHADOW_RANGES.offset),
    y: inPoints(SHADOW_RANGES.offset),
    blur: inPoints(SHADOW_RANGES.blur),
    color,
  },
  'takes x, y, blur and color',
);

/** Colours along a line, or from a middle outwards. */
export const gradient = z.strictObject(
  {
    type: z.enum(['linear', 'radial'], 'takes linear or radial').optional(),
    angle: within(GRADIENT_RANGES.angle, 'takes degrees').optional(),
    stops: z
      .array(
        z.strictObject({ offset: within(GRADIENT_RANGES.offset, 'takes 0 to 1'), color }),
        'takes a list of colours, each with its offset',
      )
      .min(GRADIENT_RANGES.stops.min, `takes at least ${GRADIENT_RANGES.stops.min} colours`)
      .max(GRADIENT_RANGES.stops.max, `takes at most ${GRADIENT_RANGES.stops.max} colours`),
  },
  'takes a gradient: type, angle and stops',
);

export const contentWithPlaceholders = z
  .string('takes a text')
  .max(MAX_CONTENT_LENGTH, `takes at most ${MAX_CONTENT_LENGTH} characters`)
  .refine((text) => parsePlaceholders(text) !== null, `takes placeholders as {{name}}: ${NAME_RULE}`);

/** A family of the catalogue or of the organisation's own; whether there is one of the name is known when the design is parsed. */
export const fontFamily = z
  .string('takes the name of a font')
  .min(1, 'takes the name of a font')
  .max(MAX_FAMILY_LENGTH, `takes the name of a font of at most ${MAX_FAMILY_LENGTH} characters`);

export const fit = z.enum(['contain', 'cover', 'fill']).optional();

const position = within(ELEMENT_RANGES.position, 'takes a number of points');
const size = z.number('takes a number of points').positive().max(ELEMENT_RANGES.side.max);

const editorName = z
  .string('takes a name')
  .trim()
  .min(1, 'takes a name')
  .max(EDITOR_LIMITS.name, `takes a name of at most ${EDITOR_LIMITS.name} characters`);

/** What the designer keeps of an element. Nothing of it changes a certificate. */
const editor = z.strictObject(
  {
    /** What the list of layers calls it. */
    name: editorName.optional(),
    /** The pointer does not move it. */
    locked: z.boolean('takes true or false').optional(),
    /** Elements whose group has the same name are selected together. */
    group: editorName.optional(),
  },
  'takes name, locked and group',
);

/** Where an element is, and when it is shown; every kind has these. */
export const boxFields = {
  x: position,
  y: position,
  width: size,
  height: size,
  rotation: within(ELEMENT_RANGES.rotation, 'takes degrees, clockwise').optional(),
  opacity: within(ELEMENT_RANGES.opacity, 'takes 0 to 1').optional(),
  showIf: condition.optional(),
  editor: editor.optional(),
};
