/** Letters that identify a language with special upper-case rules. Greek drops accents; Turkish and Azeri keep the dot of i. */
const LOCALES: readonly (readonly [letters: RegExp, locale: string])[] = [
  [/\p{Script=Greek}/u, 'el'],
  [/[ıİğĞ]/u, 'tr'],
  [/[əƏ]/u, 'az'],
];

/** Languages with special rules for letters that several languages share (Unicode, SpecialCasing.txt; Armenian by CLDR). */
const OF_SHARED_LETTERS = /^(tr|az|lt|hy)\b/i;

/** Converts to upper case by the rules of the given language (BCP 47), or else of the language that the letters identify. */
export function upperCase(text: string, language: string | null): string {
  if (language && OF_SHARED_LETTERS.test(language)) return text.toLocaleUpperCase(language);
  return text.toLocaleUpperCase(LOCALES.find(([letters]) => letters.test(text))?.[1] ?? 'und');
}
