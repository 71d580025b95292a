import { z } from 'zod';
import { fault } from '../../../errors/from-zod.ts';
import { isVariableName } from '../../text/placeholders.ts';
import { MAX_CONDITION_VALUES, MAX_CONTENT_LENGTH } from './properties.ts';

const OPERATORS = ['is', 'isNot', 'oneOf', 'isEmpty', 'isNotEmpty'] as const;

const value = z.string().max(MAX_CONTENT_LENGTH);
const present = z.literal(true).optional();

/** Condition for showing something. An operator compares the given value of a variable, or its default. */
export const condition = z
  .strictObject({
    variable: z.string().trim().refine(isVariableName, fault('not_a_variable_name')),
    is: value.optional(),
    isNot: value.optional(),
    oneOf: z.array(value).min(1).max(MAX_CONDITION_VALUES).optional(),
    isEmpty: present,
    isNotEmpty: present,
  })
  .refine(
    (given) => OPERATORS.filter((name) => given[name] !== undefined).length === 1,
    fault('one_operator', { operators: OPERATORS }),
  );

export type Condition = z.infer<typeof condition>;
