import { Blob, Font, Face as HarfBuzzFace } from 'harfbuzzjs';
import { FALLBACK_FAMILIES, type FaceFile, faceFiles, readSfnt } from './font-catalogue.ts';

/** A font file that is loaded: shapes text, draws glyphs, and goes into PDFs. Lengths are in em. */
export interface Face {
  /** The same for the same file, in every process. */
  key: string;
  sfnt: Uint8Array;
  font: Font;
  unitsPerEm: number;
  ascender: number;
  descender: number;
  characters: ReadonlySet<number>;
  /** Slants that its family lacks are drawn upright. */
  outline(glyph: number): string;
}

export interface FontRequest {
  family: string;
  weight: number;
  italic: boolean;
}

const faces = new Map<string, Face>();

function load(path: string): Face {
  const known = faces.get(path);
  if (known) return known;
  const sfnt = readSfnt(path);
  const face = new HarfBuzzFace(new Blob(sfnt));
  const font = new Font(face);
  const { ascender, descender } = font.hExtents();
  const outlines = new Map<number, string>();
  const loaded: Face = {
    key: path.split(/[/\\]/).at(-1) ?? path,
    sfnt,
    font,
    unitsPerEm: face.upem,
    ascender: ascender / face.upem,
    descender: descender / face.upem,
    characters: new Set(face.collectUnicodes()),
    outline: (glyph) => {
      const path = outlines.get(glyph) ?? font.glyphToPath(glyph);
      outlines.set(glyph, path);
      return path;
    },
  };
  faces.set(path, loaded);
  return loaded;
}

/** The families' files in the order in which they are asked for a character: the nearest weight and slant of each. */
function* candidates({ family, weight, italic }: FontRequest): Generator<string> {
  for (const name of [family, ...FALLBACK_FAMILIES.filter((fallback) => fallback !== family)]) {
    const all = faceFiles(name);
    const distance = (file: FaceFile) => Math.abs(file.weight - weight) + (file.italic === italic ? 0 : 10_000);
    const least = Math.min(...all.map(distance));
    for (const file of all) if (distance(file) === least) yield file.path;
  }
}

const chosen = new Map<string, Face | null>();

/** The first face that has all the characters of a grapheme; null where none has. */
export function faceFor(grapheme: string, request: FontRequest): Face | null {
  const memo = `${request.family} ${request.weight} ${request.italic} ${grapheme}`;
  const known = chosen.get(memo);
  if (known !== undefined) return known;
  const codePoints = [...grapheme]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code) => !isInvisible(code));
  let found: Face | null = null;
  for (const path of candidates(request)) {
    const face = load(path);
    if (!codePoints.every((code) => face.characters.has(code))) continue;
    found = face;
    break;
  }
  if (chosen.size > 20_000) chosen.clear();
  chosen.set(memo, found);
  return found;
}

/** The face that gives an element's lines their height and their baseline. */
export const primaryFace = (request: FontRequest): Face => {
  const face = faceFor('x', request);
  if (!face) throw new Error(`the family ${request.family} has no Latin letters`);
  return face;
};

/** Joiners, direction marks and variation selectors steer the text; no font has to show them. */
const isInvisible = (code: number): boolean =>
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x2069) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  code === 0xad ||
  code === 0xfeff;
