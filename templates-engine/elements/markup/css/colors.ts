import parseCssColor from 'parse-css-color';
import { type Rgba, toRgba } from '../../../graphics/paint.ts';
import { COLOR } from '../../shared/properties.ts';

export const CURRENT_COLOR = 'currentColor';
export type CssColor = Rgba | typeof CURRENT_COLOR;

/** Reads a CSS colour: a name, a hex colour, `rgb()`, `hsl()`, `transparent` or `currentColor`. Returns null for anything else. */
export function readColor(input: unknown): CssColor | null {
  if (typeof input !== 'string') return null;
  // The library's patterns take time cubic in the number of consecutive spaces.
  const text = input.trim().replace(/\s+/g, ' ');
  const name = text.toLowerCase();
  if (name === 'currentcolor') return CURRENT_COLOR;
  if (name === 'transparent') return toRgba('#00000000');
  // The library looks names up in a plain object, so it also finds inherited members.
  if (name in Object.prototype) return null;
  if (text.startsWith('#')) return COLOR.pattern.test(text) ? toRgba(text) : null;
  const parsed = parseCssColor(text);
  if (!parsed || ![...parsed.values, parsed.alpha].every(Number.isFinite)) return null;
  const channels = parsed.type === 'rgb' ? parsed.values : fromHsl(parsed.values);
  return toRgba(`#${[...channels, parsed.alpha * 255].map(hexByte).join('')}`);
}

const hexByte = (value: number): string =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0');

/** Converts degrees and percentages to channels from 0 to 255 (CSS Color 4, section 7.1). */
function fromHsl([hue = 0, saturation = 0, lightness = 0]: readonly number[]): number[] {
  const [s, l] = [saturation / 100, lightness / 100];
  const amplitude = s * Math.min(l, 1 - l);
  return [0, 8, 4].map((offset) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (l - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  });
}
