/** Filled in by the platform; never asked of the caller. */
export const BUILT_IN_VARIABLES: readonly string[] = [
  'verificationUrl',
  'verificationHash',
  'certificateId',
  'issuedOn',
  'organizationName',
];

export type Values = ReadonlyMap<string, string>;
export type TextPart = { text: string } | { variable: string };

const NAME = /^[\p{L}\p{M}\p{Nd} _.-]{1,64}$/u;

/** Splits a text at its `{{placeholders}}`; null where one of them is not a name. */
export function parsePlaceholders(text: string): TextPart[] | null {
  const parts: TextPart[] = [];
  let rest = text;
  for (;;) {
    const open = rest.indexOf('{{');
    if (open < 0) return rest === '' ? parts : [...parts, { text: rest }];
    const close = rest.indexOf('}}', open);
    const name = close < 0 ? '' : rest.slice(open + 2, close).trim();
    if (!NAME.test(name)) return null;
    if (open > 0) parts.push({ text: rest.slice(0, open) });
    parts.push({ variable: name });
    rest = rest.slice(close + 2);
  }
}

/** The text with its values. A value is data: what looks like a placeholder in it stays as it is. */
export const fill = (parts: readonly TextPart[], values: Values): string =>
  parts.map((part) => ('text' in part ? part.text : (values.get(part.variable) ?? ''))).join('');

export const variablesOf = (parts: readonly TextPart[]): string[] =>
  parts.flatMap((part) => ('variable' in part ? [part.variable] : []));
