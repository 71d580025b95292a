/** C0 and C1 without tab, LF and CR, and U+007F. PostgreSQL stores no NUL, and verifiers refuse credentials with the others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** Returns the code of a fault that no field accepts; or null. UTF-8 has no lone surrogates. */
export function textFaultOf(text: string): 'control_character' | 'malformed_text' | null {
  if (!text.isWellFormed()) return 'malformed_text';
  return CONTROL.test(text) ? 'control_character' : null;
}

/** Returns true for a text with a tab, line feed or carriage return, which one-line fields refuse. */
export const hasLineControl = (text: string): boolean => /[\t\n\r]/.test(text);
