import { z } from 'zod';
import { type Detail, type DetailCode, type DetailParams, detail, type Given } from './detail.ts';
import { suggestionFor } from './suggestion.ts';

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

type Issue = z.core.$ZodIssue;
type Fault = { [Code in DetailCode]: { code: Code; params: DetailParams<Code> } }[DetailCode];

/** Returns what a refinement reports: `SafeString.refine(isLanguage, fault('not_a_language'))`; the same in `addIssue` beside code and path. */
export function fault<Code extends DetailCode>(code: Code, ...[params]: Given<DetailParams<Code>>) {
  const { message } = (detail as (path: string, code: DetailCode, params: unknown) => Detail)('', code, params);
  return { message, params: { code, params: params ?? {} } };
}

/**
 * The members that an object knows, by the list of those that it does not: zod's issues keep the list, and drop the schema and the input
 * before anybody sees them.
 */
const known = new WeakMap<readonly string[], readonly string[]>();

z.config({
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') known.set(issue.keys, Object.keys(shapeOf(issue.inst)));
    return undefined;
  },
});

const shapeOf = (schema: unknown): object =>
  (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {};

/** Returns zod's issues as details. `input` is what was parsed. */
export const detailsOfZod = ({ issues }: { issues: readonly Issue[] }, input: unknown): Detail[] =>
  issues.flatMap((issue) => detailsOf(issue, input));

function detailsOf(issue: Issue, input: unknown): Detail[] {
  const path = pathOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownMember(pathOf([...issue.path, key]), key, known.get(issue.keys) ?? []));
    case 'invalid_union':
      return ofAlternative(issue, input) ?? [missingOr(issue, input, 'a value of one of its forms', 'not_accepted')];
    case 'invalid_type':
      return [missingOr(issue, input, TYPES[issue.expected] ?? issue.expected, 'wrong_type')];
    case 'invalid_value': {
      const options = issue.values.map(String);
      return valueAt(issue, input) === undefined
        ? [detail(path, 'required', { accepted: options.join(' or ') })]
        : [detail(path, 'not_an_option', { options })];
    }
    case 'too_big':
      return [bound(path, issue.origin, 'most', Number(issue.maximum))];
    case 'too_small':
      return [bound(path, issue.origin, 'least', Number(issue.minimum))];
    case 'invalid_format':
      return [ofFormat(path, issue.format)];
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((one) => detailsOf({ ...one, path: [...issue.path, ...one.path] } as Issue, input));
    case 'custom': {
      const given = issue.params as Fault | undefined;
      return given
        ? [detail(path, given.code, given.params as never)]
        : [detail(path, 'not_accepted', { accepted: issue.message })];
    }
    default:
      return [detail(path, 'not_accepted', { accepted: issue.message })];
  }
}

/** Returns the detail of a member that nobody knows, with the known one that was meant. */
export function unknownMember(path: string, name: string, members: readonly string[]): Detail {
  const suggestion = suggestionFor(name, members);
  return detail(path, 'unknown_member', suggestion === null ? {} : { suggestion });
}

const FORMATS = {
  email: 'not_an_email',
  url: 'not_a_web_address',
  uuid: 'not_a_uuid',
  datetime: 'not_a_date_time',
  date: 'not_a_date',
} as const;

function ofFormat(path: string, format: string): Detail {
  return format in FORMATS
    ? detail(path, FORMATS[format as keyof typeof FORMATS])
    : detail(path, 'not_accepted', { accepted: format });
}

function missingOr(issue: Issue, input: unknown, accepted: string, code: 'wrong_type' | 'not_accepted'): Detail {
  const got = valueAt(issue, input);
  if (typeof got === 'number' && !Number.isFinite(got)) return detail(pathOf(issue.path), 'not_finite');
  return detail(pathOf(issue.path), got === undefined ? 'required' : code, { accepted });
}

function bound(path: string, origin: string, side: 'most' | 'least', limit: number): Detail {
  if (origin === 'string') {
    if (side === 'most') return detail(path, 'too_long', { most: limit });
    return limit === 1 ? detail(path, 'blank', { accepted: 'a text' }) : detail(path, 'too_short', { least: limit });
  }
  if (origin === 'array' || origin === 'record')
    return side === 'most' ? detail(path, 'too_many', { most: limit }) : detail(path, 'too_few', { least: limit });
  return side === 'most' ? detail(path, 'too_large', { most: limit }) : detail(path, 'too_small', { least: limit });
}

/**
 * Of several forms that a member may take, the faults of the one that was meant: whose faults are all inside of the value.
 * null where it can't be told.
 */
function ofAlternative(issue: z.core.$ZodIssueInvalidUnion, input: unknown): Detail[] | null {
  const isInside = ({ code, path }: Issue) => path.length > 0 || code === 'unrecognized_keys';
  const meant = issue.errors.filter((issues) => issues.length > 0 && issues.every(isInside));
  if (meant.length !== 1) return null;
  return (meant[0] ?? []).flatMap((one) => detailsOf({ ...one, path: [...issue.path, ...one.path] } as Issue, input));
}

const valueAt = ({ path }: Issue, input: unknown): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null | undefined)?.[step], input);

/** A path as details have it, as in `recipients[3].variables.name`. */
export const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  );
