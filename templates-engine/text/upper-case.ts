/** Letters that identify a language with upper-case rules of its own: Greek drops accents, Turkish and Azeri keep the dot of i. */
const LOCALES: readonly (readonly [letters: RegExp, locale: string])[] = [
  [/\p{Script=Greek}/u, 'el'],
  [/[ıİğĞ]/u, 'tr'],
  [/[əƏ]/u, 'az'],
];

/** Languages whose rules for letters that others share differ (Unicode, SpecialCasing.txt; Armenian by CLDR). */
const OF_SHARED_LETTERS = /^(tr|az|lt|hy)\b/;

/** Upper case by the rules of the language that is named (BCP 47), else of the one that the text's letters identify. */
export function upperCase(text: string, language: string | null): string {
  if (language && OF_SHARED_LETTERS.test(language)) return text.toLocaleUpperCase(language);
  return text.toLocaleUpperCase(LOCALES.find(([letters]) => letters.test(text))?.[1] ?? 'und');
}
