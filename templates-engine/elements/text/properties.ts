import { DEFAULT_COLOR } from '../shared/properties.ts';

export const TEXT_RANGES = {
  fontSize: { min: 1, max: 1000 },
  weight: { min: 100, max: 900 },
  /** Multiple of the font size. */
  lineHeight: { min: 0.5, max: 5 },
  letterSpacing: { min: -20, max: 200 },
  /** Absolute value of the radius. */
  arcRadius: { min: 1, max: 10_000 },
} as const;

/** Maximum number of runs in a text. */
export const MAX_RUNS = 1000;

/** Maximum characters of a link's address, both in the design and with its values. */
export const MAX_LINK_LENGTH = 2000;

/** Line heights of families whose lines would overlap at the default height. */
const TALL: Readonly<Record<string, number>> = { 'Noto Nastaliq Urdu': 2.4 };

/** Returns the default line height of a font, as a multiple of the size. */
export const lineHeightOf = (font: string): number =>
  Object.hasOwn(TALL, font) ? (TALL[font] ?? TEXT_DEFAULTS.lineHeight) : TEXT_DEFAULTS.lineHeight;

/** Returns the characters of a text without its styles. */
export const plainTextOf = (text: string | readonly (string | { text: string })[]): string =>
  typeof text === 'string' ? text : text.map((run) => (typeof run === 'string' ? run : run.text)).join('');

export const TEXT_DEFAULTS = {
  weight: 400,
  italic: false,
  lineHeight: 1.2,
  letterSpacing: 0,
  color: DEFAULT_COLOR,
  align: 'left',
  verticalAlign: 'top',
  uppercase: false,
  /** Keeps the white space around empty values. */
  keepSpaces: false,
  /** Breaks lines only where the text does. */
  oneLine: false,
} as const;
