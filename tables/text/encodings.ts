import { decodeCp949 } from './cp949.ts';
import { decodeDos, isDosPage } from './dos.ts';

const CYRILLIC = /^[А-яЁёЂ-џҐґ]$/u;
const GERMAN = 'äöüß';
const ESTONIAN = 'äöõüšž';
const POLISH = 'ąćęłńóśźż';
/** French, German, Spanish, Portuguese, Italian, Dutch, Danish, Swedish, Finnish, Icelandic, Catalan, Estonian, Irish. */
const WESTERN = [
  ...['àâæçéèêëîïôœùûüÿ', GERMAN, 'áéíñóúü', 'ãáâàçéêíõóôúü', 'àéèìíîòóùú', 'ëïéèöü', 'æøåé', 'åäöé', 'åäöšž'],
  ...['áðéíóúýþæö', 'àçéèíïóòúü', ESTONIAN, 'áéíóú'],
];
/** Polish, Czech, Slovak, Hungarian, Romanian, Croatian, German, Albanian. */
const CENTRAL = [...[POLISH, 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž', GERMAN, 'çë']];
const TURKISH = ['çğıöşüâîû\u0130', GERMAN, 'àâçéèêëîïôùûü'];
/** Lithuanian, Latvian, Estonian, Polish, German. */
const BALTIC = ['ąčęėįšųūž', 'āčēģīķļņšūž', ESTONIAN, POLISH, GERMAN];

const VIETNAMESE = 'àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ';

export interface Encoding {
  /** Label of `TextDecoder`, or a code page of DOS. */
  name: string;
  /** Returns whether a letter outside ASCII belongs to a language of this encoding. */
  isLetter(letter: string): boolean;
  /** Letters outside ASCII of each language, for Latin script. */
  alphabets?: readonly string[];
  /** True if characters have several bytes. */
  isWide?: boolean;
  /** Returns whether two bytes are a frequent character, as the standard's first level is sorted by frequency. */
  isFrequent?(lead: number, trail: number): boolean;
}

/** Encodings that spreadsheets write, the more frequent ones first. */
export const ENCODINGS: readonly Encoding[] = [
  latin('windows-1252', WESTERN),
  latin('windows-1250', CENTRAL),
  { name: 'windows-1251', isLetter: (letter) => CYRILLIC.test(letter) },
  latin('windows-1254', TURKISH),
  { name: 'windows-1253', isLetter: (letter) => /\p{Script=Greek}/u.test(letter) },
  { name: 'windows-1255', isLetter: (letter) => /\p{Script=Hebrew}/u.test(letter) },
  { name: 'windows-1256', isLetter: (letter) => /\p{Script=Arabic}|[àâçèéêëîïôùûü]/u.test(letter) },
  latin('windows-1257', BALTIC),
  // Letters with tones are composed after decoding.
  { name: 'windows-1258', alphabets: [VIETNAMESE], isLetter: (letter) => VIETNAMESE.includes(letter.toLowerCase()) },
  { name: 'windows-874', isLetter: (letter) => /\p{Script=Thai}/u.test(letter) },
  { name: 'koi8-r', isLetter: (letter) => /^[А-яЁё]$/u.test(letter) },
  { name: 'ibm866', isLetter: (letter) => /^[А-яЁё]$/u.test(letter) },
  latin('macintosh', WESTERN),
  latin('ibm850', WESTERN),
  latin('ibm437', WESTERN),
  {
    name: 'shift_jis',
    isLetter: (letter) => /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[ー々〆]/u.test(letter),
    isWide: true,
    isFrequent: (lead, trail) => (lead >= 0x81 && lead < 0x98) || (lead === 0x98 && trail <= 0x72),
  },
  {
    name: 'gb18030',
    isLetter: (letter) => /\p{Script=Han}/u.test(letter),
    isWide: true,
    isFrequent: (lead, trail) => lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1,
  },
  {
    name: 'big5',
    isLetter: (letter) => /\p{Script=Han}|\p{Script=Bopomofo}/u.test(letter),
    isWide: true,
    isFrequent: (lead) => lead >= 0xa1 && lead <= 0xc6,
  },
  {
    name: 'euc-kr',
    isLetter: (letter) => /\p{Script=Hangul}|\p{Script=Han}/u.test(letter),
    isWide: true,
    isFrequent: (lead) => lead >= 0xa1 && lead <= 0xc8,
  },
];

function latin(name: string, alphabets: readonly string[]): Encoding {
  const letters = new Set(alphabets.join(''));
  return { name, alphabets, isLetter: (letter) => letters.has(letter) || letters.has(letter.toLowerCase()) };
}

/** Decodes strictly. Returns null if a byte has no character. */
export function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  if (isDosPage(encoding)) return decodeDos(bytes, encoding);
  if (encoding === 'euc-kr') return decodeCp949(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return encoding === 'windows-1258' ? text.normalize('NFC') : text;
  } catch {
    return null;
  }
}
