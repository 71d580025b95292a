import { z } from 'zod';
import { SafeString } from '../shared/schemas.ts';

const MAX_VALUE_LENGTH = 2000;

/** How the API document shows a map of variables, which has a check of its own. */
export const VALUES_SCHEMA = {
  type: 'object' as const,
  additionalProperties: { type: 'string' as const, maxLength: MAX_VALUE_LENGTH },
};

/**
 * Name to value. A check of its own rather than z.record, which drops a variable called `__proto__`: to us that is a
 * name like any other.
 */
export const Variables = z
  .custom<Record<string, string>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object of variable names and values',
  )
  .meta({ override: VALUES_SCHEMA })
  .superRefine((variables, context) => {
    for (const [name, value] of Object.entries(variables)) {
      const issue = nameIssue(name) ?? valueIssue(value);
      if (issue) context.addIssue({ code: 'custom', path: [name], message: issue });
    }
  })
  .meta({
    override: VALUES_SCHEMA,
    description:
      "Exactly the template's variables (`detectedVariables`), each with a value of its type; those that are `optional` may be left out",
    examples: [{ name: 'Anne-Sophie Müller', course: 'Distributed Systems' }],
  });

function nameIssue(name: string): string | null {
  return SafeString.safeParse(name).success ? null : 'is not a variable name: it has a NUL or a lone surrogate';
}

function valueIssue(value: unknown): string | null {
  if (typeof value !== 'string') return `must be a string, got ${value === null ? 'null' : typeof value}`;
  if (!SafeString.safeParse(value).success) return 'must not contain NUL or a lone surrogate';
  const length = [...value].length;
  return length > MAX_VALUE_LENGTH ? `must be at most ${MAX_VALUE_LENGTH} characters, got ${length}` : null;
}
