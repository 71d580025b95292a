import { z } from 'zod';
import { below, type Detail, type DetailCode, type DetailParams, detail, type Given } from './detail.ts';
import { suggestionFor } from './suggestion.ts';
import { textFaultOf } from './text-fault.ts';

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  FormData: 'a form (multipart/form-data)',
};

type Issue = z.core.$ZodIssue;
type Fault = { [Code in DetailCode]: { code: Code; params: DetailParams<Code> } }[DetailCode];

/**
 * Returns what a refinement reports: `SafeString.refine(isLanguage, fault('not_a_language'))`; the same in `addIssue` beside code and path.
 */
export function fault<Code extends DetailCode>(code: Code, ...[params]: Given<DetailParams<Code>>) {
  const { message } = (detail as (path: string, code: DetailCode, params: unknown) => Detail)('', code, params);
  return { message, params: { code, params: params ?? {} } };
}

/** Returns an issue that `superRefine` adds: `context.addIssue(issueOf(['options'], 'only_for', { owner: 'a choice' }))`. */
export const issueOf = <Code extends DetailCode>(
  path: PropertyKey[],
  code: Code,
  ...params: Given<DetailParams<Code>>
) => {
  const { message, params: given } = fault(code, ...params);
  return { code: 'custom' as const, path, message, params: given, continue: true };
};

/** Returns an issue for the details of a part that was validated separately. Their paths are relative to the issue. */
export const issueOfPart = (path: PropertyKey[], details: readonly Detail[]) => ({
  code: 'custom' as const,
  path,
  message: details.map(({ message }) => message).join(' '),
  params: { details },
  continue: true,
});

/** Known members of an object, keyed by zod's list of its unknown ones. zod drops the schema from an issue, but keeps this list. */
const known = new WeakMap<readonly string[], readonly string[]>();

z.config({
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') known.set(issue.keys, Object.keys(shapeOf(issue.inst)));
    return issue.code === 'invalid_union' ? 'a value of one of its forms' : undefined;
  },
});

const shapeOf = (schema: unknown): object =>
  (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {};

/** Returns zod's issues as details. `input` is what was parsed. */
export const detailsOfZod = ({ issues }: { issues: readonly Issue[] }, input: unknown): Detail[] => {
  const unreadable = new Set<string>();
  return issues.flatMap(innermostIssues).flatMap((issue) => {
    const [path, value] = [pathOf(issue.path), valueAt(issue, input)];
    const code = typeof value === 'string' ? textFaultOf(value) : null;
    if (code === null) return detailsOf(issue, input);
    // A text that no field accepts has this fault only, whatever its field expects.
    if (unreadable.has(path)) return [];
    unreadable.add(path);
    return [detail(path, code)];
  });
};

/**
 * Returns the issues of the alternative of a union that a value was probably meant for: the one whose issues lie deepest in the value.
 * Returns the issue itself if no alternative has the value's type.
 */
function innermostIssues(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const alternatives = issue.errors.map((issues) =>
    issues.flatMap(innermostIssues).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
  );
  const rankOf = (issues: readonly Issue[]) => Math.max(0, ...issues.map(depthOf));
  const [deepest = []] = [...alternatives].sort((a, b) => rankOf(b) - rankOf(a));
  return rankOf(deepest) > issue.path.length ? deepest : [issue];
}

/** The issues of a value that has the type of its alternative. */
const OF_RIGHT_TYPE: readonly string[] = ['unrecognized_keys', 'too_big', 'too_small', 'invalid_format', 'custom'];

/** Returns how deep in the value an issue lies. */
const depthOf = ({ path, code }: Issue): number => path.length + (OF_RIGHT_TYPE.includes(code) ? 0.5 : 0);

function detailsOf(issue: Issue, input: unknown): Detail[] {
  const path = pathOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownMembers(issue.keys, known.get(issue.keys) ?? [], issue.path);
    case 'invalid_union':
      return [ofUnion(issue, input)];
    case 'invalid_type':
      return [missingOr(issue, input, TYPES[issue.expected] ?? issue.expected, 'wrong_type')];
    case 'invalid_value':
      return [ofOptions(path, issue.values.map(String), valueAt(issue, input))];
    case 'too_big':
      return [bound(path, issue.origin, 'most', Number(issue.maximum))];
    case 'too_small':
      return issue.inclusive === false
        ? [detail(path, 'not_above', { least: Number(issue.minimum) })]
        : [bound(path, issue.origin, 'least', Number(issue.minimum))];
    case 'invalid_format':
      return [ofFormat(path, issue)];
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((one) => detailsOf({ ...one, path: [...issue.path, ...one.path] } as Issue, input));
    case 'custom': {
      const given = issue.params as Fault | { details: readonly Detail[] } | undefined;
      if (!given) return [detail(path, 'not_accepted', { accepted: issue.message })];
      if ('details' in given) return below(path, given.details);
      return given.code === 'wrong_type'
        ? [missingOr(issue, input, String(given.params.accepted), given.code)]
        : [detail(path, given.code, given.params as never)];
    }
    default:
      return [detail(path, 'not_accepted', { accepted: issue.message })];
  }
}

/** Most unknown members that an answer names per object: a body of 2 MB may have a hundred thousand. */
const MAX_UNKNOWN = 20;

/** Returns the details of an object's unknown members. `members` are the known ones. */
export function unknownMembers(
  keys: readonly string[],
  members: readonly string[],
  path: PropertyKey[] = [],
): Detail[] {
  const named = keys.slice(0, MAX_UNKNOWN).map((key) => unknownMember(pathOf([...path, key]), key, members));
  const count = keys.length - named.length;
  return count > 0 ? [...named, detail(pathOf(path), 'more_faults', { count })] : named;
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

function ofFormat(path: string, { format, pattern }: { format: string; pattern?: string | undefined }): Detail {
  if (Object.hasOwn(FORMATS, format)) return detail(path, FORMATS[format as keyof typeof FORMATS]);
  return detail(path, 'not_accepted', { accepted: pattern === undefined ? format : `the form ${pattern}` });
}

const ofOptions = (path: string, options: readonly string[], got: unknown): Detail =>
  got === undefined
    ? detail(path, 'required', { accepted: options.join(' or ') })
    : detail(path, 'not_an_option', { options });

/** A union says in words of its own what it accepts; one of objects that a member distinguishes, which values that takes. */
function ofUnion(issue: z.core.$ZodIssueInvalidUnion, input: unknown): Detail {
  if ('options' in issue && issue.options)
    return ofOptions(pathOf(issue.path), issue.options.map(String), valueAt(issue, input));
  return missingOr(issue, input, issue.message, 'not_accepted');
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

const valueAt = ({ path }: Issue, input: unknown): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null | undefined)?.[step], input);

/** A path as details have it, as in `recipients[3].variables.name`. */
export const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  );
