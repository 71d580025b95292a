import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Package of each family. Fonts for a character are tried in this order. Adding a row makes a family known. */
const PACKAGES: readonly (readonly [family: string, name: string])[] = [
  ['Inter', 'inter'],
  ['Playfair Display', 'playfair-display'],
  ['Cormorant Garamond', 'cormorant-garamond'],
  ['EB Garamond', 'eb-garamond'],
  ['Lora', 'lora'],
  ['Cinzel', 'cinzel'],
  ['Montserrat', 'montserrat'],
  ['Great Vibes', 'great-vibes'],
  ['Dancing Script', 'dancing-script'],
  ['Noto Sans', 'noto-sans'],
  ['Noto Sans Arabic', 'noto-sans-arabic'],
  ['Noto Sans Hebrew', 'noto-sans-hebrew'],
  ['Noto Sans Armenian', 'noto-sans-armenian'],
  ['Noto Sans Georgian', 'noto-sans-georgian'],
  ['Noto Sans Ethiopic', 'noto-sans-ethiopic'],
  ['Noto Sans Devanagari', 'noto-sans-devanagari'],
  ['Noto Sans Bengali', 'noto-sans-bengali'],
  ['Noto Sans Gurmukhi', 'noto-sans-gurmukhi'],
  ['Noto Sans Gujarati', 'noto-sans-gujarati'],
  ['Noto Sans Tamil', 'noto-sans-tamil'],
  ['Noto Sans Telugu', 'noto-sans-telugu'],
  ['Noto Sans Kannada', 'noto-sans-kannada'],
  ['Noto Sans Malayalam', 'noto-sans-malayalam'],
  ['Noto Sans Sinhala', 'noto-sans-sinhala'],
  ['Noto Sans Thai', 'noto-sans-thai'],
  ['Noto Sans Lao', 'noto-sans-lao'],
  ['Noto Sans Khmer', 'noto-sans-khmer'],
  ['Noto Sans Myanmar', 'noto-sans-myanmar'],
  ['Noto Sans SC', 'noto-sans-sc'],
  ['Noto Sans TC', 'noto-sans-tc'],
  ['Noto Sans JP', 'noto-sans-jp'],
  ['Noto Sans KR', 'noto-sans-kr'],
  ['Noto Sans Symbols', 'noto-sans-symbols'],
  ['Noto Sans Symbols 2', 'noto-sans-symbols-2'],
  ['Noto Sans Math', 'noto-sans-math'],
  ['Noto Color Emoji', 'noto-color-emoji'],
  ['Noto Serif', 'noto-serif'],
  ['Noto Sans Syriac', 'noto-sans-syriac'],
  ["Noto Sans N'Ko", 'noto-sans-nko'],
  ['Noto Sans Adlam', 'noto-sans-adlam'],
  ['Noto Sans Mongolian', 'noto-sans-mongolian'],
  ['Noto Sans Thaana', 'noto-sans-thaana'],
  ['Noto Serif Tibetan', 'noto-serif-tibetan'],
  ['Noto Sans Oriya', 'noto-sans-oriya'],
  ['Noto Sans Cherokee', 'noto-sans-cherokee'],
  ['Noto Sans Canadian Aboriginal', 'noto-sans-canadian-aboriginal'],
  ['Noto Sans Tifinagh', 'noto-sans-tifinagh'],
  ['Noto Sans Javanese', 'noto-sans-javanese'],
  ['Noto Sans Coptic', 'noto-sans-coptic'],
  ['Noto Music', 'noto-music'],
  ['Noto Nastaliq Urdu', 'noto-nastaliq-urdu'],
  ['Noto Sans Ol Chiki', 'noto-sans-ol-chiki'],
  ['Noto Sans Meetei Mayek', 'noto-sans-meetei-mayek'],
  ['Noto Sans Yi', 'noto-sans-yi'],
  ['Noto Sans Balinese', 'noto-sans-balinese'],
  ['Noto Sans Sundanese', 'noto-sans-sundanese'],
  ['Noto Sans Hanifi Rohingya', 'noto-sans-hanifi-rohingya'],
  ['Noto Sans Cham', 'noto-sans-cham'],
  ['Noto Sans Tai Le', 'noto-sans-tai-le'],
  ['Noto Sans New Tai Lue', 'noto-sans-new-tai-lue'],
  ['Noto Sans Tai Tham', 'noto-sans-tai-tham'],
  ['Noto Sans Tai Viet', 'noto-sans-tai-viet'],
  ['Noto Sans Kayah Li', 'noto-sans-kayah-li'],
  ['Noto Sans Lisu', 'noto-sans-lisu'],
  ['Noto Sans Miao', 'noto-sans-miao'],
  ['Noto Sans Lepcha', 'noto-sans-lepcha'],
  ['Noto Sans Limbu', 'noto-sans-limbu'],
  ['Noto Sans Newa', 'noto-sans-newa'],
  ['Noto Sans Saurashtra', 'noto-sans-saurashtra'],
  ['Noto Sans Syloti Nagri', 'noto-sans-syloti-nagri'],
  ['Noto Sans Bamum', 'noto-sans-bamum'],
  ['Noto Sans Vai', 'noto-sans-vai'],
  ['Noto Sans Osage', 'noto-sans-osage'],
];

