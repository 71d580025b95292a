import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { textFault } from '../shared/schemas.ts';

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
    fault('wrong_type', { accepted: 'an object of names and texts' }),
  )
  .meta({ override: VALUES_SCHEMA })
  .superRefine((variables, context) => {
    for (const [name, value] of Object.entries(variables)) {
      const found = textFault(name) ?? valueFault(value);
      if (found) context.addIssue({ code: 'custom', path: [name], ...found });
    }
  })
  .meta({
    override: VALUES_SCHEMA,
    description:
      "Exactly the template's variables (`detectedVariables`), each with a value of its type; those that are `optional` may be left out",
    examples: [{ name: 'Anne-Sophie Müller', course: 'Distributed Systems' }],
  });

function valueFault(value: unknown) {
  if (typeof value !== 'string') return fault('wrong_type', { accepted: 'a text' });
  const isTooLong = [...value].length > MAX_VALUE_LENGTH;
  return textFault(value) ?? (isTooLong ? fault('too_long', { most: MAX_VALUE_LENGTH }) : null);
}
