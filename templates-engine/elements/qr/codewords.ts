import Polynomial from 'qrcode/lib/core/polynomial.js';

/** Error correction level. */
export type Level = 'M' | 'L';

/** Structure of a symbol's codewords (ISO/IEC 18004, table 9), with the lengths of the fields before the data. */
export interface Structure {
  version: number;
  codewords: number;
  correctionCodewords: number;
  blocks: number;
}

export type Segment = { mode: 'numeric' | 'alphanumeric'; data: string } | { mode: 'byte'; data: Uint8Array };

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
/** Indicators of the modes, and lengths in bits of the character count in versions 1 to 9, 10 to 26 and 27 to 40 (tables 2 and 3). */
const MODES = {
  numeric: { indicator: 1, countBits: [10, 12, 14] },
  alphanumeric: { indicator: 2, countBits: [9, 11, 13] },
  byte: { indicator: 4, countBits: [8, 16, 16] },
} as const;
/** Codewords that fill up a symbol in turns (7.4.10). */
const PADS = [0xec, 0x11] as const;

/** Returns the codewords of a segment: data and error correction, interleaved by block (ISO/IEC 18004, 7.4 to 7.6). */
export function codewordsOf(segment: Segment, structure: Structure): Uint8Array {
  const { codewords, correctionCodewords, blocks } = structure;
  const dataLength = codewords - correctionCodewords;
  const data = dataCodewords(segment, structure.version, dataLength);
  const correctionLength = correctionCodewords / blocks;
  const shortLength = Math.floor(dataLength / blocks);
  const shortBlocks = blocks - (dataLength % blocks);
  const all = new Uint8Array(codewords);
  for (let block = 0, from = 0; block < blocks; block++) {
    const length = block < shortBlocks ? shortLength : shortLength + 1;
    const content = data.subarray(from, from + length);
    for (let at = 0; at < shortLength; at++) all[at * blocks + block] = content[at] ?? 0;
    // Only the last blocks have one more codeword. They are interleaved among themselves.
    if (length > shortLength) all[shortLength * blocks + block - shortBlocks] = content[shortLength] ?? 0;
    const correction = correctionOf(content, correctionLength);
    for (let at = 0; at < correctionLength; at++) all[dataLength + at * blocks + block] = correction[at] ?? 0;
    from += length;
  }
  return all;
}

function dataCodewords({ mode, data }: Segment, version: number, length: number): Uint8Array {
  const bits = new BitWriter(length);
  const { indicator, countBits } = MODES[mode];
  bits.put(indicator, 4);
  bits.put(data.length, countBits[version < 10 ? 0 : version < 27 ? 1 : 2]);
  if (mode === 'byte') for (const byte of data) bits.put(byte, 8);
  else if (mode === 'numeric')
    putGroups(bits, data, 3, (digits) => [Number(digits), [0, 4, 7, 10][digits.length] ?? 0]);
  else putGroups(bits, data, 2, (pair) => [pairValue(pair), pair.length === 2 ? 11 : 6]);
  return bits.padded();
}

function putGroups(bits: BitWriter, text: string, size: number, encode: (group: string) => [number, number]): void {
  for (let at = 0; at < text.length; at += size) bits.put(...encode(text.slice(at, at + size)));
}

const pairValue = (pair: string): number =>
  [...pair].reduce((value, character) => value * ALPHANUMERIC.length + ALPHANUMERIC.indexOf(character), 0);

class BitWriter {
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(bytes: number) {
    this.#bytes = new Uint8Array(bytes);
  }

  put(value: number, width: number): void {
    for (let left = width; left > 0; ) {
      const free = 8 - (this.#length & 7);
      const count = Math.min(free, left);
      const bits = (value >> (left - count)) & ((1 << count) - 1);
      this.#bytes[this.#length >> 3] = (this.#bytes[this.#length >> 3] ?? 0) | (bits << (free - count));
      this.#length += count;
      left -= count;
    }
  }

  /** Adds the terminator and pad codewords. */
  padded(): Uint8Array {
    const used = Math.min(this.#bytes.length, Math.ceil((this.#length + 4) / 8));
    for (let at = used; at < this.#bytes.length; at++) this.#bytes[at] = PADS[(at - used) % 2] ?? 0;
    return this.#bytes;
  }
}

/** Powers of 2 in GF(256) with the polynomial of QR codes, twice so that sums of two logarithms need no modulo, and their logarithms. */
const EXPONENTS = new Uint8Array(510);
const LOGARITHMS = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXPONENTS[power] = EXPONENTS[power + 255] = value;
  LOGARITHMS[value] = power;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

/** Logarithms of the coefficients of generator polynomials after the first, which is 1, by degree. There are at most 30 (table 9). */
const generators = new Map<number, Uint8Array>();

function generatorOf(degree: number): Uint8Array {
  const known = generators.get(degree);
  if (known) return known;
  const made = Polynomial.generateECPolynomial(degree)
    .slice(1)
    .map((coefficient) => LOGARITHMS[coefficient] ?? 0);
  generators.set(degree, made);
  return made;
}

/** Returns the codewords of error correction: the remainder of the data divided by the generator polynomial. */
function correctionOf(data: Uint8Array, degree: number): Uint8Array {
  const generator = generatorOf(degree);
  const remainder = new Uint8Array(data.length + degree);
  remainder.set(data);
  for (let at = 0; at < data.length; at++) {
    const factor = remainder[at] ?? 0;
    if (factor === 0) continue;
    const logarithm = LOGARITHMS[factor] ?? 0;
    for (let index = 0; index < degree; index++) {
      const to = at + index + 1;
      remainder[to] = (remainder[to] ?? 0) ^ (EXPONENTS[logarithm + (generator[index] ?? 0)] ?? 0);
    }
  }
  return remainder.subarray(data.length);
}
