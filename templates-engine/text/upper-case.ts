/** Letters that identify a language with upper-case rules of its own: Greek drops accents, Turkish and Azeri keep the dot of i. */
const LOCALES: readonly (readonly [letters: RegExp, locale: string])[] = [
  [/\p{Script=Greek}/u, 'el'],
  [/[ıİğĞ]/u, 'tr'],
  [/[əƏ]/u, 'az'],
];

/** Upper case by the rules of the text's language, as far as its letters identify it. */
export const upperCase = (text: string): string =>
  text.toLocaleUpperCase(LOCALES.find(([letters]) => letters.test(text))?.[1] ?? 'und');
