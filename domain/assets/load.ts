import { LRUCache } from 'lru-cache';
import { type Detail, detail } from '../../errors/detail.ts';
import type { GivenPicture, GivenPictures } from '../../templates-engine/index.ts';
import type { Services } from '../context.ts';
import { validationError } from '../errors.ts';
import { assertAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { counted } from '../shared/caches.ts';
import { type AssetOwner, type FoundAsset, findAssets } from './find.ts';
import { assetKey, isNamedFor } from './store-file.ts';

type Source = Pick<Services, 'em' | 'storage' | 'authenticator'> & AssetOwner;

/** Maximum total size in bytes of the pictures on one page (templates-engine/scene/budget.ts). */
const MAX_BYTES = 15_000_000;

/** Cached file contents. All certificates of a batch often show the same picture, such as a signature. */
const contents = new LRUCache<string, Uint8Array>({ maxSize: 32_000_000, sizeCalculation: ({ length }) => length });

/** Returns the named pictures with their bytes, and omits unknown names. VALIDATION_ERROR with the path if they are too large together. */
export async function loadAssets(source: Source, names: Iterable<string>, path: string): Promise<GivenPictures> {
  const found = await findAssets(source.em(), source, names);
  const faults = sizeFaults(path, found.values());
  if (faults.length > 0) throw validationError(faults);
  const pictures = new Map<string, GivenPicture>();
  for (const [name, asset] of found) {
    assertAuthentic(source, 'assets', asset);
    const { format, width, height, size, smallSize } = asset;
    const file = await contentOf(source, asset);
    const small = smallSize > 0 ? file.subarray(size) : null;
    pictures.set(name, { format, width, height, size, content: file.subarray(0, size), small });
  }
  return pictures;
}

/** Returns a fault if the pictures that are named at a path are too large for one page; otherwise an empty list. */
export function sizeFaults(path: string, pictures: Iterable<{ size: number }>): Detail[] {
  const size = [...pictures].reduce((sum, picture) => sum + picture.size, 0);
  return size > MAX_BYTES ? [detail(path, 'pictures_too_large', { size, most: MAX_BYTES })] : [];
}

const NAMED = /"(asset:[0-9a-f]{64})"/g;

/** Returns the names of all pictures in a document, at any depth. */
export const namesIn = (document: unknown): string[] =>
  [...(JSON.stringify(document) ?? '').matchAll(NAMED)].map(([, name = '']) => name);

async function contentOf({ storage }: Source, asset: FoundAsset): Promise<Uint8Array> {
  const key = assetKey(asset);
  // File names are random, and the content never changes.
  const known = counted('pictures', contents.get(key.name));
  if (known) return known;
  const content = await storage.get(key);
  if (!content)
    throw new Error(`the picture ${key.name} of organisation ${key.organisationId} is missing from storage`);
  if (!isNamedFor(asset.fileName, content)) throw new NotAuthenticError('files');
  contents.set(key.name, content);
  return content;
}
