import { Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import { FONT_FAMILIES } from '../../fonts/catalogue.ts';
import { type Face, faceFor } from '../../fonts/faces.ts';
import { hanLanguage, hanStyle } from '../../fonts/han-style.ts';
import { renamedFont } from './renamed-font.ts';
import { nodesIn, type SvgNode, textOfNode } from './svg-node.ts';
import { refuse } from './svg-references.ts';

/** Default family for texts of an SVG without a known family. */
const DEFAULT_FAMILY = 'Noto Sans';
/** Substitutes for families: generic ones, and those whose names indicate serifs. */
const GENERIC: Readonly<Record<string, string>> = {
  serif: 'Lora',
  'sans-serif': DEFAULT_FAMILY,
  'system-ui': DEFAULT_FAMILY,
  monospace: DEFAULT_FAMILY,
  cursive: 'Dancing Script',
  fantasy: 'Cinzel',
};
const SERIF =
  /serif|times|georgia|garamond|palatino|cambria|bodoni|didot|baskerville|caslon|minion|roman|book antiqua/i;

/** Returns the family used for a name in an SVG; null if the next name in the list should be tried. */
function familyFor(name: string): string | null {
  const known = FONT_FAMILIES.find((family) => family.toLowerCase() === name.toLowerCase());
  if (known) return known;
  return GENERIC[name.toLowerCase()] ?? (SERIF.test(name) && !/sans/i.test(name) ? 'Lora' : null);
}

const shownFamily = (list: string): string =>
  list
    .replaceAll(/["']/g, '')
    .split(',')
    .flatMap((name) => familyFor(name.trim()) ?? [])[0] ?? DEFAULT_FAMILY;

/** Font of a text, as its element and those around it set it. */
interface Style {
  family: string;
  weight: number;
  italic: boolean;
  language: string | null;
}

const SETS_TEXT: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath']);
/** Characters that take the font of those before them: spaces, marks, joiners. */
const WITHOUT_FONT = /^[\s\p{M}\p{Cf}\p{Cc}]$/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Text in scripts that need no substitutions of glyphs. */
const SIMPLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]*$/u;
const isTextNode = ({ name }: SvgNode): boolean => name === 'text';

export const hasText = (root: SvgNode): boolean => [...nodesIn(root)].some(isTextNode);

/**
 * Sets every text of an SVG in a font of the catalogue: each part in the file that has its characters. A family consists of several files,
 * one for each script, and resvg would choose one by its name. Returns the files. `language` is that of the design.
 */
export function setFonts(root: SvgNode, language: string | null): Uint8Array[] {
  const fonts = new Map<Face, string>();
  const nameOf = (face: Face): string => {
    const name = fonts.get(face) ?? `laurel-${fonts.size}`;
    fonts.set(face, name);
    return name;
  };
  setIn(root, { family: DEFAULT_FAMILY, weight: 400, italic: false, language }, nameOf);
  const text = [...nodesIn(root)].filter(isTextNode).map(textOfNode).join('');
  // Other scripts need the substitutions of their font.
  const isSimple = fonts.size > 1 && SIMPLE.test(text);
  const han = hanStyle(text, language);
  const shown = han ? hanLanguage(han, language) : language;
  return [...fonts].map(([face, name]) => renamedFont(face.sfnt, name, isSimple ? glyphsOf(face, text, shown) : null));
}

/** Returns the glyph of each character in a face, in the forms of a language (BCP 47); 0 for a character that it lacks. */
function glyphsOf(face: Face, text: string, language: string | null): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (const character of new Set(text)) {
    const code = character.codePointAt(0) ?? 0;
    const buffer = new HarfBuzzBuffer();
    buffer.addText(character);
    buffer.guessSegmentProperties();
    if (language) buffer.setLanguage(language);
    if (face.characters.has(code)) shape(face.font, buffer);
    glyphs.set(code, face.characters.has(code) ? (buffer.getGlyphInfos()[0]?.codepoint ?? 0) : 0);
  }
  return glyphs;
}

function setIn(node: SvgNode, inherited: Style, nameOf: (face: Face) => string): void {
  const style = styleOf(node, inherited);
  const isText = SETS_TEXT.has(node.name);
  if (isText) delete node.attributes['font-family'];
  const han = isText ? hanStyle(textOfNode(node), style.language) : null;
  node.children = node.children.flatMap((child): SvgNode['children'] => {
    if (typeof child !== 'string') {
      setIn(child, style, nameOf);
      return [child];
    }
    if (!isText) return [child];
    return runsOf(child, (grapheme) => faceOf(grapheme, { ...style, han })).map(({ text, face }) =>
      face ? { name: 'tspan', attributes: { 'font-family': nameOf(face) }, children: [text], parent: node } : text,
    );
  });
}

function styleOf({ attributes }: SvgNode, inherited: Style): Style {
  const { 'font-family': families, 'font-weight': weight, 'font-style': slant } = attributes;
  return {
    family: families && families !== 'inherit' ? shownFamily(families) : inherited.family,
    weight: weightOf(weight, inherited.weight),
    italic: slant && slant !== 'inherit' ? /italic|oblique/.test(slant) : inherited.italic,
    language: attributes['xml:lang'] ?? attributes.lang ?? inherited.language,
  };
}

function weightOf(text: string | undefined, inherited: number): number {
  const named = { normal: 400, bold: 700, bolder: Math.min(900, inherited + 300), lighter: 300 }[text ?? ''];
  const number = Number(text);
  return named ?? (number >= 1 && number <= 1000 ? number : inherited);
}

/** Returns the face of a grapheme. */
function faceOf(grapheme: string, request: Parameters<typeof faceFor>[1]): Face {
  const face = faceFor(grapheme, request);
  // resvg draws no coloured glyphs.
  return face && !face.layers ? face : refuse(`a text with ${JSON.stringify(grapheme)}, which has no outline`);
}

/** Splits a text where its face changes. Spaces and marks have the face of the character before them. */
function runsOf(text: string, faceFrom: (grapheme: string) => Face): { text: string; face: Face | null }[] {
  const runs: { text: string; face: Face | null }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1);
    const face = WITHOUT_FONT.test(segment) ? (last?.face ?? null) : faceFrom(segment);
    if (!last || (last.face !== null && last.face !== face)) runs.push({ text: segment, face });
    else runs.splice(-1, 1, { text: last.text + segment, face });
  }
  return runs;
}
