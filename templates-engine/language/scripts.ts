interface Script {
  letters: RegExp;
  /** What the script is written in, or most often: BCP 47. */
  language: string;
  /** Of documents that have these letters anyway: ISO 15924, as `Intl.Locale` gives it. */
  codes: readonly string[];
}

const one = (name: string, code: string, language: string): Script => ({
  letters: new RegExp(`\\p{Script=${name}}`, 'u'),
  language,
  codes: [code],
});

/** Scripts that identify a language to screen readers; the first that a text has is the one that counts. */
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

/** The script of a language (ISO 15924), as in `Latn`; '' for one that is not known. */
export const scriptOf = (language: string): string => new Intl.Locale(language).maximize().script ?? '';

/** The script of most of a text's letters: its code, and the language that is most often written in it; null without letters. */
export function mainScript(text: string): { code: string; language: string } | null {
  const counts = new Map<Script, number>();
  for (const letter of text) {
    const script = [LATIN, CYRILLIC, ...SCRIPTS].find(({ letters }) => letters.test(letter));
    if (script) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (!most) return null;
  // Kana and hangul stand between Han characters, which may be more.
  const script = SCRIPTS.find((candidate) => counts.has(candidate) && candidate.codes[0] && mixes(most[0], candidate));
  const { language, codes } = script ?? most[0];
  return { code: codes[0] ?? '', language };
}

const mixes = (main: Script, { codes: [code = ''] }: Script): boolean =>
  main.codes.includes('Hans') && (code === 'Jpan' || code === 'Kore');

/**
 * The language (BCP 47) of a passage whose script tells that it is another one than the document's, which is written in
 * the script `documentScript`; null where it doesn't.
 */
export function languageOfScript(text: string, documentScript: string): string | null {
  const found = SCRIPTS.find(({ letters, codes }) => !codes.includes(documentScript) && letters.test(text));
  return found?.language ?? null;
}

/** Whether a text has letters of Latin script. */
export const hasLatin = (text: string): boolean => LATIN.letters.test(text);
