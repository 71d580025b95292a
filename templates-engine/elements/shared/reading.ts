import { placeholdersOf } from '../../text/placeholders.ts';
import type { Condition } from './condition.ts';

/** Member of an element that reads values for something other than pictures. */
export interface Reading {
  /** Path relative to the element, as in `text[1].link`. */
  path: string;
  variables: readonly string[];
  /** Use of the value: as a text, line by line, or for comparison with texts. */
  as: 'text' | 'lines' | 'comparison';
}

/** Returns the reading of a text with placeholders. */
export const readText = (path: string, text: string | undefined): Reading[] => {
  const variables = placeholdersOf(text ?? '') ?? [];
  return variables.length > 0 ? [{ path, variables, as: 'text' }] : [];
};

const COMPARISONS = ['is', 'isNot', 'oneOf'] as const;

/** Returns the reading of a condition that compares values. Tests for an empty value are left out, because they accept every variable. */
export function readCondition(path: string, condition: Condition | undefined): Reading[] {
  const operator = COMPARISONS.find((name) => condition?.[name] !== undefined);
  return condition && operator
    ? [{ path: `${path}.${operator}`, variables: [condition.variable], as: 'comparison' }]
    : [];
}
