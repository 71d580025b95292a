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

/** Returns true for a text of more characters (code points) than `most`, which JSON Schema counts, too. */
export const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most;

const CHARACTER = '[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]';
const LINE_CHARACTER = '[^\\x00-\\x1f\\x7f-\\x9f]';
const VISIBLE = '[^\\s\\x00-\\x1f\\x7f-\\x9f]';

/** White space around a line, as the source of a pattern. Other white space is also accepted within a line. */
export const MARGIN = '[\\t\\n\\r ]*';

/**
 * Patterns of accepted texts for the API document, without flags and lookarounds, which not every language has. White space around a line
 * is trimmed. A filled text is not only white space.
 */
export const PATTERNS = {
  text: `^${CHARACTER}*$`,
  filledText: `^${CHARACTER}*${VISIBLE}${CHARACTER}*$`,
  line: `^${MARGIN}${LINE_CHARACTER}*${MARGIN}$`,
  filledLine: `^${MARGIN}${LINE_CHARACTER}*${VISIBLE}${LINE_CHARACTER}*${MARGIN}$`,
  tag: `^${LINE_CHARACTER}*${VISIBLE}${LINE_CHARACTER}*$`,
} as const;
