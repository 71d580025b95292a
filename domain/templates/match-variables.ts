import { type Detail, detail } from '../../errors/detail.ts';
import type { VariableDetails } from '../../templates-engine/index.ts';
import { isBlank } from '../shared/schemas.ts';

/**
 * Returns the faults of the names. A request must name exactly the template's variables, except optional ones. Paths start with
 * `variables`.
 */
export function variableNameIssues(variables: readonly VariableDetails[], given: readonly string[]): Detail[] {
  const detected = variables.map(({ name }) => name);
  const expected = new Set(detected);
  const named = new Set(given);
  const missing = variables.filter(({ name, optional }) => !optional && !named.has(name)).map(({ name }) => name);
  const unknown = given.filter((name) => !expected.has(name));
  return [
    ...missing.map((name) => detail(variablePath(name), 'required', { accepted: 'a value' })),
    ...unknown.map((name) =>
      detail(variablePath(name), 'unknown_variable', { variables: detected.length > 0 ? detected : ['none'] }),
    ),
  ];
}

/** Returns the faults of blank values for required variables and the recipient's name. Other values can be empty. */
export const blankValueIssues = (
  variables: readonly VariableDetails[],
  values: Readonly<Record<string, string>>,
  recipientNameVariable: string,
): Detail[] =>
  variables
    .filter(({ name, required }) => required && Object.hasOwn(values, name) && isBlank(values[name] ?? ''))
    .map(({ name }) =>
      detail(variablePath(name), 'blank', {
        accepted: name === recipientNameVariable ? "the recipient's name" : 'a value',
      }),
    );

export const variablePath = (name: string): string => `variables.${name}`;
