import type { ErrorDetail } from '../errors.ts';

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

export const variablePath = (name: string): string => `variables.${name}`;
