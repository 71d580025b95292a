import bidiFactory, { type Bidi, type BidiCharTypeName } from 'bidi-js';

// The package is CommonJS. Its types describe a module, but the import is the factory.
const bidi = (bidiFactory as unknown as () => Bidi)();

export const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}\p{Script=Hanifi_Rohingya}\p{Script=Yezidi}]/u;

/** Character up to U+FFFF for each bidirectional class (UAX 9, table 4) that characters above have. */
const OF_CLASS: Partial<Record<BidiCharTypeName, string>> = {
  L: 'a',
  R: '\u05D0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  ES: '+',
  ET: '%',
  CS: ',',
  NSM: '\u0300',
  BN: '\u00AD',
};
const NEUTRAL = '!';
/** Character without an effect on the order (class BN). */
const NO_EFFECT = '\u00AD';

const ABOVE = /[\u{10000}-\u{10FFFF}]/gu;
/** Ranges whose characters are right-to-left or neutral even if they are newer than the table of the package (DerivedBidiClass.txt). */
const NEW_RIGHT_TO_LEFT = /[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const NEW_NEUTRAL = /[\u{1F300}-\u{1FAFF}]/u;

/** Returns the level of each UTF-16 unit of a paragraph (UAX 9), and the level of the paragraph. */
export function embeddingLevels(text: string): { levels: Uint8Array; level: number } {
  // The package reads UTF-16 units, and takes each half of a pair for a left-to-right letter.
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text.replaceAll(ABOVE, standIn));
  for (const { index } of text.matchAll(ABOVE)) levels[index + 1] = levels[index] ?? 0;
  return { levels, level: paragraphs[0]?.level ?? 0 };
}

function standIn(character: string): string {
  const listed = bidi.getBidiCharTypeName(character);
  const isNew = listed === 'L';
  if (isNew && NEW_RIGHT_TO_LEFT.test(character)) return `${OF_CLASS.R}${NO_EFFECT}`;
  if (isNew && NEW_NEUTRAL.test(character)) return NEUTRAL + NO_EFFECT;
  return (OF_CLASS[listed] ?? NEUTRAL) + NO_EFFECT;
}

/** Returns the order of pieces with these levels from left to right (UAX 9, rule L2). */
export function visualOrder(levels: Uint8Array): number[] {
  const line = { levels, paragraphs: [{ start: 0, end: levels.length - 1, level: 0 }] };
  return bidi.getReorderedIndices('x'.repeat(levels.length), line);
}
