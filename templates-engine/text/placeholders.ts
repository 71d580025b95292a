/** Filled in by the platform; never asked of the caller. */
const BUILT_IN_VARIABLES = [
  'verificationUrl',
  'verificationHash',
  'certificateId',
  'issuedOn',
  'organizationName',
] as const;
export type BuiltInVariable = (typeof BUILT_IN_VARIABLES)[number];

export const isBuiltIn = (name: string): name is BuiltInVariable =>
  (BUILT_IN_VARIABLES as readonly string[]).includes(name);

/** Returns true for a value that people choose: a caller's, or the organisation's name. */
export const isChosen = (name: string): boolean => !isBuiltIn(name) || name === 'organizationName';

export type Values = ReadonlyMap<string, string>;
export type TextPart = { text: string } | { variable: string };

const NAME = /^[\p{L}\p{M}\p{Nd} _.-]{1,64}$/u;
export const NAME_RULE = '1 to 64 letters, digits, spaces, _, - or dots';
/** Form of a placeholder. */
export const PLACEHOLDER_RULE = `{{name}}, with ${NAME_RULE}`;

/** Whether a name is valid for a variable; spaces at its ends do not count. */
export const isVariableName = (name: string): boolean => NAME.test(name.trim());

/** Splits a text at its `{{placeholders}}`; null where one of them is not a name. */
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

/** The same for a text that is still being written: what is no placeholder yet stays text. */
export const readPlaceholders = (text: string): TextPart[] =>
  text.split(/(?<=\}\})/).flatMap((piece) => {
    const open = Math.max(0, piece.lastIndexOf('{{'));
    const parts = parsePlaceholders(piece.slice(open)) ?? [{ text: piece.slice(open) }];
    return open > 0 ? [{ text: piece.slice(0, open) }, ...parts] : parts;
  });

/** Returns a text for people that shows placeholders by their names alone. */
export const withoutBraces = (text: string): string =>
  readPlaceholders(text)
    .map((part) => ('text' in part ? part.text : part.variable))
    .join('');

/** Where the value of a placeholder comes from. */
type Lookup = { get(name: string): string | undefined };

/** The text with its values. A value is data: what looks like a placeholder in it stays as it is. */
export const fill = (parts: readonly TextPart[], values: Lookup): string =>
  parts.map((part) => ('text' in part ? part.text : (values.get(part.variable) ?? ''))).join('');

export const variablesOf = (parts: readonly TextPart[]): string[] =>
  parts.flatMap((part) => ('variable' in part ? [part.variable] : []));

/** Fills `{{placeholders}}` in; a value is data, and what is no placeholder stays as it is. */
export const fillPlaceholders = (text: string, values: Lookup): string =>
  fill(parsePlaceholders(text) ?? [{ text }], values);

/** The names of a text's placeholders; null where one of them is not a name. */
export function placeholdersOf(text: string): string[] | null {
  const parts = parsePlaceholders(text);
  return parts && variablesOf(parts);
}
