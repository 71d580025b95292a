import { damaged } from './refuse.ts';

/** Entry of a CFF DICT (Adobe Technical Note 5176, 4): an operator, and its encoded operands. */
export interface DictEntry {
  /** Operator. Two-byte operators, which start with 12, are 0x0C00 plus the second byte. */
  operator: number;
  operands: readonly Buffer[];
}

const INTEGER = { short: 28, long: 29 } as const;
const REAL = 30;
const ESCAPE = 12;

export function readDict(bytes: Buffer): DictEntry[] {
  const entries: DictEntry[] = [];
  let operands: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    if (first <= 21) {
      const operator = first === ESCAPE ? (ESCAPE << 8) | (bytes[at + 1] ?? 0) : first;
      entries.push({ operator, operands });
      operands = [];
      at += first === ESCAPE ? 2 : 1;
      continue;
    }
    const length = operandLength(bytes, at);
    if (at + length > bytes.length) damaged('the CFF table is inconsistent');
    operands.push(bytes.subarray(at, at + length));
    at += length;
  }
  return entries;
}

function operandLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first === INTEGER.short) return 3;
  if (first === INTEGER.long) return 5;
  if (first >= 32 && first <= 246) return 1;
  if (first >= 247 && first <= 254) return 2;
  if (first !== REAL) return damaged('the CFF table is inconsistent');
  const end = bytes.subarray(at + 1).findIndex((byte) => (byte & 15) === 15 || byte >> 4 === 15);
  return end < 0 ? damaged('the CFF table is inconsistent') : end + 2;
}

export const writeDict = (entries: readonly DictEntry[]): Buffer =>
  Buffer.concat(
    entries.flatMap(({ operator, operands }) => [
      ...operands,
      Buffer.from(operator > 255 ? [operator >> 8, operator & 255] : [operator]),
    ]),
  );

const NIBBLES = '0123456789.E?e-';

/** Decodes a number (table 3, and section 4, “Real Number Operands”). */
export function numberOf(operand: Buffer): number {
  const first = operand[0] ?? 0;
  if (first === INTEGER.short) return operand.readInt16BE(1);
  if (first === INTEGER.long) return operand.readInt32BE(1);
  if (first <= 246) return first - 139;
  if (first <= 250) return (first - 247) * 256 + (operand[1] ?? 0) + 108;
  if (first <= 254) return -(first - 251) * 256 - (operand[1] ?? 0) - 108;
  const nibbles = [...operand.subarray(1)].flatMap((byte) => [byte >> 4, byte & 15]);
  const digits = nibbles.slice(0, nibbles.indexOf(15)).map((nibble) => (nibble === 12 ? 'E-' : NIBBLES[nibble]));
  return Number(digits.join(''));
}

/** Encodes an integer in five bytes regardless of its value, so that a DICT keeps its length. */
export function integerOperand(value: number): Buffer {
  const bytes = Buffer.from([INTEGER.long, 0, 0, 0, 0]);
  bytes.writeInt32BE(value, 1);
  return bytes;
}

/** Encodes a positive number below 1 with eight significant digits. */
export function realOperand(value: number): Buffer {
  const nibbles = [...value.toPrecision(8)].map((character) => NIBBLES.indexOf(character));
  nibbles.push(15, ...(nibbles.length % 2 === 0 ? [15] : []));
  return Buffer.from([
    REAL,
    ...nibbles.flatMap((high, at) => (at % 2 === 0 ? [(high << 4) | (nibbles[at + 1] ?? 15)] : [])),
  ]);
}
