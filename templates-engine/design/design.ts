/**
 * Document of a design: its schema, and the rules for all its elements together. A caller's document is checked by `checkDocument`. Rules
 * added later do not apply to published designs, which stay valid (`readDesign`).
 */

import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { hasLineControl } from '../../errors/text-fault.ts';
import { elementSchema, variablesOfElement } from '../elements/kinds.ts';
import { color, fit, gradient, within } from '../elements/shared/fields.ts';
import { imageSource } from '../elements/shared/image-source.ts';
import { isLanguage } from '../language/tags.ts';
import { isBuiltIn, isVariableName } from '../text/placeholders.ts';
import { readDate } from '../variables/dates.ts';
import { variableDefinitions } from '../variables/definition.ts';
import { email } from './email.ts';
import {
  DESIGN_RANGES,
  MAX_ELEMENTS,
  MAX_LENGTHS,
  MAX_REMINDERS,
  MAX_VALIDITY,
  MAX_VARIABLES,
  PDF_URI,
} from './properties.ts';
import { tags } from './tags.ts';

const { pageSide, bleed } = DESIGN_RANGES;
const side = within(pageSide);

const language = z.string().refine(isLanguage, fault('not_a_language'));
const variableName = z.string().trim().refine(isVariableName, fault('not_a_variable_name'));
const PDF = /^data:application\/pdf;base64,/;

/** Schema of a document's members. Does not check its images. */
export const DesignDocument = z.strictObject({
  name: z
    .string()
    .normalize('NFC')
    .trim()
    .min(1)
    .max(MAX_LENGTHS.name)
    .refine((name) => !hasLineControl(name), fault('control_character')),
  formationName: z.string().max(MAX_LENGTHS.formationName).optional(),
  description: z.string().max(MAX_LENGTHS.description).optional(),
  /** The organisation's own words for the list of templates. */
  tags: tags.optional(),
  /** Language of the texts (BCP 47), or the variable that contains it. Detected from the texts if omitted. */
  language: z
    .union(
      [language, z.strictObject({ variable: variableName, default: language.optional() })],
      'a BCP 47 tag, or { "variable": …, "default": … }',
    )
    .optional(),
  /** Definitions of the variables that the design uses, by name. */
  variables: variableDefinitions.optional(),
  recipientNameVariable: z.string().trim(),
  page: z.strictObject({ width: side, height: side, bleed: within(bleed).optional() }),
  background: z
    .strictObject({
      color: color.optional(),
      gradient: gradient.optional(),
      image: imageSource.optional(),
      fit,
      /** First page of a PDF, reduced to its visible content. The page of the design has its size. */
      pdf: z
        .string()
        .refine((uri) => PDF.test(uri), fault('not_accepted', { accepted: PDF_URI }))
        .meta({ pattern: PDF.source })
        .optional(),
    })
    .optional(),
  elements: z
    .array(elementSchema)
    .refine(({ length }) => length <= MAX_ELEMENTS, fault('too_many_elements', { most: MAX_ELEMENTS }))
    .meta({ maxItems: MAX_ELEMENTS }),
  /** Faces that the design uses from the organisation's families. Written when the design is parsed. */
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
  /** How long certificates are valid, counted from the award: through the day that results, or through the day `until`. */
  validity: z
    .strictObject({
      months: z.int().min(1).max(MAX_VALIDITY.months).optional(),
      days: z.int().min(1).max(MAX_VALIDITY.days).optional(),
      until: z
        .string()
        .refine((text) => readDate(text)?.isDay === true, fault('not_a_day'))
        .meta({ format: 'date' })
        .optional(),
    })
    .refine(
      (validity) => Object.values(validity).filter((value) => value !== undefined).length === 1,
      fault('not_a_validity'),
    )
    .optional(),
  /** Series of the issuing organisation in which certificates are numbered. */
  numbering: z.strictObject({ series: z.string().normalize('NFC').trim().min(1).max(MAX_LENGTHS.series) }).optional(),
  /** Issues one valid certificate per address, or per external id. */
  uniqueBy: z.enum(['recipientEmail', 'externalId']).optional(),
  /** Days before the expiry when the recipient and the organisation's members are reminded of it. */
  reminders: z
    .strictObject({
      daysBefore: z
        .array(z.int().min(1).max(MAX_REMINDERS.days))
        .min(1)
        .max(MAX_REMINDERS.count)
        .refine((days) => new Set(days).size === days.length, fault('duplicates')),
      recipient: z.boolean().default(true),
      issuer: z.boolean().default(true),
    })
    .optional(),
  /** True if recipients may hide the public page of their certificate. */
  hiding: z.boolean().optional(),
  /** E-mails of the certificates. */
  email: email.optional(),
  /** Variables for which recipients may propose other values. */
  requests: z
    .strictObject({
      variables: z
        .array(variableName)
        .min(1)
        // Without `maxItems` in the schema, which would also limit the definitions of drafts.
        .refine(({ length }) => length <= MAX_VARIABLES, fault('too_many', { most: MAX_VARIABLES }))
        .refine((names) => new Set(names).size === names.length, fault('duplicates')),
    })
    .optional(),
  achievement: z
    .strictObject({
      criteria: z.string().trim().min(1).max(MAX_LENGTHS.criteria).optional(),
      criteriaUrl: z
        .url({ protocol: /^https?$/ })
        .max(MAX_LENGTHS.criteriaUrl)
        .optional(),
      image: imageSource.optional(),
    })
    .optional(),
});

/** Design document as given by a caller. */
export type DesignDocument = z.input<typeof DesignDocument>;

/** Checked design document with safe images, as plain JSON. */
export type Design = z.infer<typeof DesignDocument>;

/** Returns the variables that a caller has to provide, in the order of first use. */
export const detectedVariables = (design: Pick<Design, 'elements' | 'language'>): string[] =>
  usedVariables(design).filter((name) => !isBuiltIn(name));

/** Returns all used variables, including built-in ones. The variable of the language is last unless an element uses it. */
export function usedVariables({ elements, language }: Pick<Design, 'elements' | 'language'>): string[] {
  const ofLanguage = typeof language === 'object' ? [language.variable] : [];
  return [...new Set([...elements.flatMap(variablesOfElement), ...ofLanguage])];
}
