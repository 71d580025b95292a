import { z } from 'zod';
import { type Detail, detail } from '../../../errors/detail.ts';
import { fault, issueOf, issueOfPart } from '../../../errors/from-zod.ts';
import { PathDataError, readPathData } from '../../graphics/svg-path.ts';
import { boxFields, gradient, paint, shadow, within } from '../shared/fields.ts';
import { COLOR, ELEMENT_RANGES } from '../shared/properties.ts';
import { PATH_LIMITS, SHAPE_RANGES } from './properties.ts';

const { strokeWidth, dash, dashes } = SHAPE_RANGES;
const paintOrGradient = z.union(
  [paint, z.strictObject({ gradient })],
  `none, a colour as ${COLOR.rule}, or a gradient`,
);

/** Alternating dashes and gaps. A pattern of only zeros would never end. */
const dashPattern = z
  .array(within(dash))
  .min(dashes.min)
  .max(dashes.max)
  .refine(
    (lengths) => lengths.length === 0 || lengths.some((length) => length !== 0),
    fault('not_accepted', { accepted: 'at least one length above 0' }),
  );

const pathData = z
  .string()
  .max(PATH_LIMITS.characters, { abort: true })
  .superRefine((data, context) => {
    const fault = pathFault(data);
    if (fault !== null) context.addIssue(issueOfPart([], [fault]));
  });

export const shapeSchema = z
  .strictObject({
    type: z.literal('shape'),
    ...boxFields,
    shape: z.enum(['rectangle', 'ellipse', 'line', 'path']),
    fill: paintOrGradient.optional(),
    stroke: paintOrGradient.optional(),
    strokeWidth: within(strokeWidth).optional(),
    radius: within(ELEMENT_RANGES.radius).optional(),
    dash: dashPattern.optional(),
    shadow: shadow.optional(),
    /** SVG path data of a path, in points from the top left corner of the element. */
    path: pathData.optional(),
    /** Makes a diagonal line run from the bottom left corner to the top right one. */
    flip: z.boolean().optional(),
  })
  .superRefine(({ shape, path }, context) => {
    if (shape === 'path' && path === undefined)
      context.addIssue(issueOf(['path'], 'required', { accepted: 'SVG path data' }));
    if (shape !== 'path' && path !== undefined)
      context.addIssue(issueOf(['path'], 'only_for', { owner: '"shape": "path"' }));
  });

function pathFault(data: string): Detail | null {
  try {
    const { commands: maxCommands, coordinate: maxCoordinate } = PATH_LIMITS;
    const path = readPathData(data, { x: 0, y: 0, maxCommands, maxCoordinate });
    return path.length < 2 ? detail('', 'empty_path') : null;
  } catch (error) {
    if (error instanceof PathDataError) return error.fault;
    throw error;
  }
}

export type ShapeElement = z.infer<typeof shapeSchema>;
