/** Variables that the platform fills in. Callers never provide them. */
const BUILT_IN_VARIABLES = [
  'verificationUrl',
  'shortVerificationUrl',
  'verificationHash',
  'certificateId',
  'certificateNumber',
  'issuedOn',
  'expiresOn',
  'organizationName',
] as const;
export type BuiltInVariable = (typeof BUILT_IN_VARIABLES)[number];

export const isBuiltIn = (name: string): name is BuiltInVariable =>
  (BUILT_IN_VARIABLES as readonly string[]).includes(name);

/** Returns true for a built-in variable with an address of the verification page. */
export const isVerificationAddress = (name: string): boolean =>
  name === 'verificationUrl' || name === 'shortVerificationUrl';

/** Returns true for a built-in variable whose value is a day. */
export const isBuiltInDay = (name: string): boolean => name === 'issuedOn' || name === 'expiresOn';

/** Returns true for a value that people choose: one from a caller, or the name of the organisation. */
export const isChosen = (name: string): boolean => !isBuiltIn(name) || name === 'organizationName';

export type Values = ReadonlyMap<string, string>;
export type TextPart = { text: string } | { variable: string };

const NAME = /^[\p{L}\p{M}\p{Nd} _.-]{1,64}$/u;
const NAME_RULE = '1 to 64 letters, digits, spaces, _, - or dots';
/** Form of a placeholder. */
export const PLACEHOLDER_RULE = `{{name}}, with ${NAME_RULE}`;

/** Returns true for a valid variable name. Surrounding spaces are ignored. */
export const isVariableName = (name: string): boolean => NAME.test(name.trim());

/** Splits a text at its `{{placeholders}}`. Returns null if one of them is not a valid name. */
export function parsePlaceholders(text: string): TextPart[] | null {
  const parts: TextPart[] = [];
  let rest = text;
  for (;;) {
    const open = rest.indexOf('{{');
    if (open < 0) return rest === '' ? parts : [...parts, { text: rest }];
    const close = rest.indexOf('}}', open);
    const name = close < 0 ? '' : rest.slice(open + 2, close).trim();
    if (!isVariableName(name)) return null;
    if (open > 0) parts.push({ text: rest.slice(0, open) });
    parts.push({ variable: name });
    rest = rest.slice(close + 2);
  }
}

/** Splits a text that is still being edited. Incomplete placeholders stay text. */
export const readPlaceholders = (text: string): TextPart[] =>
  text.split(/(?<=\}\})/).flatMap((piece) => {
    const open = Math.max(0, piece.lastIndexOf('{{'));
    const parts = parsePlaceholders(piece.slice(open)) ?? [{ text: piece.slice(open) }];
    return open > 0 ? [{ text: piece.slice(0, open) }, ...parts] : parts;
  });

/** Returns a text for people, with placeholders replaced by their names. */
export const withoutBraces = (text: string): string =>
  readPlaceholders(text)
    .map((part) => ('text' in part ? part.text : part.variable))
    .join('');

/** Source of the values of placeholders. */
type Lookup = { get(name: string): string | undefined };

/** Returns the text with its values. Placeholders inside a value are not expanded. */
export const fill = (parts: readonly TextPart[], values: Lookup): string =>
  parts.map((part) => ('text' in part ? part.text : (values.get(part.variable) ?? ''))).join('');

export const variablesOf = (parts: readonly TextPart[]): string[] =>
  parts.flatMap((part) => ('variable' in part ? [part.variable] : []));

/** Fills in `{{placeholders}}`. Values are not expanded further, and a text with malformed placeholders stays unchanged. */
export const fillPlaceholders = (text: string, values: Lookup): string =>
  fill(parsePlaceholders(text) ?? [{ text }], values);

/** Returns the names of a text's placeholders; null if one of them is not a valid name. */
export function placeholdersOf(text: string): string[] | null {
  const parts = parsePlaceholders(text);
  return parts && variablesOf(parts);
}
