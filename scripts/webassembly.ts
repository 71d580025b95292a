import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

/** The module in text form, and as it is loaded. */
const SOURCE = new URL('../templates-engine/png/webassembly/rows.wat', import.meta.url);
const MODULE = new URL('../templates-engine/png/webassembly/rows.wasm', import.meta.url);

/** What the source is as a module. Throws where it is not valid. */
async function assemble(): Promise<Buffer> {
  const module = (await wabt()).parseWat('rows.wat', readFileSync(SOURCE, 'utf8'), { simd: true });
  module.validate();
  return Buffer.from(module.toBinary({}).buffer);
}

/** Whether the module in the repository is what its source says. */
export const isAssembled = async (): Promise<boolean> => readFileSync(MODULE).equals(await assemble());

if (import.meta.main) writeFileSync(MODULE, await assemble());
