/** What a template says of one of its variables; docs: `variables` of a design document. */
export interface VariableDefinition {
  readonly label?: string;
  readonly type?: 'text' | 'date' | 'number' | 'choice' | 'picture';
  readonly format?: 'short' | 'medium' | 'long' | 'full' | Intl.DateTimeFormatOptions | Intl.NumberFormatOptions;
  /** Whether it has to have a value; `false`: it may be left out. */
  readonly required?: boolean;
  /** Used when a value is left out or empty. */
  readonly default?: string;
  readonly sample?: string;
  readonly options?: readonly string[];
  readonly description?: string;
}

export type Variables = Readonly<Record<string, VariableDefinition>>;

/** What a variable takes, in a program. */
type ValueOf<Definition extends VariableDefinition> = Definition extends { type: 'date' }
  ? string | Date
  : Definition extends { type: 'number' }
    ? number | bigint | `${number}`
    : Definition extends { type: 'choice'; options: readonly (infer Option extends string)[] }
      ? Option
      : Definition extends { type: 'picture' }
        ? `asset:${string}` | ''
        : string;

/** What a variable is as a text: what its conditions compare. */
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
 * The values of a template's variables. `Needed` is the variable of the recipient's name; one with a default, or with
 * `required: false`, may be left out.
 */
export type Values<All extends Variables, Needed extends PropertyKey = never> = {
  -readonly [Name in Exclude<keyof All, OptionalNames<All, Needed>>]: ValueOf<All[Name]>;
} & {
  -readonly [Name in OptionalNames<All, Needed>]?: ValueOf<All[Name]> | undefined;
};

/** Values as the API takes them, which are texts; those that are undefined are left out. */
export function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // By fromEntries: a variable may be called `__proto__`.
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(name, value)]));
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (typeof value === 'number' && Number.isFinite(value)) return decimalOf(value);
  throw new TypeError(`the variable ${name} takes a text, a finite number or a date`);
}

/** A plain decimal, as the API takes it: what is very large or small has no exponent. */
function decimalOf(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  if (Number(exponent) > 0) return String(BigInt(value));
  const digits = mantissa.replace(/[-.]/g, '');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(-Number(exponent) - 1)}${digits}`;
}
