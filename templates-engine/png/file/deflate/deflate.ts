import { memoryOf, PAGE_AT, wasm } from '../webassembly/rows.ts';
import { CODE_BITS, codeLengths, codesOf } from './huffman.ts';

const [LITERALS, DISTANCES] = [286, 30];
const END_OF_BLOCK = 256;
const LONGEST_CODE = 15;
const WORD = 4;
/** Maximum tokens per block. Each block has its own codes. */
const ROOM = 32_768;
const HASHES = 32_768;
/** Maximum bytes of a token, and of the description of a block's codes. */
const [TOKEN_BYTES, HEAD_BYTES] = [6, 1024];

/** Memory layout. */
const HEADS = 0;
const LITERAL_TABLE = HEADS + HASHES * WORD;
const DISTANCE_TABLE = LITERAL_TABLE + LITERALS * WORD;
const TOKENS = DISTANCE_TABLE + DISTANCES * WORD;
const OUT = TOKENS + ROOM * WORD;
const END = OUT + ROOM * TOKEN_BYTES + HEAD_BYTES;
if (END > PAGE_AT) throw new Error('The page overlaps the memory of the compressor');

/**
 * Compresses rows of a picture, which are in the WebAssembly memory (RFC 1951). An empty block at the end aligns the data to whole bytes,
 * so that another piece can follow. Repetitions are searched for at the pixel to the left, in the row above, and where the next four bytes
 * last occurred. `rowLength` is in bytes, including the filter byte.
 */
export function deflateRows(rows: Uint8Array, rowLength: number): Buffer {
  const [start, end] = [rows.byteOffset, rows.byteOffset + rows.length];
  const memory = memoryOf(end);
  memory.fill(0, HEADS, LITERAL_TABLE);
  const blocks: Buffer[] = [];
  wasm.forgetBits();
  for (let at = start; at < end; ) {
    memory.fill(0, LITERAL_TABLE, TOKENS);
    at = wasm.findRepetitions(at, start, end, rowLength, TOKENS, ROOM, HEADS, LITERAL_TABLE, DISTANCE_TABLE);
    wasm.writeTo(OUT);
    writeBlock(memory, wasm.tokenCount());
    if (at === end) writeEmptyBlock();
    blocks.push(Buffer.from(memory.subarray(OUT, wasm.writtenTo())));
  }
  return Buffer.concat(blocks);
}

/** Writes a block with dynamic Huffman codes (RFC 1951, section 3.2.7). */
function writeBlock({ buffer }: Uint8Array, tokens: number): void {
  const literals = new Uint32Array(buffer, LITERAL_TABLE, LITERALS);
  const distances = new Uint32Array(buffer, DISTANCE_TABLE, DISTANCES);
  literals[END_OF_BLOCK] = 1;
  const literalLengths = codeLengths(literals, LONGEST_CODE);
  const distanceLengths = codeLengths(distances, LONGEST_CODE);
  // Frequencies are no longer needed, and `writeTokens` reads the codes from the same memory.
  literals.set(codesOf(literalLengths));
  distances.set(codesOf(distanceLengths));
  wasm.writeBits(0b100, 3);
  writeLengths(literalLengths, distanceLengths);
  wasm.writeTokens(TOKENS, tokens, LITERAL_TABLE, DISTANCE_TABLE);
  writeSymbol(literals, END_OF_BLOCK);
}

/** Writes an empty stored block, which aligns the data to a whole byte. */
function writeEmptyBlock(): void {
  wasm.writeBits(0, 3);
  wasm.writeBits(0, (8 - wasm.heldBits()) % 8);
  wasm.writeBits(0, 16);
  wasm.writeBits(0xffff, 16);
}

/** Order of the code lengths for the code length alphabet. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;
const LENGTH_SYMBOLS = 19;
const LONGEST_LENGTH_CODE = 7;

/** Writes the code lengths of both alphabets, compressed themselves. */
function writeLengths(literalLengths: Uint8Array, distanceLengths: Uint8Array): void {
  const literals = Math.max(END_OF_BLOCK + 1, usedOf(literalLengths));
  const distances = Math.max(1, usedOf(distanceLengths));
  const both = new Uint8Array(literals + distances);
  both.set(literalLengths.subarray(0, literals));
  both.set(distanceLengths.subarray(0, distances), literals);
  const frequencies = new Uint32Array(LENGTH_SYMBOLS);
  eachRun(both, (symbol) => {
    frequencies[symbol] = (frequencies[symbol] ?? 0) + 1;
  });
  const lengths = codeLengths(frequencies, LONGEST_LENGTH_CODE);
  const inOrder = Uint8Array.from(ORDER, (symbol) => lengths[symbol] ?? 0);
  const written = Math.max(4, usedOf(inOrder));
  wasm.writeBits(literals - (END_OF_BLOCK + 1), 5);
  wasm.writeBits(distances - 1, 5);
  wasm.writeBits(written - 4, 4);
  for (const length of inOrder.subarray(0, written)) wasm.writeBits(length, 3);
  const codes = codesOf(lengths);
  eachRun(both, (symbol, extra, bits) => {
    writeSymbol(codes, symbol);
    wasm.writeBits(extra, bits);
  });
}

/** Returns the number of lengths up to the last non-zero one. */
function usedOf(lengths: Uint8Array): number {
  let used = lengths.length;
  while (used > 0 && lengths[used - 1] === 0) used--;
  return used;
}

/** Encodes lengths as symbols. A single length is its own symbol. Symbols 16 to 18 are repetitions, with their number in extra bits. */
function eachRun(lengths: Uint8Array, add: (symbol: number, extra: number, bits: number) => void): void {
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] ?? 0;
    let count = 1;
    while (lengths[at + count] === length) count++;
    if (length === 0 && count >= 11) {
      count = Math.min(count, 138);
      add(18, count - 11, 7);
    } else if (length === 0 && count >= 3) add(17, count - 3, 3);
    else if (length > 0 && count >= 3 && at > 0 && lengths[at - 1] === length) {
      count = Math.min(count, 6);
      add(16, count - 3, 2);
    } else {
      count = 1;
      add(length, 0, 0);
    }
    at += count;
  }
}

function writeSymbol(codes: Uint32Array, symbol: number): void {
  const code = codes[symbol] ?? 0;
  wasm.writeBits(code & (2 ** CODE_BITS - 1), code >>> CODE_BITS);
}
