import { DETAILS, REASONS } from './catalogue.ts';

export type DetailCode = keyof typeof DETAILS;
export type Reason = keyof typeof REASONS;

type Value = string | number | null | string[];
type GivenValue = Value | readonly string[];

/** Names of `{name}` in a text. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** A text without its parts in brackets. */
type Always<Text extends string> = Text extends `${infer Before}[${string}]${infer After}`
  ? `${Before}${Always<After>}`
  : Text;
/** The parameters of a message: those in brackets may be left out. */
type ParamsOf<Text extends string> = { readonly [Name in Names<Always<Text>>]: GivenValue } & {
  readonly [Name in Exclude<Names<Text>, Names<Always<Text>>>]?: GivenValue;
};

export type DetailParams<Code extends DetailCode> = ParamsOf<(typeof DETAILS)[Code]['message']>;
export type ReasonParams<Of extends Reason> = ParamsOf<(typeof REASONS)[Of]['message']>;

/** One thing wrong with the input; `path` as in `recipients[3].variables.name`. */
export interface Detail {
  path: string;
  code: DetailCode;
  /** English, and complete on its own. */
  message: string;
  /** The values that the message mentions. */
  params: Readonly<Record<string, Value>>;
}

/** Arguments that end with parameters, which are optional if the message has no placeholders. */
export type Given<Params, More extends unknown[] = []> =
  Record<never, never> extends Params ? [params?: Params, ...more: More] : [params: Params, ...more: More];

/** Returns a detail with the message of its code. */
export function detail<Code extends DetailCode>(
  path: string,
  code: Code,
  ...[params]: Given<DetailParams<Code>>
): Detail {
  const given = (params ?? {}) as Detail['params'];
  return { path, code, message: fill(DETAILS[code].message, given), params: given };
}

/** Returns the message of a situation. */
export const reasonMessage = <Of extends Reason>(reason: Of, ...[params]: Given<ReasonParams<Of>>): string =>
  fill(REASONS[reason].message, (params ?? {}) as Detail['params']);

/** Returns the details with paths below `path`: `variables.name` of `recipients[3]` is `recipients[3].variables.name`. */
export const below = (path: string, details: readonly Detail[]): Detail[] =>
  details.map((one) => ({ ...one, path: joined(path, one.path) }));

const joined = (path: string, rest: string): string =>
  path === '' || rest === '' || rest.startsWith('[') ? `${path}${rest}` : `${path}.${rest}`;

function fill(template: string, params: Detail['params']): string {
  return template
    .replaceAll(/\[([^[\]]*\{(\w+)\}[^[\]]*)\]/g, (_all, part: string, name: string) =>
      params[name] === undefined || params[name] === null ? '' : part,
    )
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => shown(params[name]));
}

function shown(value: Value | undefined): string {
  if (typeof value === 'number') return value.toLocaleString('en');
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** Returns the number of faults in details, with those that a detail for further ones counts. */
export const countFaults = (details: readonly Detail[]): number =>
  details.reduce((sum, { code, params }) => sum + (code === 'more_faults' ? Number(params.count) : 1), 0);
