/** Letters of Latin alphabets, digits and common punctuation, without joiners, marks and controls. */
const PLAIN_LATIN = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u024F\u2010-\u2027\u20AC]*$/;

/**
 * Returns true if each UTF-16 unit of a text is a grapheme (UAX 29) and the text is entirely left-to-right (UAX 9). Most texts are like
 * this, which saves computing either.
 */
export const isPlainLatin = (text: string): boolean => PLAIN_LATIN.test(text);

/** Letter from which HarfBuzz recognises the script. */
const LATIN_LETTER = /[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F]/;
export const hasLatinLetter = (text: string): boolean => LATIN_LETTER.test(text);
