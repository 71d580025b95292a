import { z } from 'zod';
import { elementSchema, variablesOfElement } from '../elements/kinds.ts';
import { color, fit, gradient, within } from '../elements/shared/fields.ts';
import { imageSource } from '../elements/shared/image-source.ts';
import { isLanguage, LANGUAGE_RULE } from '../language/tags.ts';
import { isBuiltIn, isVariableName, NAME_RULE } from '../text/placeholders.ts';
import { variableDefinitions } from '../variables/definition.ts';
import { variableIssues } from './check-variables.ts';
import { type DesignIssue, describeIssue } from './describe-issue.ts';
import { DesignError } from './design-error.ts';
import { innermostIssues } from './innermost-issues.ts';
import { pictureTypeIssues, pictureUseIssues, withPictureTypes } from './picture-variables.ts';
import { DESIGN_RANGES, MAX_ELEMENTS, MAX_LENGTHS } from './properties.ts';
import { ruleOf } from './rules.ts';
import { unstorableValues } from './unstorable-values.ts';

const { pageSide, bleed } = DESIGN_RANGES;
const pageSideRule = `takes ${pageSide.min} to ${pageSide.max} points`;
const side = z.number('takes a number of points').min(pageSide.min, pageSideRule).max(pageSide.max, pageSideRule);

const language = z.string(LANGUAGE_RULE).refine(isLanguage, LANGUAGE_RULE);
const variableName = z
  .string('takes the name of a variable')
  .trim()
  .refine(isVariableName, `takes the name of a variable: ${NAME_RULE}`);

/** Checks a document's members, not its images. */
export const DesignDocument = z.strictObject({
  name: z
    .string('takes a name')
    .trim()
    .min(1, 'takes a name')
    .max(MAX_LENGTHS.name, `takes a name of at most ${MAX_LENGTHS.name} characters`),
  formationName: z.string().max(MAX_LENGTHS.formationName).optional(),
  description: z.string().max(MAX_LENGTHS.description).optional(),
  /** Of the texts (BCP 47), or the variable that gives it; what is left out is told from them. */
  language: z
    .union(
      [language, z.strictObject({ variable: variableName, default: language.optional() })],
      `${LANGUAGE_RULE}, or { "variable": …, "default": … }`,
    )
    .optional(),
  /** What is said of the variables that the design uses, by their names. */
  variables: variableDefinitions.optional(),
  recipientNameVariable: z.string('takes the name of a variable').trim(),
  page: z.strictObject(
    { width: side, height: side, bleed: within(bleed, 'takes a number of points').optional() },
    'takes width and height in points',
  ),
  background: z
    .strictObject(
      {
        color: color.optional(),
        gradient: gradient.optional(),
        image: imageSource.optional(),
        fit,
        /** Its first page, reduced to what it shows; the page has its size. */
        pdf: z
          .string()
          .regex(/^data:application\/pdf;base64,/, 'takes a data URI of a PDF: data:application/pdf;base64,…')
          .optional(),
      },
      'takes color, gradient, image, fit and pdf',
    )
    .optional(),
  elements: z
    .array(elementSchema, 'takes a list of elements')
    .max(MAX_ELEMENTS, `takes at most ${MAX_ELEMENTS} elements`),
  /** Written when the design is parsed: the faces of the organisation's own families that it uses. */
  fonts: z
    .array(
      z.strictObject({
        family: z.string(),
        weight: z.int(),
        italic: z.boolean(),
        digest: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .optional(),
  achievement: z
    .strictObject(
      {
        criteria: z.string().trim().min(1).max(MAX_LENGTHS.criteria).optional(),
        criteriaUrl: z
          .url({ protocol: /^https?$/, error: 'takes an http or https address' })
          .max(MAX_LENGTHS.criteriaUrl)
          .optional(),
        image: imageSource.optional(),
      },
      'takes criteria, criteriaUrl and image',
    )
    .optional(),
});

/** A design document as somebody writes it. */
export type DesignDocument = z.input<typeof DesignDocument>;

/** A design document that was checked, its images made safe: plain JSON. */
export type Design = z.infer<typeof DesignDocument>;

/** Checks a new document's members, not its images. DesignError names every fault. */
export const checkDocument = (input: unknown): Design =>
  designOf(input, (design) => [...unstorableValues(design), ...pictureUseIssues(design)]);

/** A design that parseDesign has made, from its JSON. One of before a check that only new documents have to pass stays good. */
export const readDesign = (json: string): Design => designOf(JSON.parse(json), () => []);

function designOf(input: unknown, newIssues: (design: Design) => DesignIssue[]): Design {
  const parsed = DesignDocument.safeParse(input, { error: ruleOf });
  if (!parsed.success)
    throw new DesignError(parsed.error.issues.flatMap(innermostIssues).flatMap((issue) => describeIssue(issue, input)));
  const design = withPictureTypes(parsed.data);
  const issues = [
    ...pictureTypeIssues(design),
    ...newIssues(design),
    ...variableIssues(design, detectedVariables(design), usedVariables(design)),
  ];
  if (issues.length > 0) throw new DesignError(issues);
  return design;
}

/** The variables that a caller has to give, in the order of their first appearance. */
export const detectedVariables = (design: Pick<Design, 'elements' | 'language'>): string[] =>
  usedVariables(design).filter((name) => !isBuiltIn(name));

/** The same with the built-in ones; the variable that gives the language is the last unless an element has it. */
function usedVariables({ elements, language }: Pick<Design, 'elements' | 'language'>): string[] {
  const ofLanguage = typeof language === 'object' ? [language.variable] : [];
  return [...new Set([...elements.flatMap(variablesOfElement), ...ofLanguage])];
}
