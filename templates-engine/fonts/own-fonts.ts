import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type FaceFile, FONT_FAMILIES } from './catalogue.ts';

/** Face of a family that an organisation uploaded, as a design refers to it. */
export interface OwnFace {
  family: string;
  weight: number;
  italic: boolean;
  /** SHA-256 (hex) of its file, a sanitised font with one face. */
  digest: string;
}

/** Faces of a family. The first one with the character, weight and slant is used. */
export interface OwnFamily {
  /** Identifier that is equal for the same faces. */
  id: string;
  files: readonly FaceFile[];
}

/** Families by `familyKey`. */
export type OwnFonts = ReadonlyMap<string, OwnFamily>;

/** Maximum characters of a family name. */
export const MAX_FAMILY_LENGTH = 100;

/** Returns the lookup key of a family. Names that differ only in case are the same. */
export const familyKey = (family: string): string => family.normalize('NFC').toLowerCase();

/** Returns the requested family of the organisation; undefined if it has none of that name. */
export const ownFamily = ({ own, family }: { own?: OwnFonts | undefined; family: string }): OwnFamily | undefined =>
  own && own.size > 0 ? own.get(familyKey(family)) : undefined;

const CATALOGUE_KEYS = new Set(FONT_FAMILIES.map(familyKey));

/** Returns true if the catalogue has a family of this name. */
export const isCatalogueFamily = (family: string): boolean => CATALOGUE_KEYS.has(familyKey(family));

/** Returns the faces that belong to one of the families, in their order. */
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

/** Thrown if the file of a face has to be fetched (`fetchingFonts`). */
class FontNeeded extends Error {
  override readonly name = 'FontNeeded';
  readonly digest: string;

  constructor(digest: string) {
    super(`Font ${digest} has to be fetched`);
    this.digest = digest;
  }
}

/** Maximum size of cached files in bytes. A page uses at most 24 MB of fonts (scene/budget.ts). */
const MAX_BYTES = 64_000_000;
const kept = new LRUCache<string, Uint8Array>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length });

/** Returns the file of an uploaded face by its digest. */
export type FetchFont = (digest: string) => Promise<Uint8Array>;

/** Thrown if a design uses more bytes of uploaded fonts than the cache can hold. */
export class OwnFontsTooLarge extends Error {
  override readonly name = 'OwnFontsTooLarge';

  readonly limit = MAX_BYTES;

  constructor() {
    super(`More than ${MAX_BYTES} bytes of uploaded fonts`);
  }
}

/** Runs work that sets text. Whenever it needs the file of an uploaded face, fetches the file and runs the work again. */
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

/**
 * Returns the file and digest of an uploaded face by its path in an OwnFamily; null for a path of the catalogue. Throws FontNeeded if the
 * file has to be fetched.
 */
export function readOwnFont(path: string): { digest: string; sfnt: Uint8Array } | null {
  if (!path.startsWith(PREFIX)) return null;
  const digest = path.slice(PREFIX.length);
  const sfnt = kept.get(digest);
  if (!sfnt) throw new FontNeeded(digest);
  return { digest, sfnt };
}
