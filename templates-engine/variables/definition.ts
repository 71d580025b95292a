import { z } from 'zod';
import { writerOf } from './formats.ts';
import { dateOptions, numberOptions } from './intl-options.ts';
import { FORMAT_NAMES, VARIABLE_LIMITS, VARIABLE_TYPES, type VariableDefinition } from './properties.ts';

/** Control characters, lone surrogates, and what turns the direction of the text around it. */
const NOT_IN_TEXT = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
const NOT_IN_VALUE = /[\0\p{Cs}]/u;

const line = (max: number) =>
  z
    .string('takes a text')
    .max(max, `takes at most ${max} characters`)
    .refine((text) => !NOT_IN_TEXT.test(text), 'takes a text without control characters');
const value = z
  .string('takes a text, as all values are')
  .max(VARIABLE_LIMITS.value, `takes at most ${VARIABLE_LIMITS.value} characters`)
  .refine((text) => !NOT_IN_VALUE.test(text), 'must not contain NUL or a lone surrogate');

const FORMAT_RULE = `takes ${FORMAT_NAMES.join(', ')} or an object of options of Intl`;
export const format = z.custom<VariableDefinition['format']>(
  (given) => typeof given === 'string' || isObject(given),
  FORMAT_RULE,
);

const options = z
  .array(line(VARIABLE_LIMITS.option).min(1, 'takes a text'), 'takes a list of texts')
  .min(1, 'takes at least one text')
  .max(VARIABLE_LIMITS.options, `takes at most ${VARIABLE_LIMITS.options} texts`)
  .refine((given) => new Set(given).size === given.length, 'takes texts that differ');

const members = z.strictObject(
  {
    label: line(VARIABLE_LIMITS.label).trim().min(1, 'takes a text').optional(),
    type: z.enum(VARIABLE_TYPES, `takes ${VARIABLE_TYPES.join(', ')}`).optional(),
    format: format.optional(),
    required: z.boolean('takes true or false').optional(),
    default: value.optional(),
    sample: value.optional(),
    options: options.optional(),
    description: value
      .max(VARIABLE_LIMITS.description, `takes at most ${VARIABLE_LIMITS.description} characters`)
      .optional(),
  },
  'takes an object of label, type, format, required, default, sample, options and description',
);

/** A variable's definition, as far as it says by itself whether it is right. */
export const variableDefinition = members.superRefine((definition, context) => {
  const { type = 'text' } = definition;
  const add = (member: string, message: string) =>
    context.addIssue({ code: 'custom', path: [member], message, continue: true });
  if (type === 'choice' && !definition.options) add('options', 'is missing: a choice takes a list of texts');
  if (type !== 'choice' && definition.options) add('options', 'belongs to a variable of type choice');
  if (definition.format === undefined) return;
  if (type !== 'date' && type !== 'number') return add('format', 'belongs to a variable of type date or number');
  for (const issue of formatIssues(definition, type)) context.addIssue(issue);
});

/**
 * Definitions by the names of variables. A check of its own rather than z.record, which drops a variable called
 * `__proto__`: a name like any other.
 */
export const variableDefinitions = z
  .custom<Record<string, VariableDefinition>>(isObject, 'takes an object of variables by their names')
  .superRefine((given, context) => {
    for (const [name, definition] of Object.entries(given)) {
      const { error } = variableDefinition.safeParse(definition);
      for (const issue of within([name], error?.issues)) context.addIssue(issue);
    }
  })
  .refine(
    (given) => JSON.stringify(given).length <= VARIABLE_LIMITS.all,
    `takes at most ${VARIABLE_LIMITS.all} characters in all`,
  );

/** What is wrong with a format: members that `Intl` has not, values that they don't take, and what does not go together. */
function formatIssues({ type, format }: VariableDefinition, of: 'date' | 'number') {
  if (typeof format === 'string') {
    const isKnown = FORMAT_NAMES.some((name) => name === format);
    return isKnown ? [] : [{ code: 'custom' as const, path: ['format'], message: FORMAT_RULE }];
  }
  const { error } = (of === 'date' ? dateOptions : numberOptions).safeParse(format);
  if (error) return within(['format'], error.issues);
  try {
    writerOf({ type, format }, 'en');
    return [];
  } catch (refused) {
    const message = `takes options that Intl accepts: ${(refused as Error).message}`;
    return [{ code: 'custom' as const, path: ['format'], message }];
  }
}

/** Issues of a part of what is checked, as issues of the whole. */
function within(path: readonly string[], issues: readonly z.core.$ZodIssue[] = []) {
  return issues.flatMap((issue) => {
    const at = [...path, ...issue.path];
    if (issue.code !== 'unrecognized_keys') return [{ code: 'custom' as const, path: at, message: issue.message }];
    return issue.keys.map((key) => ({ code: 'custom' as const, path: [...at, key], message: 'is not a member of it' }));
  });
}

function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
