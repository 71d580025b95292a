import { Direction, Feature, GlyphFlag, Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import type { Face } from '../fonts/faces.ts';
import { HYPHEN } from './paragraph.ts';

const CURSIVE =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}]/u;

/** Scripts whose letters join: letter spacing does not apply to them. */
export const isCursive = (text: string): boolean => CURSIVE.test(text);

/** Lengths are in em; positions go along the text from left to right. */
export interface TextGlyph {
  id: number;
  x: number;
  y: number;
  advance: number;
  /** The characters that it stands for; '' where another glyph of the cluster does. */
  text: string;
  /** Where its characters begin. */
  cluster: number;
  /** Whether the text may be parted before it, each part shaped alone being as it is here. */
  isApart: boolean;
}

/** Which characters of a text are shaped, and how. */
interface Shaping {
  start: number;
  end: number;
  level: number;
  letterSpacing: number;
  language: string | null;
  /** Whether its last character is a soft hyphen that is shown. */
  isHyphenated: boolean;
}

/** One for all: each takes WebAssembly memory, which the garbage collector does not see. */
const buffer = new HarfBuzzBuffer();
const NO_LIGATURES = ['-liga', '-clig', '-dlig'].flatMap((text) => Feature.fromString(text) ?? []);

/** Shapes the characters from start to end of a text; lengths in em of the face. */
export function shapeText(
  face: Face,
  context: string,
  { start, end, level, letterSpacing, language, isHyphenated }: Shaping,
): TextGlyph[] {
  const text = context.slice(start, end);
  const shown = isHyphenated ? context.slice(0, end - 1) + HYPHEN + context.slice(end) : context;
  buffer.clearContents();
  buffer.addText(shown, start, end - start);
  buffer.guessSegmentProperties();
  if (language) buffer.setLanguage(language);
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  shape(face.font, buffer, letterSpacing !== 0 && !isCursive(text) ? NO_LIGATURES : []);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const textOf = textsOf(infos, context, end);
  const em = face.unitsPerEm;
  let offset = 0;
  return infos.map(({ codepoint, cluster, flags }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const own = textOf[index] ?? '';
    const x = (offset + xOffset) / em;
    offset += xAdvance;
    const isApart = (flags & GlyphFlag.UNSAFE_TO_BREAK) === 0;
    return { id: codepoint, x, y: yOffset / em, advance: xAdvance / em, text: own, cluster, isApart };
  });
}

/** Of each glyph, the characters up to those of the next cluster; '' but for a cluster's first glyph. */
function textsOf(infos: readonly { cluster: number }[], context: string, end: number): string[] {
  const isInOrder = infos.every(({ cluster }, index) => index === 0 || cluster >= (infos[index - 1]?.cluster ?? 0));
  const starts = isInOrder ? null : [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const texts: string[] = new Array(infos.length).fill('');
  if (starts) {
    const textOf = new Map(starts.map((from, index) => [from, context.slice(from, starts[index + 1] ?? end)]));
    for (const [index, { cluster }] of infos.entries()) {
      texts[index] = textOf.get(cluster) ?? '';
      textOf.set(cluster, '');
    }
    return texts;
  }
  for (let [index, to] = [infos.length - 1, end]; index >= 0; index--) {
    const { cluster = 0 } = infos[index] ?? {};
    if (infos[index - 1]?.cluster === cluster) continue;
    texts[index] = context.slice(cluster, to);
    to = cluster;
  }
  return texts;
}