/** Family with the Han characters that the family of a region lacks, in the forms of all regions. */
export const HAN_FAMILY = 'Noto Sans CJK';

/** Families that no package has (`fonts/build.py`), with their characters. They have no Latin letters, so they cannot be chosen. */
const BUILT: Readonly<Record<string, { name: string; range: string }>> = {
  [HAN_FAMILY]: {
    name: 'noto-sans-cjk',
    range: 'U+2E80-2FDF,U+3005-3007,U+3021-3029,U+3038-303B,U+3400-4DBF,U+4E00-9FFF,U+F900-FAFF,U+20000-3FFFF',
  },
  'Noto Sans Chakma': { name: 'noto-sans-chakma', range: 'U+11100-1114F' },
  'Noto Sans Batak': { name: 'noto-sans-batak', range: 'U+1BC0-1BFF' },
  'Noto Sans Wancho': { name: 'noto-sans-wancho', range: 'U+1E2C0-1E2FF' },
  'Noto Sans Mandaic': { name: 'noto-sans-mandaic', range: 'U+0840-085F' },
  'Noto Serif Nyiakeng Puachue Hmong': { name: 'noto-serif-nyiakeng-puachue-hmong', range: 'U+1E100-1E14F' },
};
const BUILT_FILES = fileURLToPath(new URL('../../fonts/files/', import.meta.url));

/** Ranges of files that contain more than their packages declare. */
const RANGES: Readonly<Record<string, Record<string, string>>> = {
  'noto-sans-math': { latin: 'U+0000-00FF,U+0131,U+0300-03FF,U+2000-2BFF,U+1D400-1D7FF,U+1EE00-1EEFF' },
};

export const EMOJI_FAMILY = 'Noto Color Emoji';
export const FONT_FAMILIES: readonly string[] = PACKAGES.map(([family]) => family);
/** All families, in the order in which they are tried for a character. */
export const ALL_FAMILIES: readonly string[] = [...FONT_FAMILIES, ...Object.keys(BUILT)];

export interface FaceFile {
  path: string;
  weight: number;
  italic: boolean;
  /** Returns true if the file can contain a character. Only the font itself is certain. */
  covers(codePoint: number): boolean;
}

const require = createRequire(import.meta.url);
const files = new Map<string, FaceFile[]>();

/** Returns the files of a family: one for each script or group of characters, weight and slant. */
export function faceFiles(family: string): FaceFile[] {
  const known = files.get(family);
  if (known) return known;
  const found = builtFiles(family) ?? packagedFiles(family);
  files.set(family, found);
  return found;
}

function builtFiles(family: string): FaceFile[] | null {
  const built = BUILT[family];
  return built ? matchingFiles(BUILT_FILES, `${built.name}-`, built.range) : null;
}

