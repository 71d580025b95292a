export interface Rgba {
  /** 0 to 1 each. */
  red: number;
  green: number;
  blue: number;
  alpha: number;
  /** `#rrggbb`, for SVG. */
  hex: string;
}

/** A colour of a design as numbers; null for `none` and for nothing. */
export function parseColor(text: string | undefined): Rgba | null {
  if (!text || text === 'none') return null;
  const digits = text.slice(1).length === 3 ? [...text.slice(1)].map((digit) => digit + digit).join('') : text.slice(1);
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  const alpha = digits.length === 8 ? channel(6) : 1;
  return { red: channel(0), green: channel(2), blue: channel(4), alpha, hex: `#${digits.slice(0, 6)}` };
}

export const BLACK: Rgba = { red: 0, green: 0, blue: 0, alpha: 1, hex: '#000000' };
