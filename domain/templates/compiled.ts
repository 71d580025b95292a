import { LRUCache } from 'lru-cache';
import { type CompiledTemplate, compileTexts } from '../../templates-engine/index.ts';
import { counted } from '../shared/caches.ts';

const MAX_KEPT = 50;
/** Of the designs' JSON: what is made of them takes a few times that. */
const MAX_CHARACTERS = 16_000_000;

type Load = () => Promise<string>;

/**
 * What is made of designs, kept by their digest (hex) as long as there is room. What several ask for at a time is made
 * once; what fails is made anew the next time.
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
    // What has to go while it is being made is given to those who asked for it all the same.
    ignoreFetchAbort: true,
  });
  return async (digest, load) => {
    counted('designs', kept.has(digest));
    return (await kept.forceFetch(digest, { context: load })).made;
  };
}

/** A published design as far as its values are checked with it: without its pictures. */
export const compiledTexts: (digest: string, load: Load) => Promise<CompiledTemplate> = keptByDigest(compileTexts);
