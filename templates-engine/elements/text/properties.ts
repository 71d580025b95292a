import { DEFAULT_COLOR } from '../shared/properties.ts';
import type { TextElement } from './schema.ts';

export const TEXT_RANGES = {
  fontSize: { min: 1, max: 1000 },
  weight: { min: 100, max: 900 },
  /** As a multiple of the font's size. */
  lineHeight: { min: 0.5, max: 5 },
  letterSpacing: { min: -20, max: 200 },
  /** Of an arc, its sign aside. */
  arcRadius: { min: 1, max: 10_000 },
} as const;

/** Parts of one text with a style each, at the most. */
export const MAX_RUNS = 1000;

/** Characters of a link's address, in the design and filled in. */
export const MAX_LINK_LENGTH = 2000;

/** Families whose lines would run into each other at the usual height. */
const TALL: Readonly<Record<string, number>> = { 'Noto Nastaliq Urdu': 2.4 };

/** The height of a line where the design names none, as a multiple of the size. */
export const lineHeightOf = (font: string): number =>
  Object.hasOwn(TALL, font) ? (TALL[font] ?? TEXT_DEFAULTS.lineHeight) : TEXT_DEFAULTS.lineHeight;

/** A text's characters without its styles: of one that may have runs, all of them. */
export const plainTextOf = (text: TextElement['text']): string =>
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
} as const satisfies Partial<TextElement>;
