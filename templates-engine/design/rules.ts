import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'member' };

/** What a member takes, where its schema does not say so in words of its own; undefined leaves it to zod. */
export const ruleOf: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] && `takes ${TYPES[issue.expected]}`;
  if (issue.code === 'invalid_value') return `takes ${inWords(issue.values.map(String))}`;
  if (issue.code === 'too_big') return amount('at most', issue.maximum, issue.origin);
  if (issue.code === 'too_small')
    return amount(issue.inclusive ? 'at least' : 'more than', issue.minimum, issue.origin);
  return undefined;
};

function amount(bound: string, number: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return ['takes', bound, number, ...(unit ? [number === 1 ? unit : `${unit}s`] : [])].join(' ');
}

const inWords = (values: readonly string[]): string =>
  [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' or ');
