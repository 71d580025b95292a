import { z } from 'zod';
import { FONT_FAMILIES } from '../fonts/catalogue.ts';
import { isBuiltIn, NAME_RULE, parsePlaceholders, variablesOf } from '../text/placeholders.ts';
import { COLOR, IMAGE_TYPES, MAX_ELEMENTS, MAX_LENGTHS, MAX_VARIABLES, RANGES } from './constraints.ts';
import { DesignError } from './errors.ts';

const within = ({ min, max }: { min: number; max: number }, message?: string) => z.number(message).min(min).max(max);

const length = within(RANGES.position, 'takes a number of points');
const size = z.number('takes a number of points').positive().max(RANGES.side.max);
const color = z.string().regex(COLOR.pattern, `takes a colour as ${COLOR.rule}`);
const paint = z.union([z.literal('none'), color], `takes none or a colour as ${COLOR.rule}`);
const withPlaceholders = z
  .string()
  .max(MAX_LENGTHS.content)
  .refine((text) => parsePlaceholders(text) !== null, `takes placeholders as {{name}}: ${NAME_RULE}`);
const dataUri = z
  .string()
  .regex(
    new RegExp(`^data:(${IMAGE_TYPES.join('|').replaceAll('+', '\\+')})[;,]`),
    'takes a data URI of a PNG, JPEG, WebP or SVG image',
  );
const fit = z.enum(['contain', 'cover', 'fill']).optional();

const box = {
  x: length,
  y: length,
  width: size,
  height: size,
  rotation: within(RANGES.rotation, 'takes degrees, clockwise').optional(),
  opacity: within(RANGES.opacity, 'takes 0 to 1').optional(),
};

const text = z.strictObject({
  type: z.literal('text'),
  ...box,
  text: withPlaceholders,
  font: z.enum(FONT_FAMILIES, `takes one of the fonts ${FONT_FAMILIES.join(', ')}`),
  weight: z.int('takes 100 to 900').min(RANGES.weight.min).max(RANGES.weight.max).optional(),
  italic: z.boolean().optional(),
  size: within(RANGES.fontSize, 'takes a number of points'),
  minSize: within(RANGES.fontSize, 'takes a number of points').optional(),
  lineHeight: within(RANGES.lineHeight, 'takes a multiple of the size').optional(),
  letterSpacing: within(RANGES.letterSpacing, 'takes a number of points').optional(),
  color: color.optional(),
  align: z.enum(['left', 'center', 'right', 'justify'], 'takes left, center, right or justify').optional(),
  verticalAlign: z.enum(['top', 'middle', 'bottom'], 'takes top, middle or bottom').optional(),
  uppercase: z.boolean().optional(),
});

const image = z.strictObject({
  type: z.literal('image'),
  ...box,
  src: dataUri.optional(),
  asset: dataUri.optional(),
  fit,
  radius: within(RANGES.radius).optional(),
  /** What the picture shows, for those who don't see it; empty for decoration. */
  alt: z.string('takes a text').max(MAX_LENGTHS.alt).optional(),
});

const shape = z.strictObject({
  type: z.literal('shape'),
  ...box,
  shape: z.enum(['rectangle', 'ellipse', 'line'], 'takes rectangle, ellipse or line'),
  fill: paint.optional(),
  stroke: paint.optional(),
  strokeWidth: within(RANGES.strokeWidth).optional(),
  radius: within(RANGES.radius).optional(),
});

const qr = z.strictObject({
  type: z.literal('qr'),
  ...box,
  value: withPlaceholders.optional(),
  color: color.optional(),
  background: paint.optional(),
});

const { pageSide, gradientStops } = RANGES;
const pageSideRule = `takes ${pageSide.min} to ${pageSide.max} points`;
const side = z.number('takes a number of points').min(pageSide.min, pageSideRule).max(pageSide.max, pageSideRule);

const DesignDocument = z.strictObject({
  name: z
    .string('takes a name')
    .trim()
    .min(1, 'takes a name')
    .max(MAX_LENGTHS.name, `takes a name of at most ${MAX_LENGTHS.name} characters`),
  formationName: z.string().max(MAX_LENGTHS.formationName).optional(),
  description: z.string().max(MAX_LENGTHS.description).optional(),
  recipientNameVariable: z.string('takes the name of a variable').trim(),
  page: z.strictObject({ width: side, height: side }),
  background: z
    .strictObject({
      color: color.optional(),
      gradient: z
        .strictObject({
          angle: within(RANGES.gradientAngle, 'takes degrees'),
          stops: z
            .array(z.strictObject({ offset: within(RANGES.gradientOffset), color }))
            .min(gradientStops.min)
            .max(gradientStops.max),
        })
        .optional(),
      image: dataUri.optional(),
      fit,
    })
    .optional(),
  elements: z
    .array(z.discriminatedUnion('type', [text, image, shape, qr], 'takes an element of type text, image, shape or qr'))
    .max(MAX_ELEMENTS),
});

/** A design document that was checked, its images made safe: plain JSON. */
export type Design = z.infer<typeof DesignDocument>;
export type DesignElement = Design['elements'][number];
export type TextElement = z.infer<typeof text>;

/** Checks a document's members, not its pictures: what is enough for one that was parsed before. DesignError names every fault. */
export function checkDocument(input: unknown): Design {
  const parsed = DesignDocument.safeParse(input);
  if (!parsed.success) throw new DesignError(parsed.error.issues.flatMap((issue) => describe(issue, input)));
  const design = parsed.data;
  const variables = detectedVariables(design);
  const issues = [];
  if (variables.length > MAX_VARIABLES) {
    issues.push({ path: 'elements', message: `takes at most ${MAX_VARIABLES} variables, got ${variables.length}` });
  }
  if (!variables.includes(design.recipientNameVariable)) {
    const message = `takes a variable that the design uses (${variables.join(', ') || 'it uses none'}), got ${JSON.stringify(design.recipientNameVariable)}`;
    issues.push({ path: 'recipientNameVariable', message });
  }
  if (issues.length > 0) throw new DesignError(issues);
  return design;
}

/** The variables that a caller has to give, in the order of their first appearance. */
export function detectedVariables(design: Design): string[] {
  const texts = design.elements.flatMap((element) =>
    element.type === 'text' ? [element.text] : element.type === 'qr' ? [element.value ?? ''] : [],
  );
  const names = texts.flatMap((content) => variablesOf(parsePlaceholders(content) ?? []));
  return [...new Set(names)].filter((name) => !isBuiltIn(name));
}

function describe(issue: z.core.$ZodIssue, input: unknown): { path: string; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathOf([...issue.path, key]),
      message: 'is not a member of a design document',
    }));
  }
  const got = issue.path.reduce<unknown>(
    (value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step],
    input,
  );
  const shown = got === undefined ? 'nothing' : (JSON.stringify(got) ?? String(got)).slice(0, 60);
  return [{ path: pathOf(issue.path), message: `${issue.message}, got ${shown}` }];
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  );
