import { lineBreaks } from './line-breaks.ts';
import type { Paragraph } from './paragraph.ts';
import { isCursive, type ShapedLine, shapeLine } from './shaping.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A text takes more shaping than its page has left. */
export class ShapingLimitError extends Error {
  override readonly name = 'ShapingLimitError';
}

/** Shapes lines and counts their characters: shaping is nearly all of the cost of a layout. */
export class ShapingBudget {
  readonly #limit: number;
  characters = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  line(paragraph: Paragraph, start: number, end: number, spaced: boolean): ShapedLine {
    this.characters += end - start;
    if (this.characters > this.#limit) throw new ShapingLimitError();
    return shapeLine(paragraph, start, end, spaced);
  }
}

/** How much a line's shaped width may differ from the sum of its advances in the whole paragraph: a share, and in em. */
const UNSURE = { share: 0.1, em: 1 };

/**
 * A paragraph with its break opportunities (UAX 14), measured once for all sizes. A line is shaped only where the measure
 * does not decide.
 */
export class MeasuredParagraph {
  readonly #paragraph: Paragraph;
  readonly #letterSpacing: number;
  /** False where letters join: letter spacing then depends on the line, and sums do not decide. */
  readonly #isSure: boolean;
  readonly #shaping: ShapingBudget;
  readonly #lines = new Map<string, ShapedLine>();
  /** In em, and in gaps that letter spacing widens: from the paragraph's start up to each position. */
  readonly #advances: Float64Array;
  readonly #gaps: Uint32Array;
  /** For each position, where the text before it ends without its trailing spaces. */
  readonly #trimmed: Uint32Array;
  /** Where a line may end, and where a word may be cut when it is longer than a line: ascending. */
  readonly breaks: readonly number[];
  /** In em: all letters together, and those of the longest piece that does not break. */
  readonly inkWidth: number;
  readonly widestPiece: number;
  #cuts: number[] | undefined;

  constructor(paragraph: Paragraph, letterSpacing: number, shaping: ShapingBudget) {
    this.#paragraph = paragraph;
    this.#letterSpacing = letterSpacing;
    this.#shaping = shaping;
    const { text } = paragraph;
    this.#isSure = letterSpacing === 0 || !isCursive(text);
    this.breaks = lineBreaks(text);
    this.#advances = new Float64Array(text.length + 1);
    this.#gaps = new Uint32Array(text.length + 1);
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

  /** The line from start to end, without the spaces at its end. */
  line(start: number, end: number): ShapedLine {
    const trimmed = this.#trim(start, end);
    const key = `${start} ${trimmed}`;
    const line = this.#lines.get(key) ?? this.#shaping.line(this.#paragraph, start, trimmed, this.#letterSpacing !== 0);
    this.#lines.set(key, line);
    return line;
  }

  /** Whether such a line is at most `width` points long at a size; shaped only where the sum of advances does not decide. */
  fits(start: number, end: number, size: number, width: number): boolean {
    if (this.#isSure) {
      const trimmed = this.#trim(start, end);
      const gaps = Math.max(0, (this.#gaps[trimmed] ?? 0) - (this.#gaps[start] ?? 0) - 1) * this.#letterSpacing;
      const sum = ((this.#advances[trimmed] ?? 0) - (this.#advances[start] ?? 0)) * size + gaps;
      const unsure = Math.abs(sum) * UNSURE.share + UNSURE.em * size;
      if (sum + unsure <= width) return true;
      if (sum - unsure > width) return false;
    }
    const line = this.line(start, end);
    return line.width * size + line.gaps * this.#letterSpacing <= width;
  }

  /** Whether a space stands before a place in the text, or the paragraph ends there. */
  endsWord(end: number): boolean {
    return end >= this.length || this.#trimmed[end] !== end;
  }

  #trim(start: number, end: number): number {
    return Math.max(start, this.#trimmed[end] ?? end);
  }

  /** Returns the width of everything but spaces, in em. */
  #measure(text: string): number {
    const all = this.#shaping.line(this.#paragraph, 0, text.length, this.#letterSpacing !== 0);
    for (const { start, glyphs } of all.runs) {
      for (const { cluster, advance, text: own } of glyphs) {
        const after = start + cluster + 1;
        this.#advances[after] = (this.#advances[after] ?? 0) + advance;
        if (own !== '') this.#gaps[after] = (this.#gaps[after] ?? 0) + 1;
      }
    }
    let inkWidth = 0;
    for (let at = 1; at <= text.length; at++) {
      const isSpace = (text[at - 1] ?? '').trim() === '';
      if (!isSpace) inkWidth += Math.max(0, this.#advances[at] ?? 0);
      this.#advances[at] = (this.#advances[at] ?? 0) + (this.#advances[at - 1] ?? 0);
      this.#gaps[at] = (this.#gaps[at] ?? 0) + (this.#gaps[at - 1] ?? 0);
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
