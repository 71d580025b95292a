import { type DescribedVariables, definitionIn, type VariableDefinition } from './properties.ts';

/** All that a caller has to know of a variable; what the design does not say is null. */
export interface VariableDetails {
  name: string;
  /** The name that forms show. */
  label: string;
  type: NonNullable<VariableDefinition['type']>;
  /** Whether an empty value is refused. */
  required: boolean;
  /** Whether it may be left out: it has a default, or the design says that it is not required. */
  optional: boolean;
  default: string | null;
  sample: string | null;
  options: readonly string[] | null;
  format: NonNullable<VariableDefinition['format']> | null;
  description: string | null;
}

/** The part of a design that its variables are known by. */
export interface DescribedDesign extends DescribedVariables {
  recipientNameVariable: string;
}

/** A variable's details, by its design. */
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

/** What stands for a value that is left out or empty. */
function defaultOf({ variables, language }: DescribedVariables, name: string): string | undefined {
  const own = definitionIn(variables, name).default;
  return own ?? (isLanguageVariable({ language }, name) ? (language as { default?: string }).default : undefined);
}

/** Whether a variable gives the certificate's language. */
export const isLanguageVariable = ({ language }: Pick<DescribedVariables, 'language'>, name: string): boolean =>
  typeof language === 'object' && language?.variable === name;

/** The values that a certificate is made of: what is left out, or empty, has its default. Names that it has not, it keeps. */
export function completeValues(
  details: readonly VariableDetails[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const filled = details.flatMap(({ name, default: fallback, optional }): [string, string][] => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value) return [[name, value]];
    return value === undefined && !optional ? [] : [[name, fallback ?? '']];
  });
  // By Object.fromEntries: a variable may be called `__proto__`.
  return Object.fromEntries([...Object.entries(given), ...filled]);
}
