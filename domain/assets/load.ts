import { LRUCache } from 'lru-cache';
import { type Detail, detail } from '../../errors/detail.ts';
import type { GivenPicture, GivenPictures } from '../../templates-engine/index.ts';
import type { Services } from '../context.ts';
import { validationError } from '../errors.ts';
import { assertAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { counted } from '../shared/caches.ts';
import { assetKey, isNamedFor } from './file.ts';
import { type AssetOwner, type FoundAsset, findAssets } from './find.ts';

type Source = Pick<Services, 'em' | 'storage' | 'authenticator'> & AssetOwner;

/** Bytes of the pictures that one certificate or design names: what a page may have (templates-engine/scene/budget.ts). */
const MAX_BYTES = 15_000_000;

/** Files' bytes: the same picture is often on every certificate of a batch, as a signature is. */
const contents = new LRUCache<string, Uint8Array>({ maxSize: 32_000_000, sizeCalculation: ({ length }) => length });

/**
 * The pictures among those that are named, with their bytes; what names none is left out. VALIDATION_ERROR
 * with the path where they are too many.
 */
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

/** Returns why the pictures that are named at a path can't be on one page; nothing where they can. */
export function sizeFaults(path: string, pictures: Iterable<{ size: number }>): Detail[] {
  const size = [...pictures].reduce((sum, picture) => sum + picture.size, 0);
  return size > MAX_BYTES ? [detail(path, 'pictures_too_large', { size, most: MAX_BYTES })] : [];
}

const NAMED = /"(asset:[0-9a-f]{64})"/g;

/** The names of pictures in a document, wherever they are. */
export const namesIn = (document: unknown): string[] =>
  [...(JSON.stringify(document) ?? '').matchAll(NAMED)].map(([, name = '']) => name);

async function contentOf({ storage }: Source, asset: FoundAsset): Promise<Uint8Array> {
  const key = assetKey(asset);
  // A file's name is random and its content never changes.
  const known = counted('pictures', contents.get(key.name));
  if (known) return known;
  const content = await storage.get(key);
  if (!content) throw new Error(`the picture ${key.name} of organisation ${key.organisationId} is not in the storage`);
  if (!isNamedFor(asset.fileName, content)) throw new NotAuthenticError('files');
  contents.set(key.name, content);
  return content;
}
