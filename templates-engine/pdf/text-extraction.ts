import type { PenPosition } from '../text/glyph-positions.ts';
import type { PlacedLine } from '../text/layout.ts';
import { RIGHT_TO_LEFT } from '../text/shaping.ts';

/** What a PDF shows of a line. */
interface SpokenLine {
  /** What the glyphs say together, where readers would take it for something else (ActualText). */
  text: string | null;
  /** In the order of the text, each with its share of it: plain readers take them as they come. */
  glyphs: PenPosition[];
  /** Glyphs that say nothing and are drawn as shapes: there are more of them than characters, or they are coloured. */
  outlines: PenPosition[];
}

/**
 * Shares a line's text out among its glyphs. Letters that are set apart would be read as words, and words of a letter
 * as a word that is set apart: such a line is said whole.
 */
export function speak({ line, letterSpacing }: PlacedLine, glyphs: readonly PenPosition[]): SpokenLine {
  const clusters = clustersOf(glyphs).map(share);
  const isApart = letterSpacing !== 0 || /^\S( \S)+$/u.test(line.text);
  return {
    text: isApart && !RIGHT_TO_LEFT.test(line.text) ? line.text : null,
    glyphs: clusters.flatMap(({ speaking }) => speaking),
    outlines: clusters.flatMap(({ silent }) => silent),
  };
}

/** Glyphs that together stand for the same characters, in the order of the text. */
function clustersOf(glyphs: readonly PenPosition[]): PenPosition[][] {
  const clusters = new Map<number, PenPosition[]>();
  for (const glyph of glyphs) {
    const cluster = clusters.get(glyph.cluster);
    if (cluster) cluster.push(glyph);
    else clusters.set(glyph.cluster, [glyph]);
  }
  return [...clusters].sort(([a], [b]) => a - b).map(([, cluster]) => cluster);
}

/**
 * A character for each glyph that takes room, the rest for the last; readers lose their place at marks. A vowel that
 * stands on both sides of its consonant is two characters where Unicode takes it apart.
 */
function share(cluster: readonly PenPosition[]): { speaking: PenPosition[]; silent: PenPosition[] } {
  const text = cluster.map((glyph) => glyph.text).join('');
  const bases = cluster.filter(({ isMark }) => !isMark);
  const characters = bases.length > [...text].length ? [...text.normalize('NFD')] : [...text];
  const speaking = (bases.length > 0 ? bases : cluster).slice(0, Math.max(1, characters.length));
  return {
    speaking: speaking.map((glyph, index) => ({
      ...glyph,
      text: characters.slice(index, index === speaking.length - 1 ? undefined : index + 1).join(''),
    })),
    silent: cluster.filter((glyph) => glyph.face.layers || !speaking.includes(glyph)),
  };
}
