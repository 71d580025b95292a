import { type CssColor, CURRENT_COLOR, readColor } from './colors.ts';
import { type CssLength, readLength } from './lengths.ts';
import { MARKUP_LIMITS } from './limits.ts';
import { splitOutside } from './split.ts';

export interface CssShadow {
  x: CssLength;
  y: CssLength;
  blur: CssLength;
  spread: CssLength;
  color: CssColor;
  isInset: boolean;
}

const ZERO: CssLength = { value: 0, unit: 'px' };

/** Reads outer and inset box shadows, the first on top (CSS Backgrounds 3, section 6.1). Returns null for anything else. */
export function readShadows(input: unknown): CssShadow[] | null {
  if (typeof input !== 'string') return null;
  if (input.trim() === 'none') return [];
  const shadows = splitOutside(input, ',')?.map(readShadow);
  if (!shadows || shadows.length > MARKUP_LIMITS.shadows || shadows.includes(null)) return null;
  return shadows.flatMap((shadow) => shadow ?? []);
}

function readShadow(text: string): CssShadow | null {
  const all = splitOutside(text, ' ') ?? [];
  // `inset` is either the first word or the last.
  const isInset = all[0] === 'inset' || all.at(-1) === 'inset';
  const words = all[0] === 'inset' ? all.slice(1) : isInset ? all.slice(0, -1) : all;
  const colors = words.filter((word) => readColor(word));
  const [x, y, blur = ZERO, spread = ZERO, ...more] = words
    .filter((word) => !readColor(word))
    .map((word) => readLength(word, { negative: true, percent: false }));
  if (!x || !y || !blur || !spread || more.length > 0 || colors.length > 1) return null;
  if (blur.value < 0 || blur.value > MARKUP_LIMITS.shadowBlur) return null;
  return { x, y, blur, spread, color: readColor(colors[0]) ?? CURRENT_COLOR, isInset };
}
