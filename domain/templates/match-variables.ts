import type { ErrorDetail } from '../errors.ts';
import { isBlank } from '../shared/schemas.ts';

/** What is wrong with the names: the request must name exactly the template's variables. Paths start with `variables`. */
export function variableNameIssues(detected: readonly string[], given: readonly string[]): ErrorDetail[] {
  const expected = new Set(detected);
  const named = new Set(given);
  const missing = detected.filter((name) => !named.has(name));
  const unknown = given.filter((name) => !expected.has(name));
  return [
    ...missing.map((name) => ({ path: variablePath(name), message: 'is missing: the template has this variable' })),
    ...unknown.map((name) => ({
      path: variablePath(name),
      message: `is unknown: the template's variables are ${detected.join(', ') || '(none)'}`,
    })),
  ];
}

/** A certificate is for somebody: their name has something to see. The other variables may be empty. */
export function recipientNameIssues(variable: string, value: string | undefined): ErrorDetail[] {
  if (value === undefined || !isBlank(value)) return [];
  return [{ path: variablePath(variable), message: 'must not be blank: it is the name of the recipient' }];
}

export const variablePath = (name: string): string => `variables.${name}`;
