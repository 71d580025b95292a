import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type FaceFile, FONT_FAMILIES } from './catalogue.ts';

/** A face of a family that an organisation has uploaded, as a design refers to it. */
export interface OwnFace {
  family: string;
  weight: number;
  italic: boolean;
  /** SHA-256 (hex) of its file, a font of one face that was made safe. */
  digest: string;
}

/** A family's faces. The first of those that have a character, the weight and the slant is taken. */
export interface OwnFamily {
  /** The same for the same faces. */
  id: string;
  files: readonly FaceFile[];
}

/** Families by `familyKey`. */
export type OwnFonts = ReadonlyMap<string, OwnFamily>;

/** The most characters of a family's name. */
export const MAX_FAMILY_LENGTH = 100;

/** What a family is looked up by: names that differ in case alone are the same. */
export const familyKey = (family: string): string => family.normalize('NFC').toLowerCase();

/** The family that is asked for among the organisation's own; undefined where it has none of the name. */
export const ownFamily = ({ own, family }: { own?: OwnFonts | undefined; family: string }): OwnFamily | undefined =>
  own && own.size > 0 ? own.get(familyKey(family)) : undefined;

const CATALOGUE_KEYS = new Set(FONT_FAMILIES.map(familyKey));

/** Whether the product's own catalogue has a family of the name. */
export const isCatalogueFamily = (family: string): boolean => CATALOGUE_KEYS.has(familyKey(family));

/** Of all faces, those that belong to one of the families, in their order. */
export function facesOfFamilies(faces: readonly OwnFace[], families: readonly string[]): OwnFace[] {
  const wanted = new Set(families.map(familyKey));
  return faces.filter(({ family }) => wanted.has(familyKey(family)));
}

export function ownFonts(faces: readonly OwnFace[]): OwnFonts {
  const byFamily = new Map<string, OwnFace[]>();
  for (const face of faces) {
    const key = familyKey(face.family);
    const known = byFamily.get(key);
    if (known) known.push(face);
    else byFamily.set(key, [face]);
  }
  return new Map([...byFamily].map(([key, own]) => [key, familyOf(own)]));
}

const PREFIX = 'own:';

function familyOf(faces: readonly OwnFace[]): OwnFamily {
  const files = faces.map(({ digest, weight, italic }) => ({
    path: `${PREFIX}${digest}`,
    weight,
    italic,
    covers: () => true,
  }));
  const id = createHash('sha256').update(files.map(({ path, weight, italic }) => `${path} ${weight} ${italic}`).join());
  return { id: id.digest('base64url'), files };
}

/** A face's file has to be fetched (`fetchingFonts`). */
class FontNeeded extends Error {
  override readonly name = 'FontNeeded';
  readonly digest: string;

  constructor(digest: string) {
    super(`the font ${digest} is needed`);
    this.digest = digest;
  }
}

/** Files that were fetched, by digest. A page uses 24 MB of fonts at the most (scene/budget.ts). */
const MAX_BYTES = 64_000_000;
const kept = new LRUCache<string, Uint8Array>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length });

/** Gives the file of an own face by its digest. */
export type FetchFont = (digest: string) => Promise<Uint8Array>;

/** A design uses more bytes of own fonts than are kept at a time. */
export class OwnFontsTooLarge extends Error {
  override readonly name = 'OwnFontsTooLarge';

  readonly limit = MAX_BYTES;

  constructor() {
    super(`more than ${MAX_BYTES} bytes of uploaded fonts`);
  }
}

/** Does some work that sets text; files of own faces that it turns out to need are fetched, and it is begun again. */
export async function fetchingFonts<Result>(work: () => Result | Promise<Result>, fetch: FetchFont): Promise<Result> {
  let fetched = 0;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FontNeeded)) throw error;
      const sfnt = await fetch(error.digest);
      fetched += sfnt.length;
      if (fetched > MAX_BYTES) throw new OwnFontsTooLarge();
      kept.set(error.digest, sfnt);
    }
  }
}

/** The file of an own face by its path in an OwnFamily, with its digest; null for a path of the catalogue. FontNeeded where it has to be fetched. */
export function readOwnFont(path: string): { digest: string; sfnt: Uint8Array } | null {
  if (!path.startsWith(PREFIX)) return null;
  const digest = path.slice(PREFIX.length);
  const sfnt = kept.get(digest);
  if (!sfnt) throw new FontNeeded(digest);
  return { digest, sfnt };
}
