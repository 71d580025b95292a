import type { FallbackWord } from '../shaping/faces-of-text.ts';
import type { TextRun } from '../shaping/runs.ts';
import { ShapingBudget } from '../shaping/shaping-budget.ts';
import { breakParagraph } from './break-lines.ts';
import { fallbacksIn, layOutMeasured, missingIn, type TextLayout } from './layout.ts';
import { MeasuredParagraph, TOLERANCE, widthOf } from './measured-paragraph.ts';
import { heightOf } from './position-lines.ts';
import { readParagraphs } from './read-paragraphs.ts';
import type { TextStyle, Typography } from './text-style.ts';

/** Text whose box is not known yet. Lengths are in points. */
export interface FlowingText {
  /** Characters without a glyph in any font. If there are any, all lengths are 0 and nothing is laid out. */
  unsupported: string[];
  /** Words in another family than that of their style. */
  fallbacks: FallbackWord[];
  /** Width without automatic line breaks, and minimum width without a cut word. */
  widest: number;
  narrowest: number;
  /** Returns the height of the lines at a width. */
  heightAt(width: number): number;
  /** Returns the layout in a box, at full size. */
  layOut(box: Pick<TextStyle, 'width' | 'height' | 'align' | 'verticalAlign'>): TextLayout;
}

/** Measures a text at full size for a layout that determines its box. Throws ShapingLimitError beyond `maxShapedCharacters`. */
export function flowText(
  content: string | readonly TextRun[],
  style: Typography,
  maxShapedCharacters = Number.POSITIVE_INFINITY,
): FlowingText {
  const { size } = style;
  const paragraphs = readParagraphs(content, style);
  const missing = missingIn(paragraphs);
  const fallbacks = fallbacksIn(paragraphs);
  const shaping = new ShapingBudget(maxShapedCharacters);
  const measured = missing.length > 0 ? [] : paragraphs.map((paragraph) => new MeasuredParagraph(paragraph, shaping));
  const linesAt = (width: number) =>
    measured.flatMap((paragraph) => breakParagraph(paragraph, { size, width: width + TOLERANCE, mayCut: true }));
  const heights = new Map<number, number>();
  return {
    unsupported: missing,
    fallbacks,
    get widest() {
      return Math.max(0, ...measured.map((paragraph) => widthOf(paragraph.line(0, paragraph.length), size)));
    },
    get narrowest() {
      return Math.max(0, ...measured.map((paragraph) => paragraph.narrowest(size)));
    },
    heightAt(width) {
      const height = heights.get(width) ?? heightOf(linesAt(width), style, size);
      heights.set(width, height);
      return height;
    },
    layOut(box) {
      const layout = layOutMeasured(measured, { ...style, ...box, minSize: size });
      return { ...layout, unsupported: missing, fallbacks, shapedCharacters: shaping.characters };
    },
  };
}
