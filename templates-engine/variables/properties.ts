/**
 * Types and limits of variables, as plain data: the dashboard's bundle has this file, as it has the `properties.ts` of
 * every element.
 */
export const VARIABLE_TYPES = ['text', 'date', 'number', 'choice', 'picture'] as const;
type VariableType = (typeof VARIABLE_TYPES)[number];

/** How long a date is written, and a number; or else options of `Intl`. */
export const FORMAT_NAMES = ['short', 'medium', 'long', 'full'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** What a date or a number without a format is written in: a number keeps all of its digits. */
export const DEFAULT_FORMATS = { date: 'long', number: 'full' } as const;

/** Characters at the most, and how many options a choice has. */
export const VARIABLE_LIMITS = {
  label: 100,
  description: 1000,
  value: 2000,
  option: 200,
  options: 1000,
  /** Of all definitions of a design together, as JSON. */
  all: 50_000,
} as const;

/** What a design says of one of its variables. Values are texts: `type` says which texts it takes. */
export interface VariableDefinition {
  /** What people read in forms instead of its name. */
  label?: string | undefined;
  type?: VariableType | undefined;
  format?: FormatName | Intl.DateTimeFormatOptions | Intl.NumberFormatOptions | undefined;
  /** Whether it has to have a value; without one it may be empty. */
  required?: boolean | undefined;
  /** Stands for a value that is left out or empty. */
  default?: string | undefined;
  /** What previews show. */
  sample?: string | undefined;
  /** What a choice is made from. */
  options?: readonly string[] | undefined;
  description?: string | undefined;
}

export type VariableDefinitions = Readonly<Record<string, VariableDefinition>>;

/** The definition of a variable by its own name: a variable may be called `constructor`. */
export const definitionIn = (definitions: VariableDefinitions | undefined, name: string): VariableDefinition =>
  (definitions && Object.hasOwn(definitions, name) && definitions[name]) || {};

/** What previews show where a design says nothing: a text is shown as its name, and for a picture the engine has its own. */
const SAMPLES = { date: '2026-11-20', number: '1234.5', picture: '' } as const;

/** What a language's variable shows where the design has no default for it. */
const LANGUAGE = 'en';

/** A value to show a variable of a design with: its sample, else its default, else one that it takes. */
export function sampleIn({ variables, language }: DescribedVariables, name: string): string {
  const { type = 'text', sample, options, ...definition } = definitionIn(variables, name);
  const given = sample || definition.default;
  if (given) return given;
  if (typeof language === 'object' && language?.variable === name) return language.default ?? LANGUAGE;
  if (type === 'text') return name;
  return type === 'choice' ? (options?.[0] ?? '') : SAMPLES[type];
}

/** What a design says of its variables, its language included: a tag, or the variable that gives it. */
export interface DescribedVariables {
  variables?: VariableDefinitions | undefined;
  language?: string | { variable: string; default?: string | undefined } | null | undefined;
}
