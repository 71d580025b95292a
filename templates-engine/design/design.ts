import { z } from 'zod';
import { elementSchema, variablesOfElement } from '../elements/kinds.ts';
import { color, fit, imageUri, within } from '../elements/shared/fields.ts';
import { isBuiltIn } from '../text/placeholders.ts';
import { DesignError } from './design-error.ts';
import { DESIGN_RANGES, MAX_ELEMENTS, MAX_LENGTHS, MAX_VARIABLES } from './properties.ts';

const { pageSide, bleed, gradientStops, gradientAngle, gradientOffset } = DESIGN_RANGES;
const pageSideRule = `takes ${pageSide.min} to ${pageSide.max} points`;
const side = z.number('takes a number of points').min(pageSide.min, pageSideRule).max(pageSide.max, pageSideRule);

const LANGUAGE_RULE = 'takes a language tag (BCP 47), as in pt-BR';

/** Well-formed, and of a language that has a code: `und` and the like say nothing to a screen reader. */
function isLanguage(tag: string): boolean {
  if (!/^(?!(?:und|mul|zxx|mis)\b)[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag) || tag.length > MAX_LENGTHS.language)
    return false;
  try {
    return new Intl.Locale(tag).baseName !== '';
  } catch {
    return false;
  }
}

const DesignDocument = z.strictObject({
  name: z
    .string('takes a name')
    .trim()
    .min(1, 'takes a name')
    .max(MAX_LENGTHS.name, `takes a name of at most ${MAX_LENGTHS.name} characters`),
  formationName: z.string().max(MAX_LENGTHS.formationName).optional(),
  description: z.string().max(MAX_LENGTHS.description).optional(),
  /** Of the texts (BCP 47); what is left out is told from them. */
  language: z.string(LANGUAGE_RULE).refine(isLanguage, LANGUAGE_RULE).optional(),
  recipientNameVariable: z.string('takes the name of a variable').trim(),
  page: z.strictObject({ width: side, height: side, bleed: within(bleed, 'takes a number of points').optional() }),
  background: z
    .strictObject({
      color: color.optional(),
      gradient: z
        .strictObject({
          angle: within(gradientAngle, 'takes degrees'),
          stops: z
            .array(z.strictObject({ offset: within(gradientOffset), color }))
            .min(gradientStops.min)
            .max(gradientStops.max),
        })
        .optional(),
      image: imageUri.optional(),
      fit,
      /** Its first page, reduced to what it shows; the page has its size. */
      pdf: z
        .string()
        .regex(/^data:application\/pdf;base64,/, 'takes a data URI of a PDF: data:application/pdf;base64,…')
        .optional(),
    })
    .optional(),
  elements: z.array(elementSchema).max(MAX_ELEMENTS),
  achievement: z
    .strictObject({
      criteria: z.string().trim().min(1).max(MAX_LENGTHS.criteria).optional(),
      criteriaUrl: z
        .url({ protocol: /^https?$/, error: 'takes an http or https address' })
        .max(MAX_LENGTHS.criteriaUrl)
        .optional(),
      image: imageUri.optional(),
    })
    .optional(),
});

/** A design document that was checked, its images made safe: plain JSON. */
export type Design = z.infer<typeof DesignDocument>;

/** Checks a document's members, not its images: what is enough for one that was parsed before. DesignError names every fault. */
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

/** A design that parseDesign has made, from its JSON. */
export const readDesign = (json: string): Design => checkDocument(JSON.parse(json));

/** The variables that a caller has to give, in the order of their first appearance. */
export function detectedVariables({ elements }: Pick<Design, 'elements'>): string[] {
  return [...new Set(elements.flatMap(variablesOfElement))].filter((name) => !isBuiltIn(name));
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
