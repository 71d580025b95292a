import { z } from 'zod';
import { PathDataError, readPathData } from '../../graphics/svg-path.ts';
import { boxFields, gradient, inPoints, paint, shadow, within } from '../shared/fields.ts';
import { COLOR, ELEMENT_RANGES } from '../shared/properties.ts';
import { PATH_LIMITS, SHAPE_RANGES } from './properties.ts';

const { strokeWidth, dash, dashes } = SHAPE_RANGES;
const paintOrGradient = z.union(
  [paint, z.strictObject({ gradient })],
  `takes none, a colour as ${COLOR.rule}, or a gradient`,
);

/** Dashes and gaps in turn; a pattern of nothing but zeros would never end. */
const dashPattern = z
  .array(inPoints(dash), 'takes the lengths of dashes and gaps in turn, as in [20, 10]')
  .min(dashes.min, 'takes at least one length')
  .max(dashes.max, `takes at most ${dashes.max} lengths`)
  .refine(
    (lengths) => lengths.length === 0 || lengths.some((length) => length !== 0),
    'takes at least one length above 0',
  );

const pathData = z
  .string('takes SVG path data')
  .max(PATH_LIMITS.characters, {
    error: `takes at most ${PATH_LIMITS.characters} characters of SVG path data`,
    abort: true,
  })
  .superRefine((data, context) => {
    const fault = pathFault(data);
    if (fault !== null) context.addIssue({ code: 'custom', message: `takes SVG path data: this ${fault}` });
  });

export const shapeSchema = z
  .strictObject({
    type: z.literal('shape'),
    ...boxFields,
    shape: z.enum(['rectangle', 'ellipse', 'line', 'path'], 'takes rectangle, ellipse, line or path'),
    fill: paintOrGradient.optional(),
    stroke: paintOrGradient.optional(),
    strokeWidth: within(strokeWidth).optional(),
    radius: within(ELEMENT_RANGES.radius).optional(),
    dash: dashPattern.optional(),
    shadow: shadow.optional(),
    /** Of a path: SVG path data in points from the element's top left corner. */
    path: pathData.optional(),
    /** Of a line from corner to corner: from the bottom left one to the top right one. */
    flip: z.boolean('takes true or false').optional(),
  })
  .superRefine(({ shape, path }, context) => {
    if (shape === 'path' && path === undefined)
      context.addIssue({ code: 'custom', path: ['path'], message: 'takes SVG path data' });
    if (shape !== 'path' && path !== undefined)
      context.addIssue({ code: 'custom', path: ['path'], message: 'is of a path alone: takes "shape": "path"' });
  });

function pathFault(data: string): string | null {
  try {
    const { commands: maxCommands, coordinate: maxCoordinate } = PATH_LIMITS;
    const path = readPathData(data, { x: 0, y: 0, maxCommands, maxCoordinate });
    return path.length < 2 ? 'draws nothing' : null;
  } catch (error) {
    if (error instanceof PathDataError) return error.message;
    throw error;
  }
}

export type ShapeElement = z.infer<typeof shapeSchema>;
