import { Direction, Feature, GlyphFlag, Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import type { Face } from '../../fonts/faces.ts';
import { HYPHEN } from './faces-of-text.ts';

const CURSIVE =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}]/u;

/** Returns true for scripts with joining letters. Letter spacing does not apply to them. */
export const isCursive = (text: string): boolean => CURSIVE.test(text);

/** Glyph of a shaped text. Lengths are in em, positions run from left to right. */
export interface TextGlyph {
  id: number;
  x: number;
  y: number;
  advance: number;
  /** Characters that the glyph represents; '' if another glyph of the cluster has them. */
  text: string;
  /** Position where its characters start. */
  cluster: number;
  /** Set if the text can be split before this glyph without changing the shapes of the two parts. */
  isApart: boolean;
}

/** Range of characters to shape, and settings. */
interface Shaping {
  start: number;
  end: number;
  level: number;
  /** Script (ISO 15924); null if HarfBuzz recognises it. */
  script: string | null;
  letterSpacing: number;
  language: string | null;
  /** Set if its last character is a visible soft hyphen. */
  isHyphenated: boolean;
}

/** Shared buffer. Each buffer takes WebAssembly memory that the garbage collector does not see. */
const buffer = new HarfBuzzBuffer();
const NO_LIGATURES = ['-liga', '-clig', '-dlig'].flatMap((text) => Feature.fromString(text) ?? []);

/** Shapes a range of a text. Lengths are in em of the face. */
export function shapeText(
  face: Face,
  context: string,
  { start, end, level, script, letterSpacing, language, isHyphenated }: Shaping,
): TextGlyph[] {
  const text = context.slice(start, end);
  const shown = isHyphenated ? context.slice(0, end - 1) + HYPHEN + context.slice(end) : context;
  buffer.clearContents();
  buffer.addText(shown, start, end - start);
  buffer.guessSegmentProperties();
  if (script) buffer.setScript(script);
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

/** Returns the characters of each glyph, up to the start of the next cluster. All glyphs of a cluster after the first get ''. */
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
