/** Regional form of Han characters. Chinese, Japanese and Korean write the same characters differently, and fonts are per region. */
export type HanStyle = 'SC' | 'TC' | 'JP' | 'KR';

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const BOPOMOFO = /\p{Script=Bopomofo}/u;

const BY_SCRIPT: Readonly<Record<string, HanStyle>> = { Hans: 'SC', Hant: 'TC', Jpan: 'JP', Kore: 'KR' };
const byLanguage = new Map<string, HanStyle | null>();

/** Returns the regional form for a language (BCP 47); null for a language in another script. */
function styleOfLanguage(language: string): HanStyle | null {
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const style = BY_SCRIPT[new Intl.Locale(language).maximize().script ?? ''] ?? null;
  byLanguage.set(language, style);
  return style;
}

const LANGUAGES: Readonly<Record<HanStyle, string>> = { SC: 'zh-Hans', TC: 'zh-Hant', JP: 'ja', KR: 'ko' };

/**
 * Returns the language (BCP 47) in whose forms a font draws Han characters. It is the given one if that is written with them, because Hong
 * Kong has forms of its own, or else one of the region.
 */
export const hanLanguage = (style: HanStyle, language: string | null): string =>
  language && styleOfLanguage(language) ? language : LANGUAGES[style];

/**
 * Returns the regional form for a text: that of the given language, or else one detected from the text. Kana means Japanese, hangul means
 * Korean. Characters only in the traditional standard (Big5) mean traditional Chinese; otherwise it is simplified. Returns null for text
 * without East Asian characters.
 */
export function hanStyle(text: string, language: string | null): HanStyle | null {
  if (!EAST_ASIAN.test(text)) return null;
  const named = language ? styleOfLanguage(language) : null;
  if (named) return named;
  if (KANA.test(text)) return 'JP';
  if (HANGUL.test(text)) return 'KR';
  if (BOPOMOFO.test(text)) return 'TC';
  const characters = [...text].filter((character) => HAN.test(character));
  if (characters.length === 0) return null;
  const simplified = characterSet('gbk', 0xb0, 0xf7);
  const traditional = characterSet('big5', 0xa4, 0xf9);
  return characters.some((one) => !simplified.has(one) && traditional.has(one)) ? 'TC' : 'SC';
}

const sets = new Map<string, Set<string>>();

/** Returns the Han characters of a double-byte standard between two lead bytes. GB 2312 is the core of gbk. */
function characterSet(encoding: string, firstLead: number, lastLead: number): Set<string> {
  const known = sets.get(encoding);
  if (known) return known;
  const bytes: number[] = [];
  // Trail bytes of GB 2312 start at 0xa1. Big5 also has 0x40 to 0x7e.
  const trails = encoding === 'big5' ? [...range(0x40, 0x7e), ...range(0xa1, 0xfe)] : range(0xa1, 0xfe);
  for (const lead of range(firstLead, lastLead)) for (const trail of trails) bytes.push(lead, trail);
  const set = new Set([...new TextDecoder(encoding).decode(Uint8Array.from(bytes))].filter((one) => HAN.test(one)));
  sets.set(encoding, set);
  return set;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
