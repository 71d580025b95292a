/**
 * Types and limits of variables, as plain data. The bundle of the dashboard includes this file, like the `properties.ts` of every element.
 */
export const VARIABLE_TYPES = ['text', 'date', 'number', 'choice', 'picture'] as const;
type VariableType = (typeof VARIABLE_TYPES)[number];

/** Named formats of dates and numbers, as an alternative to options of `Intl`. */
export const FORMAT_NAMES = ['short', 'medium', 'long', 'full'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Default formats of dates and numbers. Numbers keep all their digits. */
export const DEFAULT_FORMATS = { date: 'long', number: 'full' } as const;

/** Maximum characters, and maximum number of options of a choice. */
export const VARIABLE_LIMITS = {
  label: 100,
  description: 1000,
  value: 2000,
  option: 200,
  options: 1000,
  /** All definitions of a design together, as JSON. */
  all: 50_000,
} as const;

/** Definition of a variable in a design. Values are texts; `type` determines the accepted ones. */
export interface VariableDefinition {
  /** Name shown in forms. */
  label?: string | undefined;
  type?: VariableType | undefined;
  format?: FormatName | Intl.DateTimeFormatOptions | Intl.NumberFormatOptions | undefined;
  /** Set if a value is required. Otherwise it can be empty. */
  required?: boolean | undefined;
  /** Value used if none is given, or an empty one. */
  default?: string | undefined;
  /** Value shown in previews. */
  sample?: string | undefined;
  /** Options of a choice. */
  options?: readonly string[] | undefined;
  description?: string | undefined;
}

export type VariableDefinitions = Readonly<Record<string, VariableDefinition>>;

/** Returns the definition of a variable. Checks own properties only, because a variable can be named `constructor`. */
export const definitionIn = (definitions: VariableDefinitions | undefined, name: string): VariableDefinition =>
  (definitions && Object.hasOwn(definitions, name) && definitions[name]) || {};

/** Samples for variables without a sample in the design. A text shows its name, and the engine has its own sample picture. */
const SAMPLES = { date: '2026-11-20', number: '1234.5', picture: '' } as const;

/** Sample of a variable for the language if the design sets no default. */
const LANGUAGE = 'en';

/** Returns a value to show for a variable: its sample, or else its default, or else one that it accepts. */
export function sampleIn({ variables, language }: DescribedVariables, name: string): string {
  const { type = 'text', sample, options, ...definition } = definitionIn(variables, name);
  const given = sample || definition.default;
  if (given) return given;
  if (typeof language === 'object' && language?.variable === name) return language.default ?? LANGUAGE;
  if (type === 'text') return name;
  return type === 'choice' ? (options?.[0] ?? '') : SAMPLES[type];
}

/** Variables and language in a design. The language is a tag, or the variable that contains it. */
export interface DescribedVariables {
  variables?: VariableDefinitions | undefined;
  language?: string | { variable: string; default?: string | undefined } | null | undefined;
}
