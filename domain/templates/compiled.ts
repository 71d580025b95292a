import { type CompiledTemplate, compileTexts } from '../../templates-engine/index.ts';

const KEPT = 50;
/** Of the designs' JSON: what is made of them takes a few times that. */
const KEPT_CHARACTERS = 16_000_000;

type Load = () => Promise<string>;

/** What is made of designs, kept by their digest (hex) as long as there is room: the least recently used goes first. */
export function keptByDigest<Made>(
  make: (json: string) => Promise<Made>,
): (digest: string, load: Load) => Promise<Made> {
  const kept = new Map<string, { made: Promise<Made>; characters: number }>();
  return (digest, load) => {
    const known = kept.get(digest);
    const entry = known ?? { made: load().then(measured), characters: 0 };
    async function measured(json: string): Promise<Made> {
      entry.characters = json.length;
      return make(json);
    }
    kept.delete(digest);
    kept.set(digest, entry);
    if (!known) entry.made.then(forget, () => kept.delete(digest));
    return entry.made;
  };

  function forget(): void {
    let characters = [...kept.values()].reduce((sum, entry) => sum + entry.characters, 0);
    for (const [digest, entry] of kept) {
      if (kept.size <= KEPT && characters <= KEPT_CHARACTERS) return;
      kept.delete(digest);
      characters -= entry.characters;
    }
  }
}

/** A published design as far as its values are checked with it: without its pictures. */
export const compiledTexts: (digest: string, load: Load) => Promise<CompiledTemplate> = keptByDigest(compileTexts);
