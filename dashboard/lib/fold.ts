/** Letters without a decomposition. */
const LETTERS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Folds a text for searches in the browser: without case, accents, width and invisible characters, and with single spaces. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]+/gu, '')
    .toLowerCase()
    .replace(/[ıłøđðßæœ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\s\p{Z}]+/gu, ' ')
    .trim()
    .normalize('NFC');
