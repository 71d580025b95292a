import { ALL_FAMILIES, EMOJI_FAMILY, HAN_FAMILY } from './catalogue.ts';
import type { HanStyle } from './han-style.ts';

/** Families with serifs. Their fallback is Noto Serif first. */
const SERIF: readonly string[] = ['Playfair Display', 'Cormorant Garamond', 'EB Garamond', 'Lora', 'Cinzel'];
const SANS = 'Noto Sans';
const NOTO_SERIF = 'Noto Serif';
const MATH = 'Noto Sans Math';
const SYMBOLS: readonly string[] = ['Noto Sans Symbols', 'Noto Sans Symbols 2'];

/** Arabic styles that are used only if chosen, and never as a fallback. */
const CHOSEN_ALONE: readonly string[] = ['Noto Nastaliq Urdu'];

/** Fallback families, in the order of the catalogue. */
const OTHERS = ALL_FAMILIES.filter(
  (family) => family.startsWith('Noto') && family !== NOTO_SERIF && !CHOSEN_ALONE.includes(family),
);

/** Characters with emoji presentation by default (Unicode TR 51). The emoji font has priority for them. */
const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u;
/** Signs without a script. Next to Chinese, Japanese or Korean text, the font of that text supplies them in its own width. */
const SIGN = /^[\p{Sm}\p{So}\p{No}]/u;
const OF_NO_SCRIPT = /^\p{Script=Common}/u;

/** Returns the families for a grapheme in order of preference. */
export function familiesFor(grapheme: string, family: string, han: HanStyle | null | undefined): string[] {
  const preferred = [
    ...(EMOJI.test(grapheme) ? [EMOJI_FAMILY] : []),
    family,
    ...(isSerif(family) ? [NOTO_SERIF] : []),
    // Before the other regions, whose forms of a character can look wrong.
    ...(han ? [...OTHERS.filter((fallback) => fallback === SANS || fallback.endsWith(` ${han}`)), HAN_FAMILY] : []),
    ...(SIGN.test(grapheme) && OF_NO_SCRIPT.test(grapheme) ? [SANS, ...signFamilies(grapheme)] : []),
  ];
  return [...new Set([...preferred, ...OTHERS, NOTO_SERIF])];
}

const signFamilies = (grapheme: string): string[] =>
  /^\p{Sm}/u.test(grapheme) ? [MATH, ...SYMBOLS] : [...SYMBOLS, MATH];

const isSerif = (family: string): boolean => SERIF.includes(family) || family.startsWith(NOTO_SERIF);
