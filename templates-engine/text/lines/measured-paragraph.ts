import type { Paragraph } from '../shaping/paragraph.ts';
import { isCursive } from '../shaping/shape-text.ts';
import type { ShapedLine } from '../shaping/shaping.ts';
import type { ShapingBudget } from '../shaping/shaping-budget.ts';
import { lineBreaks } from './line-breaks.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Tolerance for rounding in sums of advances, in points. Without it, a line that fits could break. */
export const TOLERANCE = 0.01;

/** Returns the length of a line in points at a size, including letter spacing. */
export const widthOf = ({ width, spacing }: ShapedLine, size: number): number => width * size + spacing;

/** Maximum difference between the shaped width of a line and the sum of its advances in the paragraph: a share, plus a length in em. */
const UNSURE = { share: 0.1, em: 1 };

/**
 * Paragraph with its break opportunities (UAX 14), measured once for all sizes. A line is shaped only if the measurements do not decide
 * whether it fits.
 */
export class MeasuredParagraph {
  readonly #paragraph: Paragraph;
  /** False for joining letters. Letter spacing then depends on the line, so sums are not reliable. */
  readonly #isSure: boolean;
  readonly #shaping: ShapingBudget;
  readonly #lines = new Map<string, ShapedLine>();
  /** Cumulative advances in em and letter spacing in points, from the start of the paragraph to each position. */
  readonly #advances: Float64Array;
  readonly #spacing: Float64Array;
  /** End of the text before each position without its trailing spaces. */
  readonly #trimmed: Uint32Array;
  /** Positions where a line can end, ascending. */
  readonly breaks: readonly number[];
  /** Width in em of all letters together, and of the longest unbreakable piece. */
  readonly inkWidth: number;
  readonly widestPiece: number;
  /** Smallest and largest size, as factors of the text's size. */
  readonly scales: { least: number; most: number };
  /** Set if letter spacing moves letters closer together. */
  readonly isTightened: boolean;
  #cuts: number[] | undefined;

  constructor(paragraph: Paragraph, shaping: ShapingBudget) {
    this.#paragraph = paragraph;
    this.#shaping = shaping;
    const { text, styles, style } = paragraph;
    const used = new Set(styles.length > 0 ? styles : [style]);
    this.#isSure = [...used].every(({ letterSpacing }) => letterSpacing === 0) || !isCursive(text);
    this.isTightened = [...used].some(({ letterSpacing }) => letterSpacing < 0);
    this.scales = { least: Number.POSITIVE_INFINITY, most: 0 };
    for (const { scale } of used) {
      this.scales.least = Math.min(this.scales.least, scale);
      this.scales.most = Math.max(this.scales.most, scale);
    }
    this.breaks = lineBreaks(text);
    this.#advances = new Float64Array(text.length + 1);
    this.#spacing = new Float64Array(text.length + 1);
    this.#trimmed = new Uint32Array(text.length + 1);
    this.inkWidth = this.#measure(text);
    this.widestPiece = this.#widest();
  }

  get length(): number {
    return this.#paragraph.text.length;
  }

  get cuts(): readonly number[] {
    this.#cuts ??= [...graphemes.segment(this.#paragraph.text)].map(({ index, segment }) => index + segment.length);
    return this.#cuts;
  }

  /** Returns the line from start to end, without trailing spaces. */
  line(start: number, end: number): ShapedLine {
    const trimmed = this.#trim(start, end);
    const key = `${start} ${trimmed}`;
    const line = this.#lines.get(key) ?? this.#shaping.line(this.#paragraph, start, trimmed);
    this.#lines.set(key, line);
    return line;
  }

  /** Returns true if a line is at most `width` points long at a size. Shapes the line only if the sum of advances does not decide. */
  fits(start: number, end: number, size: number, width: number): boolean {
    if (this.#isSure) {
      const sum = this.#sum(start, this.#trim(start, end), size);
      const unsure = this.#unsure(sum, size);
      if (sum + unsure <= width) return true;
      if (sum - unsure > width) return false;
    }
    return widthOf(this.line(start, end), size) <= width;
  }

  /** Returns true if a position follows a space or is the end of the paragraph. */
  endsWord(end: number): boolean {
    return end >= this.length || this.#trimmed[end] !== end;
  }

  /** Returns the width of the longest unbreakable piece, in points at a size. */
  narrowest(size: number): number {
    const pieces = this.breaks.map((end, index) => ({ start: this.breaks[index - 1] ?? 0, end }));
    const sums = pieces.map(({ start, end }) => this.#sum(start, this.#trim(start, end), size));
    const least = Math.max(0, ...sums.map((sum) => sum - this.#unsure(sum, size)));
    // A piece can be slightly longer when shaped alone, so all candidates for the longest are shaped.
    const longest = pieces.filter((_, index) => (sums[index] ?? 0) + this.#unsure(sums[index] ?? 0, size) >= least);
    return Math.max(0, ...longest.map(({ start, end }) => widthOf(this.line(start, end), size)));
  }

  /** Returns the maximum error of a sum of advances, in points. */
  #unsure(sum: number, size: number): number {
    return Math.abs(sum) * UNSURE.share + UNSURE.em * size * this.scales.most;
  }

  #trim(start: number, end: number): number {
    return Math.max(start, this.#trimmed[end] ?? end);
  }

  /**
   * Returns the length of a part in points, from measurements of the whole paragraph. There is no spacing before the first letter of a
   * line.
   */
  #sum(start: number, end: number, size: number): number {
    if (start >= end) return 0;
    const spacing = (this.#spacing[end] ?? 0) - (this.#spacing[start] ?? 0);
    const first = this.#paragraph.styles[start]?.letterSpacing ?? 0;
    return ((this.#advances[end] ?? 0) - (this.#advances[start] ?? 0)) * size + spacing - first;
  }

  /** Returns the width of everything except spaces, in em. */
  #measure(text: string): number {
    const all = this.#shaping.line(this.#paragraph, 0, text.length);
    this.#lines.set(`0 ${text.length}`, all);
    for (const { style, glyphs } of all.runs) {
      for (const { cluster, advance, text: own } of glyphs) {
        const after = cluster + 1;
        this.#advances[after] = (this.#advances[after] ?? 0) + advance;
        if (own !== '') this.#spacing[after] = (this.#spacing[after] ?? 0) + style.letterSpacing;
      }
    }
    let inkWidth = 0;
    for (let at = 1; at <= text.length; at++) {
      const isSpace = (text[at - 1] ?? '').trim() === '';
      if (!isSpace) inkWidth += Math.max(0, this.#advances[at] ?? 0);
      this.#advances[at] = (this.#advances[at] ?? 0) + (this.#advances[at - 1] ?? 0);
      this.#spacing[at] = (this.#spacing[at] ?? 0) + (this.#spacing[at - 1] ?? 0);
      this.#trimmed[at] = isSpace ? (this.#trimmed[at - 1] ?? 0) : at;
    }
    return inkWidth;
  }

  #widest(): number {
    let [widest, start] = [0, 0];
    for (const end of this.breaks) {
      const trimmed = this.#trim(start, end);
      widest = Math.max(widest, (this.#advances[trimmed] ?? 0) - (this.#advances[start] ?? 0));
      start = end;
    }
    return widest;
  }
}
