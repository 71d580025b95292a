import { type PositionedGlyph, positionGlyphs } from './glyph-positions.ts';
import type { TextLayout } from './layout.ts';
import type { PositionedLine } from './position-lines.ts';

/** Part of a segment on one line, with its glyphs from left to right. */
export interface LinePiece {
  line: PositionedLine;
  glyphs: PositionedGlyph[];
  /** Set if it contains the last character of the line. */
  endsLine: boolean;
}

/** Part of a text in reading order with one link, or without a link. */
export interface TextSegment {
  link: string | null;
  pieces: LinePiece[];
}

/** Returns the segments of a text. A text without links has one segment. */
export function segmentsOf(layout: Pick<TextLayout, 'lines' | 'size'>): TextSegment[] {
  const segments: TextSegment[] = [];
  for (const line of layout.lines) {
    const glyphs = positionGlyphs(line, layout.size);
    for (const { link, pieces } of hasLink(line) ? byLink(line, glyphs) : [whole(line, glyphs)]) {
      const last = segments.at(-1);
      if (last?.link === link) last.pieces.push(...pieces);
      else segments.push({ link, pieces });
    }
  }
  return segments;
}

const hasLink = ({ line }: PositionedLine): boolean => line.runs.some(({ style }) => style.link !== null);

const whole = (line: PositionedLine, glyphs: PositionedGlyph[]): TextSegment => ({
  link: null,
  pieces: [{ line, glyphs, endsLine: true }],
});

function byLink(line: PositionedLine, glyphs: readonly PositionedGlyph[]): TextSegment[] {
  const logical = [...glyphs].sort((a, b) => a.cluster - b.cluster);
  const starts = logical.filter(({ style }, index) => index === 0 || logical[index - 1]?.style.link !== style.link);
  return starts.map(({ cluster, style }, index) => {
    const end = starts[index + 1]?.cluster ?? Number.POSITIVE_INFINITY;
    const own = glyphs.filter((glyph) => glyph.cluster >= cluster && glyph.cluster < end);
    return { link: style.link, pieces: [{ line, glyphs: own, endsLine: end === Number.POSITIVE_INFINITY }] };
  });
}
