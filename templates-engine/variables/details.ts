import { type DescribedVariables, definitionIn, type VariableDefinition } from './properties.ts';

/** Description of a variable for callers. Null for details that the design does not set. */
export interface VariableDetails {
  name: string;
  /** Name shown in forms. */
  label: string;
  type: NonNullable<VariableDefinition['type']>;
  /** Set if an empty value is rejected. */
  required: boolean;
  /** Set if it can be omitted: it has a default, or the design marks it as not required. */
  optional: boolean;
  default: string | null;
  sample: string | null;
  options: readonly string[] | null;
  format: NonNullable<VariableDefinition['format']> | null;
  description: string | null;
}

/** Part of a design that describes its variables. */
export interface DescribedDesign extends DescribedVariables {
  recipientNameVariable: string;
}

/** Returns the details of a variable in a design. */
export function detailsOf(design: DescribedDesign, name: string): VariableDetails {
  const definition = definitionIn(design.variables, name);
  const fallback = defaultOf(design, name);
  return {
    name,
    label: definition.label?.trim() ?? name,
    type: definition.type ?? 'text',
    required: definition.required === true || name === design.recipientNameVariable,
    optional: fallback !== undefined || (definition.required === false && name !== design.recipientNameVariable),
    default: fallback ?? null,
    sample: definition.sample ?? null,
    options: definition.options ?? null,
    format: definition.format ?? null,
    description: definition.description ?? null,
  };
}

/** Returns the default for a value that is omitted or empty. */
function defaultOf({ variables, language }: DescribedVariables, name: string): string | undefined {
  const own = definitionIn(variables, name).default;
  return own ?? (isLanguageVariable({ language }, name) ? (language as { default?: string }).default : undefined);
}

/** Returns true if a variable determines the language of the certificate. */
export const isLanguageVariable = ({ language }: Pick<DescribedVariables, 'language'>, name: string): boolean =>
  typeof language === 'object' && language?.variable === name;

/** Returns the values of a certificate, with defaults for omitted and empty ones. Values of unknown variables are kept. */
export function completeValues(
  details: readonly VariableDetails[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const filled = details.flatMap(({ name, default: fallback, optional }): [string, string][] => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value) return [[name, value]];
    return value === undefined && !optional ? [] : [[name, fallback ?? '']];
  });
  // Object.fromEntries, because a variable can be named `__proto__`.
  return Object.fromEntries([...Object.entries(given), ...filled]);
}
