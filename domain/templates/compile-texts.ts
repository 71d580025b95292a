import { LRUCache } from 'lru-cache';
import { type CompiledTemplate, compileTexts } from '../../templates-engine/index.ts';
import { counted } from '../shared/caches.ts';

const MAX_KEPT = 50;
/** Maximum characters of the cached designs' JSON. Compiled designs need a few times that. */
const MAX_CHARACTERS = 16_000_000;

type Load = () => Promise<string>;

/**
 * Returns a function that caches the result of `make` by the design's digest (hex). Concurrent calls share one computation. Failures are
 * not cached.
 */
export function keptByDigest<Made>(
  make: (json: string) => Promise<Made>,
): (digest: string, load: Load) => Promise<Made> {
  const kept = new LRUCache<string, { made: Made; characters: number }, Load>({
    max: MAX_KEPT,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ characters }) => characters,
    fetchMethod: async (_digest, _stale, { context: load }) => {
      const json = await load();
      return { made: await make(json), characters: json.length };
    },
    // An entry that is evicted while it is being computed is still returned to its callers.
    ignoreFetchAbort: true,
  });
  return async (digest, load) => {
    counted('designs', kept.has(digest));
    return (await kept.forceFetch(digest, { context: load })).made;
  };
}

/** Returns a published design, compiled without its pictures, to check values. */
export const compiledTexts: (digest: string, load: Load) => Promise<CompiledTemplate> = keptByDigest(compileTexts);
