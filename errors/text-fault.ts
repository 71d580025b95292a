/** C0 and C1 without tab and line breaks, and U+007F. PostgreSQL stores no NUL, and credentials with these are refused by verifiers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** Returns the code of a text's fault, whatever it is for; null for none. UTF-8 has no lone surrogates. */
export function textFaultOf(text: string): 'control_character' | 'malformed_text' | null {
  if (!text.isWellFormed()) return 'malformed_text';
  return CONTROL.test(text) ? 'control_character' : null;
}

/** Returns whether a text has a character that a field of one line refuses besides: tab, line feed, carriage return. */
export const hasLineControl = (text: string): boolean => /[\t\n\r]/.test(text);
