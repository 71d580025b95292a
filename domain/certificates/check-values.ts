import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { PATTERNS } from '../../errors/text-fault.ts';
import { MAX_VARIABLES } from '../../templates-engine/index.ts';
import { textFault } from '../shared/schemas.ts';

const MAX_VALUE_LENGTH = 2000;

/** Schema of a map of variables in the API document. zod cannot derive it from the custom check. */
const VALUES_SCHEMA = {
  type: 'object' as const,
  maxProperties: MAX_VARIABLES,
  propertyNames: { maxLength: 64, pattern: PATTERNS.filledLine },
  additionalProperties: { type: 'string' as const, maxLength: MAX_VALUE_LENGTH, pattern: PATTERNS.text },
};

/** Values by name. A custom check, because z.record drops a variable called `__proto__`, which is a valid name here. */
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
      "Exactly the template's variables (`detectedVariables`), each with a value of its type; `optional` ones can be omitted",
    examples: [{ name: 'Anne-Sophie Müller', course: 'Distributed Systems' }],
  });

function valueFault(value: unknown) {
  if (typeof value !== 'string') return fault('wrong_type', { accepted: 'a text' });
  const isTooLong = [...value].length > MAX_VALUE_LENGTH;
  return textFault(value) ?? (isTooLong ? fault('too_long', { most: MAX_VALUE_LENGTH }) : null);
}
