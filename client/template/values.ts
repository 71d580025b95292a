/** Definition of a template variable. See `variables` of a design document. */
export interface VariableDefinition {
  readonly label?: string;
  readonly type?: 'text' | 'date' | 'number' | 'choice' | 'picture';
  readonly format?: 'short' | 'medium' | 'long' | 'full' | Intl.DateTimeFormatOptions | Intl.NumberFormatOptions;
  /** False if the value can be omitted. */
  readonly required?: boolean;
  /** Used if a value is missing or empty. */
  readonly default?: string;
  readonly sample?: string;
  readonly options?: readonly string[];
  readonly description?: string;
}

export type Variables = Readonly<Record<string, VariableDefinition>>;

/** Accepted type of a variable's value in code. */
type ValueOf<Definition extends VariableDefinition> = Definition extends { type: 'date' }
  ? string | Date
  : Definition extends { type: 'number' }
    ? number | bigint | `${number}`
    : Definition extends { type: 'choice'; options: readonly (infer Option extends string)[] }
      ? Option
      : Definition extends { type: 'picture' }
        ? `asset:${string}` | ''
        : string;

/** Text of a variable's value, with which its conditions compare. */
export type TextOf<Definition extends VariableDefinition> = Definition extends {
  type: 'choice';
  options: readonly (infer Option extends string)[];
}
  ? Option
  : string;

type IsOptional<Definition extends VariableDefinition> = Definition extends { default: string } | { required: false }
  ? true
  : false;

type OptionalNames<All extends Variables, Needed> = {
  [Name in keyof All]: Name extends Needed ? never : IsOptional<All[Name]> extends true ? Name : never;
}[keyof All];

/**
 * Values of a template's variables. `Needed` is the variable with the recipient's name. Variables with a default or `required: false` are
 * optional.
 */
export type Values<All extends Variables, Needed extends PropertyKey = never> = {
  -readonly [Name in Exclude<keyof All, OptionalNames<All, Needed>>]: ValueOf<All[Name]>;
} & {
  -readonly [Name in OptionalNames<All, Needed>]?: ValueOf<All[Name]> | undefined;
};

/** Returns values as texts, as the API expects. Omits undefined ones. */
export function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // Uses fromEntries because a variable can be named `__proto__`.
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(name, value)]));
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (typeof value === 'number' && Number.isFinite(value)) return decimalOf(value);
  throw new TypeError(`the variable ${name} takes a text, a finite number or a date`);
}

/** Returns a number as a plain decimal without exponent, as the API expects. */
function decimalOf(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  if (Number(exponent) > 0) return String(BigInt(value));
  const digits = mantissa.replace(/[-.]/g, '');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(-Number(exponent) - 1)}${digits}`;
}
