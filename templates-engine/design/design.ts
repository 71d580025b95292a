import { z } from 'zod';
import { FONT_FAMILIES } from '../text/font-catalogue.ts';
import { DesignError } from './errors.ts';
import { BUILT_IN_VARIABLES, parsePlaceholders, variablesOf } from './placeholders.ts';

const MAX_ELEMENTS = 500;
const MAX_VARIABLES = 100;

const length = z.number('takes a number of points').min(-10_000).max(10_000);
const size = z.number('takes a number of points').positive().max(10_000);
const color = z
  .string()
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'takes a colour as #rgb, #rrggbb or #rrggbbaa');
const paint = z.union([z.literal('none'), color], 'takes none or a colour as #rgb, #rrggbb or #rrggbbaa');
const withPlaceholders = z
  .string()
  .max(10_000)
  .refine(
    (text) => parsePlaceholders(text) !== null,
    'takes placeholders as {{name}}: 1 to 64 letters, digits, spaces, _, - or .',
  );
const dataUri = z
  .string()
  .regex(/^data:image\/(png|jpeg|webp|svg\+xml)[;,]/, 'takes a data URI of a PNG, JPEG, WebP or SVG image');
const fit = z.enum(['contain', 'cover', 'fill']).optional();

const box = {
  x: length,
  y: length,
  width: size,
  height: size,
  rotation: z.number('takes degrees, clockwise').min(-3600).max(3600).optional(),
  opacity: z.number('takes 0 to 1').min(0).max(1).optional(),
};

const text = z.strictObject({
  type: z.literal('text'),
  ...box,
  text: withPlaceholders,
  font: z.enum(FONT_FAMILIES, `takes one of the fonts ${FONT_FAMILIES.join(', ')}`),
  weight: z.int('takes 100 to 900').min(100).max(900).optional(),
  italic: z.boolean().optional(),
  size: z.number('takes a number of points').min(1).max(1000),
  minSize: z.number('takes a number of points').min(1).max(1000).optional(),
  lineHeight: z.number('takes a multiple of the size').min(0.5).max(5).optional(),
  letterSpacing: z.number('takes a number of points').min(-20).max(200).optional(),
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
  radius: z.number().min(0).max(5000).optional(),
  /** What the picture shows, for those who don't see it; empty for decoration. */
  alt: z.string('takes a text').max(500).optional(),
});

const shape = z.strictObject({
  type: z.literal('shape'),
  ...box,
  shape: z.enum(['rectangle', 'ellipse', 'line'], 'takes rectangle, ellipse or line'),
  fill: paint.optional(),
  stroke: paint.optional(),
  strokeWidth: z.number().min(0).max(1000).optional(),
  radius: z.number().min(0).max(5000).optional(),
});

const qr = z.strictObject({
  type: z.literal('qr'),
  ...box,
  value: withPlaceholders.optional(),
  color: color.optional(),
  background: paint.optional(),
});

const side = z
  .number('takes a number of points')
  .min(72, 'takes 72 to 2000 points')
  .max(2000, 'takes 72 to 2000 points');

const DesignDocument = z.strictObject({
  name: z.string('takes a name').trim().min(1, 'takes a name').max(200, 'takes a name of at most 200 characters'),
  formationName: z.string().max(200).optional(),
  description: z.string().max(2000).optional(),
  recipientNameVariable: z.string('takes the name of a variable').trim(),
  page: z.strictObject({ width: side, height: side }),
  background: z
    .strictObject({
      color: color.optional(),
      gradient: z
        .strictObject({
          angle: z.number('takes degrees').min(-3600).max(3600),
          stops: z
            .array(z.strictObject({ offset: z.number().min(0).max(1), color }))
            .min(2)
            .max(20),
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
  return [...new Set(names)].filter((name) => !BUILT_IN_VARIABLES.includes(name));
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
