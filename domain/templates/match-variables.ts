import type { VariableDetails } from '../../templates-engine/index.ts';
import type { ErrorDetail } from '../errors.ts';
import { isBlank } from '../shared/schemas.ts';

/**
 * What is wrong with the names: the request must name exactly the template's variables, except for those that may be left
 * out. Paths start with `variables`.
 */
export function variableNameIssues(variables: readonly VariableDetails[], given: readonly string[]): ErrorDetail[] {
  const detected = variables.map(({ name }) => name);
  const expected = new Set(detected);
  const named = new Set(given);
  const missing = variables.filter(({ name, optional }) => !optional && !named.has(name)).map(({ name }) => name);
  const unknown = given.filter((name) => !expected.has(name));
  return [
    ...missing.map((name) => ({ path: variablePath(name), message: 'is missing: the template has this variable' })),
    ...unknown.map((name) => ({
      path: variablePath(name),
      message: `is unknown: the template's variables are ${detected.join(', ') || '(none)'}`,
    })),
  ];
}

/**
 * Values that must have something to see and have not: a certificate is for somebody, and some variables are required. The
 * others may be empty.
 */
export const blankValueIssues = (
  variables: readonly VariableDetails[],
  values: Readonly<Record<string, string>>,
  recipientNameVariable: string,
): ErrorDetail[] =>
  variables
    .filter(({ name, required }) => required && Object.hasOwn(values, name) && isBlank(values[name] ?? ''))
    .map(({ name }) => ({
      path: variablePath(name),
      message: `must not be blank: it is ${name === recipientNameVariable ? 'the name of the recipient' : 'required'}`,
    }));

export const variablePath = (name: string): string => `variables.${name}`;
