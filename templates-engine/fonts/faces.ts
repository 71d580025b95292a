/**
 * Fonts: the catalogue, faces of organisations, and a face for every character. Both outputs and all processes choose the same face for the
 * same request. A face of an organisation is read only in a child process. Loaded faces are cached within a limit of memory.
 */

import { Blob, Font, Face as HarfBuzzFace } from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import { type FaceFile, faceDistance, faceFiles } from './catalogue.ts';
import { type ColorLayer, colorLayers } from './color-glyphs.ts';
import { familiesFor } from './fallback.ts';
import type { HanStyle } from './han-style.ts';
import { type OwnFonts, ownFamily, readOwnFont } from './own-fonts.ts';
import { readSfnt } from './sfnt.ts';

/** Loaded font file, for shaping, outlines and embedding. Lengths are in em. */
export interface Face {
  /** Key of the file, the same in every process. */
  key: string;
  /** Name in PDFs. */
  name: string;
  sfnt: Uint8Array;
  font: Font;
  unitsPerEm: number;
  ascender: number;
  descender: number;
  characters: ReadonlySet<number>;
  /** Returns SVG path data in font units. If the family has no italic, the outline is upright. */
  outline(glyph: number): string;
  /** Returns the coloured shapes of a glyph. Null for a font without colours. */
  layers: ((glyph: number) => readonly ColorLayer[]) | null;
}

export interface FontRequest {
  family: string;
  weight: number;
  italic: boolean;
  /** Families of the organisation. They take precedence over the catalogue. */
  own?: OwnFonts | undefined;
  /** Regional form of Han characters that the family lacks. */
  han?: HanStyle | null;
}

/** Maximum size of loaded fonts in bytes. It is enough for 30 scripts in a few weights; all fonts together are a hundred times larger. */
const MAX_BYTES = 32_000_000;
const faces = new LRUCache<string, Face>({ maxSize: MAX_BYTES, sizeCalculation: ({ sfnt }) => sfnt.length });
/** File of each requested grapheme, by request. Keeps no face in memory. */
const chosen = new LRUCache<string, Choice>({ max: 20_000 });
/** Files for plain Latin letters by request. There are a few hundred such letters. */
const plain = new LRUCache<string, Map<string, string | null>>({ max: 200 });
/** Keys of the faces of each requested family. */
const ofFamily = new LRUCache<string, ReadonlySet<string>>({ max: 200 });

/** Returns the key of a file: its name, or the digest of an uploaded font. */
const keyOfFile = ({ path }: { path: string }): string => path.split(/[/\\:]/).at(-1) ?? path;

function load(path: string): Face {
  const known = faces.get(path);
  if (known) return known;
  const own = readOwnFont(path);
  const loaded = makeFace(keyOfFile({ path }), own?.sfnt ?? readSfnt(path), path.includes('color'));
  faces.set(path, loaded);
  return loaded;
}

/** Id of the PostScript name. The start of the digest is appended to it, because instances of a variable font share their name. */
const POSTSCRIPT_NAME = 6;
const NAME_LENGTH = 40;

/** Creates a face from plain sfnt. `key` is a file name, or the digest of an uploaded font. */
export function makeFace(key: string, sfnt: Uint8Array, isColored = false): Face {
  const face = new HarfBuzzFace(new Blob(sfnt));
  const font = new Font(face);
  const { ascender, descender } = font.hExtents();
  const isFile = key.includes('.');
  return {
    key,
    name: isFile
      ? key.replace(/\.\w+$/, '')
      : `${face.getName(POSTSCRIPT_NAME, 'en').slice(0, NAME_LENGTH)}-${key.slice(0, 8)}`,
    sfnt,
    font,
    unitsPerEm: face.upem,
    ascender: ascender / face.upem,
    descender: descender / face.upem,
    characters: new Set(face.collectUnicodes()),
    outline: memo((glyph) => font.glyphToPath(glyph)),
    layers: isColored ? memo((glyph) => colorLayers(font, glyph)) : null,
  };
}

function memo<Result>(compute: (glyph: number) => Result): (glyph: number) => Result {
  const known = new Map<number, Result>();
  return (glyph) => {
    const result = known.get(glyph) ?? compute(glyph);
    known.set(glyph, result);
    return result;
  };
}

