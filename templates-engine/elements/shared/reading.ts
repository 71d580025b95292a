import { placeholdersOf } from '../../text/placeholders.ts';
import type { Condition } from './condition.ts';

/** A member of an element that takes values for something other than pictures. */
export interface Reading {
  /** From the element on, as in `text[1].link`. */
  path: string;
  variables: readonly string[];
  /** Shown, followed or encoded as a text; read line by line; or compared with texts. */
  as: 'text' | 'lines' | 'comparison';
}

/** A text with placeholders. */
export const readText = (path: string, text: string | undefined): Reading[] => {
  const variables = placeholdersOf(text ?? '') ?? [];
  return variables.length > 0 ? [{ path, variables, as: 'text' }] : [];
};

const COMPARISONS = ['is', 'isNot', 'oneOf'] as const;

/** A condition that compares; whether there is a value at all may be asked of every variable. */
export function readCondition(path: string, condition: Condition | undefined): Reading[] {
  const operator = COMPARISONS.find((name) => condition?.[name] !== undefined);
  return condition && operator
    ? [{ path: `${path}.${operator}`, variables: [condition.variable], as: 'comparison' }]
    : [];
}
