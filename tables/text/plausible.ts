import type { Encoding } from './encodings.ts';

/** Characters that no text has: controls, private use, unassigned, and the mark of a failed decoding. */
const NO_TEXT = /(?![\t\n\v\f\r\u0085])\p{Cc}|\p{Co}|\p{Cn}|\uFFFD/u;
/** Signs outside ASCII in names, prices and titles. */
const SIGNS = new Set('«»“”„‘’‚‹›–—…·•€£¥§°º\u00aa№©®™¿¡½¼²³±×´\u00a0\u3000、。・「」（），：；！？－');
/** Signs that occur inside words. */
const INSIDE = new Set("'’‘´`·-‐・.&");
const WORD = /[\p{L}\p{M}]+/gu;
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
];

/** Returns whether a text reads like one of the encoding's languages: letters, case, scripts within a word, and signs. */
export function isPlausible(text: string, encoding: Encoding): boolean {
  if (NO_TEXT.test(text)) return false;
  let foreign = 0;
  let withoutAscii = 0;
  for (const [word] of text.matchAll(WORD)) {
    if (!isForeign(word)) continue;
    if (!isWord(word, encoding)) return false;
    foreign += 1;
    if (word.length > 2 && !/[a-z]/i.test(word)) withoutAscii += 1;
  }
  // Most Latin words have letters of ASCII. Other scripts that are read as Latin have none.
  if (encoding.alphabets && withoutAscii > foreign / 2) return false;
  return hasUsualSigns(text, encoding);
}

/** Returns the number of languages that share a text's letters outside ASCII; 0 for scripts other than Latin. */
export function languagesIn(text: string, { alphabets }: Encoding): number {
  let left = [...new Set(text.toLowerCase().match(/\P{ASCII}/gu) ?? [])].filter((letter) => /\p{L}/u.test(letter));
  left = left.filter((letter) => alphabets?.some((alphabet) => alphabet.includes(letter)));
  let languages = 0;
  while (left.length > 0) {
    const rests = (alphabets ?? []).map((alphabet) => left.filter((letter) => !alphabet.includes(letter)));
    left = rests.reduce((one, other) => (other.length < one.length ? other : one));
    languages += 1;
  }
  return languages;
}

/** Returns whether a character is outside ASCII. */
const isForeign = (text: string): boolean => /\P{ASCII}/u.test(text);

function isWord(word: string, encoding: Encoding): boolean {
  const foreign = word.match(/\P{ASCII}\p{M}*/gu) ?? [];
  // Feminine and masculine ordinals are letters in Unicode.
  if (/^\p{L}*[ªº]$/u.test(word) && foreign.length === 1) return true;
  if (!foreign.every((letter) => encoding.isLetter(letter))) return false;
  // A Han character or syllable beside small Latin letters is a pair of bytes of a single-byte encoding.
  if (encoding.isWide) return !/[a-z]/.test(word);
  if (SCRIPTS.filter((script) => script.test(word)).length > 1) return false;
  return /^(\p{Lu}?\P{Lu}*|[\p{Lu}\p{M}ßʼ]+)$/u.test(word);
}

function hasUsualSigns(text: string, encoding: Encoding): boolean {
  for (const { 0: sign, index } of text.matchAll(/[^\p{ASCII}\p{L}\p{M}]/gu)) {
    if (!SIGNS.has(sign) && !(encoding.isWide && /[\p{P}\p{S}\p{N}]/u.test(sign))) return false;
    const isBetweenLetters = /\p{L}/u.test(text[index - 1] ?? '') && /\p{L}/u.test(text[index + 1] ?? '');
    if (isBetweenLetters && !encoding.isWide && !INSIDE.has(sign) && sign !== '\u00a0') return false;
  }
  return true;
}

/** Returns the share of frequent characters among those of several bytes. */
export function frequentShare(bytes: Uint8Array, { isFrequent }: Encoding): number {
  if (!isFrequent) return 1;
  let all = 0;
  let frequent = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x81) continue;
    all += 1;
    if (isFrequent(lead, bytes[at + 1] ?? 0)) frequent += 1;
    at += 1;
  }
  return all === 0 ? 0 : frequent / all;
}
