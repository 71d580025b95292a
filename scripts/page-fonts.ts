import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compress } from 'woff2-encoder';
import unpack from 'woff2-encoder/decompress';
import {
  dropTables,
  loadFont,
  NO_HINTING,
  runSubset,
  subsetter,
  unloadFont,
} from '../templates-engine/fonts/subsetter.ts';

/** Set of layout features to keep (hb_subset_sets_t). */
const LAYOUT_FEATURE_TAG = 6;
/** Tables without effect in a browser. */
const DROPPED = ['DSIG', 'gasp', 'STAT', 'meta', 'BASE'];

const FACES = [
  ['inter', 400],
  ['inter', 600],
  ['lora', 600],
] as const;

/** Characters of each part. The first has all letters of the page's languages in Latin script, the others those of names. */
const PARTS: Record<string, readonly number[]> = {
  latin: [...between(0x20, 0x7e), ...between(0xc0, 0xff), ...codes('\u{a0}¡§©ª«®°·º»¿ŒœŸ‘’‚“”„–—…€')],
  'latin-ext': [...between(0x100, 0x17f), ...between(0x218, 0x21b)],
  vietnamese: [...codes('ĂăĐđĨĩŨũƠơƯư'), ...between(0x1ea0, 0x1ef9)],
};

const OUTPUT = 'server/http/verify-page/fonts';

/**
 * Returns the fonts of the public pages by file name: the dashboard's families with few characters and without layout features. The whole
 * families would take longer to load than the rest of a page.
 */
export async function pageFonts(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [family, weight] of FACES)
    for (const [part, characters] of Object.entries(PARTS)) {
      const source = import.meta.resolve(`@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff2`);
      const sfnt = new Uint8Array(await unpack(readFileSync(fileURLToPath(source))));
      files.set(`${family}-${weight}-${part}.woff2`, new Uint8Array(await compress(withOnly(sfnt, characters))));
    }
  return files;
}

function withOnly(sfnt: Uint8Array, characters: readonly number[]): Uint8Array {
  const hb = subsetter();
  const font = loadFont(hb, sfnt);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_set_flags(input, NO_HINTING);
  const wanted = hb.hb_subset_input_unicode_set(input);
  for (const character of characters) hb.hb_set_add(wanted, character);
  hb.hb_set_clear(hb.hb_subset_input_set(input, LAYOUT_FEATURE_TAG));
  dropTables(hb, input, DROPPED);
  const subset = runSubset(hb, font.face, input);
  unloadFont(hb, font);
  if (!subset) throw new Error('a font of the public pages cannot be subset');
  return subset;
}

function between(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function codes(text: string): number[] {
  return [...text].flatMap((character) => character.codePointAt(0) ?? []);
}

if (import.meta.main) {
  mkdirSync(OUTPUT, { recursive: true });
  for (const [name, font] of await pageFonts()) writeFileSync(`${OUTPUT}/${name}`, font);
}
