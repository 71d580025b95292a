/**
 * Variables of a design: their types, the values that these accept, and how values are shown. A value is always a text, as given by the
 * caller. A date or number is formatted only when it is shown, in the language of the certificate.
 */

import { z } from 'zod';
import { type Detail, detail } from '../../errors/detail.ts';
import { detailsOfZod, fault, issueOf, issueOfPart } from '../../errors/from-zod.ts';
import { writerOf } from './formats.ts';
import { dateOptions, numberOptions } from './intl-options.ts';
import { FORMAT_NAMES, VARIABLE_LIMITS, VARIABLE_TYPES, type VariableDefinition } from './properties.ts';

/** Control characters, lone surrogates, and characters that change the direction of the surrounding text. */
const NOT_IN_TEXT = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !NOT_IN_TEXT.test(text), fault('control_character'));
const value = z
  .string()
  .max(VARIABLE_LIMITS.value)
  .refine((text) => !text.includes('\0'), fault('control_character'))
  .refine((text) => text.isWellFormed(), fault('malformed_text'));

export const format = z.custom<VariableDefinition['format']>(
  (given) => typeof given === 'string' || isObject(given),
  fault('not_a_format', { options: FORMAT_NAMES }),
);

const options = z
  .array(line(VARIABLE_LIMITS.option).min(1))
  .min(1)
  .max(VARIABLE_LIMITS.options)
  .refine((given) => new Set(given).size === given.length, fault('duplicates'));

const members = z.strictObject({
  label: line(VARIABLE_LIMITS.label).trim().min(1).optional(),
  type: z.enum(VARIABLE_TYPES).optional(),
  format: format.optional(),
  required: z.boolean().optional(),
  default: value.optional(),
  sample: value.optional(),
  options: options.optional(),
  description: value.max(VARIABLE_LIMITS.description).optional(),
});

/** Definition of a variable, with the checks that need nothing else. */
export const variableDefinition = members.superRefine((definition, context) => {
  const { type = 'text' } = definition;
  if (type === 'choice' && !definition.options)
    context.addIssue(issueOf(['options'], 'required', { accepted: 'a list of texts' }));
  if (type !== 'choice' && definition.options)
    context.addIssue(issueOf(['options'], 'only_for', { owner: 'variables of type choice' }));
  if (definition.format === undefined) return;
  if (type !== 'date' && type !== 'number')
    return context.addIssue(issueOf(['format'], 'only_for', { owner: 'variables of type date or number' }));
  const faults = formatFaults(definition, type);
  if (faults.length > 0) context.addIssue(issueOfPart(['format'], faults));
});

/** Definitions by variable name. Not a z.record, because that drops a variable named `__proto__`, which is a valid name. */
export const variableDefinitions = z
  .custom<Record<string, VariableDefinition>>(isObject, fault('wrong_type', { accepted: 'an object' }))
  .superRefine((given, context) => {
    for (const [name, definition] of Object.entries(given)) {
      const { error } = variableDefinition.safeParse(definition);
      if (error) context.addIssue(issueOfPart([name], detailsOfZod(error, definition)));
    }
  })
  .refine(
    (given) => JSON.stringify(given).length <= VARIABLE_LIMITS.all,
    fault('too_long', { most: VARIABLE_LIMITS.all }),
  );

/** Returns the faults of a format: members unknown to `Intl`, invalid values, and invalid combinations. */
function formatFaults({ type, format }: VariableDefinition, of: 'date' | 'number'): Detail[] {
  if (typeof format === 'string') {
    const isKnown = FORMAT_NAMES.some((name) => name === format);
    return isKnown ? [] : [detail('', 'not_a_format', { options: FORMAT_NAMES })];
  }
  const { error } = (of === 'date' ? dateOptions : numberOptions).safeParse(format);
  if (error) return detailsOfZod(error, format);
  try {
    writerOf({ type, format }, 'en');
    return [];
  } catch (refused) {
    return [detail('', 'format_refused', { fault: (refused as Error).message })];
  }
}

function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
