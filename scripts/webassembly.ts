import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

/** The module in text form, and its binary. */
const SOURCE = new URL('../templates-engine/png/file/webassembly/rows.wat', import.meta.url);
const MODULE = new URL('../templates-engine/png/file/webassembly/rows.wasm', import.meta.url);

/** Assembles the source into a module. Throws if it is not valid. */
async function assemble(): Promise<Buffer> {
  const module = (await wabt()).parseWat('rows.wat', readFileSync(SOURCE, 'utf8'), { simd: true });
  module.validate();
  return Buffer.from(module.toBinary({}).buffer);
}

/** Returns true if the module in the repository matches its source. */
export const isAssembled = async (): Promise<boolean> => readFileSync(MODULE).equals(await assemble());

if (import.meta.main) writeFileSync(MODULE, await assemble());
