interface Script {
  letters: RegExp;
  /** Main language of the script (BCP 47). */
  language: string;
  /** Scripts of documents that use these letters anyway (ISO 15924, in the form of `Intl.Locale`). */
  codes: readonly string[];
}

const one = (name: string, code: string, language: string): Script => ({
  letters: new RegExp(`\\p{Script=${name}}`, 'u'),
  language,
  codes: [code],
});

/** Scripts that identify a language for screen readers. The first script found in a text counts. */
const SCRIPTS: readonly Script[] = [
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, language: 'ja', codes: ['Jpan'] },
  one('Hangul', 'Kore', 'ko'),
  { letters: /\p{Script=Han}/u, language: 'zh', codes: ['Hans', 'Hant', 'Jpan', 'Kore'] },
  one('Arabic', 'Arab', 'ar'),
  one('Hebrew', 'Hebr', 'he'),
  one('Greek', 'Grek', 'el'),
  one('Armenian', 'Armn', 'hy'),
  one('Georgian', 'Geor', 'ka'),
  one('Ethiopic', 'Ethi', 'am'),
  one('Devanagari', 'Deva', 'hi'),
  one('Bengali', 'Beng', 'bn'),
  one('Gurmukhi', 'Guru', 'pa'),
  one('Gujarati', 'Gujr', 'gu'),
  one('Tamil', 'Taml', 'ta'),
  one('Telugu', 'Telu', 'te'),
  one('Kannada', 'Knda', 'kn'),
  one('Malayalam', 'Mlym', 'ml'),
  one('Sinhala', 'Sinh', 'si'),
  one('Thai', 'Thai', 'th'),
  one('Lao', 'Laoo', 'lo'),
  one('Khmer', 'Khmr', 'km'),
  one('Myanmar', 'Mymr', 'my'),
];

const CYRILLIC = one('Cyrillic', 'Cyrl', 'ru');
const LATIN = one('Latin', 'Latn', 'en');

/** Returns the script of a language (ISO 15924), as in `Latn`; '' for an unknown one. */
export const scriptOf = (language: string): string => new Intl.Locale(language).maximize().script ?? '';

/** Returns the main script of a text: its code, and its main language. Returns null for a text without letters. */
export function mainScript(text: string): { code: string; language: string } | null {
  const counts = new Map<Script, number>();
  for (const letter of text) {
    const script = [LATIN, CYRILLIC, ...SCRIPTS].find(({ letters }) => letters.test(letter));
    if (script) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (!most) return null;
  // Kana and hangul take precedence over Han characters, even if those are more frequent.
  const script = SCRIPTS.find((candidate) => counts.has(candidate) && candidate.codes[0] && mixes(most[0], candidate));
  const { language, codes } = script ?? most[0];
  return { code: codes[0] ?? '', language };
}

const mixes = (main: Script, { codes: [code = ''] }: Script): boolean =>
  main.codes.includes('Hans') && (code === 'Jpan' || code === 'Kore');

/**
 * Returns the language (BCP 47) of a passage in another script than that of the document; null if its script does not identify one.
 * `documentScript` is the script of the document.
 */
export function languageOfScript(text: string, documentScript: string): string | null {
  const found = SCRIPTS.find(({ letters, codes }) => !codes.includes(documentScript) && letters.test(text));
  return found?.language ?? null;
}

/** Returns true if a text contains Latin letters. */
export const hasLatin = (text: string): boolean => LATIN.letters.test(text);
