/** Letters that tell a language whose upper case is its own: Greek drops accents, Turkish and Azeri keep the dot of i. */
const LOCALES: readonly (readonly [letters: RegExp, locale: string])[] = [
  [/\p{Script=Greek}/u, 'el'],
  [/[ıİğĞ]/u, 'tr'],
  [/[əƏ]/u, 'az'],
];

/** Upper case as the text's language writes it, as far as its letters tell which that is. */
export const upperCase = (text: string): string =>
  text.toLocaleUpperCase(LOCALES.find(([letters]) => letters.test(text))?.[1] ?? 'und');
