import { z } from 'zod';
import { isVariableName, NAME_RULE } from '../../text/placeholders.ts';
import { MAX_CONDITION_VALUES, MAX_CONTENT_LENGTH } from './properties.ts';

const OPERATORS = ['is', 'isNot', 'oneOf', 'isEmpty', 'isNotEmpty'] as const;
const ONE_OPERATOR = `takes a variable and exactly one of ${OPERATORS.join(', ')}`;

const value = z.string('takes a text').max(MAX_CONTENT_LENGTH);
const present = z.literal(true, 'takes true').optional();

/** When something is shown: a variable's value as it was given, after its default, against one of the operators. */
export const condition = z
  .strictObject(
    {
      variable: z
        .string('takes the name of a variable')
        .trim()
        .refine(isVariableName, `takes a variable: ${NAME_RULE}`),
      is: value.optional(),
      isNot: value.optional(),
      oneOf: z
        .array(value, 'takes a list of texts')
        .min(1, 'takes at least one text')
        .max(MAX_CONDITION_VALUES, `takes at most ${MAX_CONDITION_VALUES} texts`)
        .optional(),
      isEmpty: present,
      isNotEmpty: present,
    },
    ONE_OPERATOR,
  )
  .refine((given) => OPERATORS.filter((name) => given[name] !== undefined).length === 1, ONE_OPERATOR);

export type Condition = z.infer<typeof condition>;
