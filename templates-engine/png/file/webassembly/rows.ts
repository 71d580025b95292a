import { readFileSync } from 'node:fs';

/** Functions of rows.wat, which documents them. */
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

/** Start of the page in memory. The memory before it is used to compress rows. */
export const PAGE_AT = 2 ** 19;

const PAGE = 65_536;
/** Bytes after the end that a read of 16 bytes can touch. */
const MARGIN = 16;

/** Returns the memory with at least `bytes` bytes. Growing it detaches earlier views. */
export function memoryOf(bytes: number): Uint8Array {
  const missing = bytes + MARGIN - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / PAGE));
  return new Uint8Array(wasm.memory.buffer);
}
