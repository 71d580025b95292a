import { readFileSync } from 'node:fs';

/** The functions of rows.wat, which says what they do. */
interface Functions {
  memory: WebAssembly.Memory;
  filterRow(row: number, reference: number, out: number, length: number): void;
  checksum(at: number, length: number): number;
  findRepetitions(
    ...addresses: [
      ...[at: number, start: number, end: number, row: number],
      ...[tokens: number, room: number, heads: number, literals: number, distances: number],
    ]
  ): number;
  tokenCount(): number;
  forgetBits(): void;
  writeTo(out: number): void;
  writeBits(value: number, length: number): void;
  writeTokens(tokens: number, count: number, literals: number, distances: number): void;
  heldBits(): number;
  writtenTo(): number;
}

export const wasm = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(new URL('rows.wasm', import.meta.url))),
).exports as unknown as Functions;

/** From here on the memory is for a page; what is before is for compressing its rows. */
export const PAGE_AT = 2 ** 19;

const PAGE = 65_536;
/** Sixteen bytes at once may be read from the last of them on. */
const MARGIN = 16;

/** The memory with at least so many bytes. It is another one after it has grown. */
export function memoryOf(bytes: number): Uint8Array {
  const missing = bytes + MARGIN - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / PAGE));
  return new Uint8Array(wasm.memory.buffer);
}