/** File of a grapheme, and its family; both are null if no font has the grapheme. */
interface Choice {
  path: string | null;
  family: string | null;
}
const NONE: Choice = { path: null, family: null };

/** Yields the files of a family that can contain a grapheme, in the nearest weight and slant. */
function* candidates(codePoints: readonly number[], family: string, request: FontRequest): Generator<string> {
  const files = (family === request.family && ownFamily(request)?.files) || faceFiles(family);
  const all = files.filter((file) => codePoints.every((code) => file.covers(code)));
  const distance = (file: FaceFile) => faceDistance(file, request);
  const least = Math.min(...all.map(distance));
  for (const file of all) if (distance(file) === least) yield file.path;
}

/** Returns the first file with all characters of a grapheme, of one family or in the order of preference. */
function choose(grapheme: string, request: FontRequest, only?: string): Choice {
  const key = `${keyOf(request)} ${only ?? ''} ${grapheme}`;
  const known = chosen.get(key);
  if (known) return known;
  const codePoints = [...grapheme]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code) => !isInvisible(code));
  const families = only === undefined ? familiesFor(grapheme, request.family, request.han) : [only];
  const found = firstWith(codePoints, families, request);
  chosen.set(key, found);
  return found;
}

function firstWith(codePoints: readonly number[], families: readonly string[], request: FontRequest): Choice {
  for (const family of families) {
    for (const path of candidates(codePoints, family, request)) {
      const { characters } = load(path);
      if (codePoints.every((code) => characters.has(code))) return { path, family };
    }
  }
  return NONE;
}

/** Returns the family that shows a grapheme; null if no font has it. */
export const familyFor = (grapheme: string, request: FontRequest): string | null => choose(grapheme, request).family;

/**
 * Returns the family for all letters of a word: the requested one, or else the first with every letter. Returns null if no family has all
 * of them.
 */
export function familyOfWord(letters: readonly string[], request: FontRequest): string | null {
  const lacking = letters.find((letter) => familyFor(letter, request) !== request.family);
  if (lacking === undefined) return request.family;
  const families = familiesFor(lacking, request.family, request.han);
  const hasAll = (family: string) => letters.every((letter) => choose(letter, request, family).path !== null);
  return families.find(hasAll) ?? null;
}

const keyOf = (request: FontRequest): string =>
  `${ownFamily(request)?.id ?? ''} ${request.family} ${request.weight} ${request.italic} ${request.han ?? ''}`;

/** Returns the first face with all characters of a grapheme, of one family or of any; null if no face has them. */
export function faceFor(grapheme: string, request: FontRequest, only?: string): Face | null {
  const { path } = choose(grapheme, request, only);
  return path === null ? null : load(path);
}

/** Returns true if a face belongs to the requested family, and is no fallback. */
export function isOfFamily(face: Face, request: FontRequest): boolean {
  const key = keyOf(request);
  const known = ofFamily.get(key) ?? new Set((ownFamily(request)?.files ?? faceFiles(request.family)).map(keyOfFile));
  ofFamily.set(key, known);
  return known.has(face.key);
}

/** Returns a lookup of faces for plain Latin text, which requests few graphemes many times. */
export function plainFaces(request: FontRequest): (letter: string) => Face | null {
  const key = keyOf(request);
  const paths = plain.get(key) ?? new Map<string, string | null>();
  plain.set(key, paths);
  let last: { path: string; face: Face } | undefined;
  return (letter) => {
    const known = paths.get(letter);
    const path = known === undefined ? choose(letter, request).path : known;
    paths.set(letter, path);
    if (path === null) return null;
    if (last?.path !== path) last = { path, face: load(path) };
    return last.face;
  };
}

/** Returns the face that determines the height and baseline of a text's lines. */
export const primaryFace = (request: FontRequest): Face => {
  const face = faceFor('x', request);
  if (!face) throw new Error(`Family ${request.family} has no Latin letters`);
  return face;
};

/** Returns true for joiners, direction marks and variation selectors. They are not drawn, so no font needs them. */
const isInvisible = (code: number): boolean =>
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x2069) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0x180b && code <= 0x180f) ||
  (code >= 0xe0100 && code <= 0xe01ef) ||
  code === 0xad ||
  code === 0x61c ||
  code === 0xfeff;
