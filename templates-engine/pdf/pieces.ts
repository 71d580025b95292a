import type { PlacedLine } from '../text/layout.ts';
import type { PenPosition } from '../text/pen.ts';
import { RIGHT_TO_LEFT } from '../text/shaping.ts';
import type { PdfFonts } from './fonts.ts';

interface Piece {
  /** null where the fonts say it. */
  text: string | null;
  glyphs: PenPosition[];
}

/**
 * A line in pieces that say what they are: those whose fonts do, and by themselves (ActualText) those in which glyphs
 * stand for several characters, or change their order. Letters that are set apart would be read as words: such a line
 * is one piece. Notes the glyphs with the fonts.
 */
export function piecesOf({ line, letterSpacing }: PlacedLine, glyphs: PenPosition[], fonts: PdfFonts): Piece[] {
  if (letterSpacing !== 0 && !RIGHT_TO_LEFT.test(line.text)) return [{ text: line.text, glyphs }];
  const pieces: Piece[] = [];
  for (const cluster of clustersOf(glyphs)) {
    for (const glyph of cluster) if (!glyph.face.layers) fonts.use(glyph.face, glyph.id, glyph.text);
    const last = pieces.at(-1);
    if (!speaks(cluster, fonts)) pieces.push(...spoken(cluster));
    else if (last?.text === null) last.glyphs.push(...cluster);
    else pieces.push({ text: null, glyphs: [...cluster] });
  }
  return pieces;
}

/** Glyphs that together stand for the same characters, in the order of the text: plain readers take them as they come. */
function clustersOf(glyphs: readonly PenPosition[]): PenPosition[][] {
  const clusters = new Map<number, PenPosition[]>();
  for (const glyph of glyphs) {
    const cluster = clusters.get(glyph.cluster);
    if (cluster) cluster.push(glyph);
    else clusters.set(glyph.cluster, [glyph]);
  }
  return [...clusters].sort(([a], [b]) => a - b).map(([, cluster]) => cluster);
}

/** Whether the font alone says a cluster's text: one glyph that stands for it here and everywhere. */
function speaks([glyph, ...more]: readonly PenPosition[], fonts: PdfFonts): boolean {
  if (!glyph || more.length > 0 || glyph.face.layers) return false;
  return fonts.textOf(glyph.face, glyph.id) === glyph.text;
}

/** A reader takes a piece to reach from its first glyph to its last: marks that stand over a letter say nothing, apart. */
function spoken(cluster: PenPosition[]): Piece[] {
  const text = cluster.map((glyph) => glyph.text).join('');
  const [bases, marks] = [cluster.filter(({ isMark }) => !isMark), cluster.filter(({ isMark }) => isMark)];
  if (bases.length === 0 || marks.length === 0) return [{ text, glyphs: cluster }];
  return [
    { text, glyphs: bases },
    { text: '', glyphs: marks },
  ];
}
