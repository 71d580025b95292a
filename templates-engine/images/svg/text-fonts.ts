import { FONT_FAMILIES } from '../../fonts/catalogue.ts';
import { type Face, faceFor } from '../../fonts/faces.ts';

/** Default family for texts of an SVG without a known family. */
export const DEFAULT_FAMILY = 'Noto Sans';
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
/** Maximum number of different characters for which fonts are looked up. */
const MAX_CHARACTERS = 2000;

/** Lists of families in attributes and styles of an SVG, each with its quotes. */
const FAMILY_LISTS =
  /(font-family\s*=\s*)("[^"]*"|'[^']*')|(font-family\s*:\s*)((?:"[^"]*"|'[^']*'|&quot;|[^;{}"'<>&])+)/gi;

/** Returns the family used for a name in an SVG; null if the next name in the list should be tried. */
function familyFor(name: string): string | null {
  const known = FONT_FAMILIES.find((family) => family.toLowerCase() === name.toLowerCase());
  if (known) return known;
  return GENERIC[name.toLowerCase()] ?? (SERIF.test(name) && !/sans/i.test(name) ? 'Lora' : null);
}

const namesIn = (list: string): string[] =>
  list
    .replaceAll(/["']|&quot;/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

const shownFamily = (list: string): string =>
  namesIn(list).flatMap((name) => familyFor(name) ?? [])[0] ?? DEFAULT_FAMILY;

/** Replaces the families in an SVG by available ones, and returns the faces that its texts need. */
export function withOwnFamilies(svg: string): { svg: string; faces: Set<Face> } {
  const families = new Set([DEFAULT_FAMILY]);
  const named = svg.replaceAll(FAMILY_LISTS, (_, attribute, quoted, property, list) => {
    const family = shownFamily(quoted ?? list ?? '');
    families.add(family);
    return attribute ? `${attribute}"${family}"` : `${property}${family}`;
  });
  return { svg: named, faces: facesFor(svg, families) };
}

/** Returns the faces that could be needed: for each character in each family, with the weights and slants that the SVG mentions. */
function facesFor(svg: string, families: ReadonlySet<string>): Set<Face> {
  const characters = new Set(textOf(svg));
  const weights = new Set([400, ...(/bold/i.test(svg) ? [700] : []), ...numericWeights(svg)]);
  const slants = /italic|oblique/i.test(svg) ? [false, true] : [false];
  const faces = new Set<Face>();
  for (const character of [...characters].slice(0, MAX_CHARACTERS))
    for (const family of families)
      for (const weight of weights)
        for (const italic of slants) {
          const face = faceFor(character, { family, weight, italic });
          // Colour fonts are left out, because the renderer does not support them and their glyphs would be blank.
          if (face && !face.layers) faces.add(face);
        }
  return faces;
}

const numericWeights = (svg: string): number[] =>
  [...svg.matchAll(/font-weight\s*[=:]\s*["']?\s*([1-9]00)/gi)].map(([, weight]) => Number(weight));

/** Returns the text between tags, with numeric character references resolved. */
const textOf = (svg: string): string =>
  svg.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