function packagedFiles(family: string): FaceFile[] {
  const name = PACKAGES.find(([listed]) => listed === family)?.[1];
  if (!name) return [];
  const directory = dirname(require.resolve(`@fontsource/${name}/package.json`));
  const told = JSON.parse(readFileSync(join(directory, 'unicode.json'), 'utf8')) as Record<string, string>;
  const ranges = { ...told, ...RANGES[name] };
  // One file contains all emoji, so that sequences are joined.
  const groups = family === EMOJI_FAMILY ? { emoji: 'U+0-10FFFF' } : ranges;
  const found = Object.entries(groups).flatMap(([group, range]) => filesOf(directory, name, group, range));
  // Latin comes first, because most texts need it.
  found.sort(
    (a, b) => Number(b.path.includes('-latin-')) - Number(a.path.includes('-latin-')) || a.path.length - b.path.length,
  );
  if (family === 'Noto Sans') found.push(...wholeNotoSans());
  return found;
}

/** Returns the families that users can choose, with their weights. */
export const fontFamilies = (): { family: string; weights: number[]; hasItalic: boolean }[] =>
  FONT_FAMILIES.filter((family) => family !== EMOJI_FAMILY).map((family) => {
    const all = faceFiles(family);
    const weights = [...new Set(all.map(({ weight }) => weight))].sort((a, b) => a - b);
    return { family, weights, hasItalic: all.some(({ italic }) => italic) };
  });

/** Returns the file (WOFF) of a family's Latin letters in the nearest weight and slant; null for an unknown family. */
export function fontFile(family: string, { weight, italic }: { weight: number; italic: boolean }): string | null {
  return nearestFace(faceFiles(family), { weight, italic })?.path ?? null;
}

interface Appearance {
  weight: number;
  italic: boolean;
}

/** Returns the distance of a face from the requested weight and slant. Any face with the right slant is nearer than all others. */
export const faceDistance = (face: Appearance, { weight, italic }: Appearance): number =>
  Math.abs(face.weight - weight) + (face.italic === italic ? 0 : 10_000);

/** Returns the nearest face, or the first of equally near ones; undefined for an empty list. */
export function nearestFace<Face extends Appearance>(faces: readonly Face[], wanted: Appearance): Face | undefined {
  const [first, ...more] = faces;
  if (!first) return undefined;
  return more.reduce(
    (nearest, face) => (faceDistance(face, wanted) < faceDistance(nearest, wanted) ? face : nearest),
    first,
  );
}

/**
 * Returns Noto Sans as a single file per style. A letter and its mark can be in different groups, but are only positioned within one font.
 */
function wholeNotoSans(): FaceFile[] {
  const directory = dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'));
  return readdirSync(directory).flatMap((folder) => {
    const match = /^(\d00)[A-Za-z]+?(_Italic)?$/.exec(folder);
    if (!match) return [];
    const path = join(directory, folder, `NotoSans_${folder}.ttf`);
    return [{ path, weight: Number(match[1]), italic: match[2] !== undefined, covers: () => true }];
  });
}

/** Returns the files of one group of a family. Numbered groups are listed as `[12]`. */
function filesOf(directory: string, name: string, group: string, range: string): FaceFile[] {
  return matchingFiles(join(directory, 'files'), `${name}-${group.replace(/^\[(\d+)\]$/, '$1')}-`, range);
}

/** Returns the files of a directory whose names are a prefix, a weight and a slant. */
function matchingFiles(directory: string, prefix: string, range: string): FaceFile[] {
  const covers = parseRange(range);
  return listing(directory).flatMap((file) => {
    const match = file.startsWith(prefix) ? /^(\d00)-(normal|italic)\.woff$/.exec(file.slice(prefix.length)) : null;
    if (!match) return [];
    return [{ path: join(directory, file), weight: Number(match[1]), italic: match[2] === 'italic', covers }];
  });
}

const listings = new Map<string, string[]>();
function listing(directory: string): string[] {
  const known = listings.get(directory) ?? readdirSync(directory);
  listings.set(directory, known);
  return known;
}

/** Parses a CSS `unicode-range`, as in `U+0000-00FF,U+0131`. */
function parseRange(range: string): (codePoint: number) => boolean {
  const spans = range.split(',').map((span) => {
    const [from = '0', to = from] = span.trim().slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (codePoint) => spans.some(([from, to]) => codePoint >= from && codePoint <= to);
}
