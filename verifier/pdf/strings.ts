import { damaged } from './values.ts';

interface Read {
  bytes: Uint8Array;
  /** Position after the closing delimiter. */
  end: number;
}

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Reads a string in parentheses (ISO 32000-1, 7.3.4.2). */
export function readLiteralString(file: Uint8Array, start: number): Read {
  const bytes: number[] = [];
  let open = 1;
  for (let at = start + 1; at < file.length; at++) {
    const character = String.fromCharCode(file[at] ?? 0);
    if (character === '(') open++;
    if (character === ')' && --open === 0) return { bytes: Uint8Array.from(bytes), end: at + 1 };
    if (character !== '\\') {
      bytes.push(file[at] ?? 0);
      continue;
    }
    const { byte, length } = readEscape(file, at + 1);
    if (byte !== null) bytes.push(byte);
    at += length;
  }
  throw damaged();
}

/** Reads the characters after a backslash: an octal code, a letter, an ignored line end, or a literal character. */
function readEscape(file: Uint8Array, at: number): { byte: number | null; length: number } {
  const text = String.fromCharCode(...file.subarray(at, at + 3));
  const [octal] = /^[0-7]{1,3}/.exec(text) ?? [];
  if (octal !== undefined) return { byte: Number.parseInt(octal, 8) & 0xff, length: octal.length };
  const [line] = /^(?:\r\n|\r|\n)/.exec(text) ?? [];
  if (line !== undefined) return { byte: null, length: line.length };
  return { byte: ESCAPES[text.charAt(0)] ?? file[at] ?? null, length: 1 };
}

/** Reads a hexadecimal string (7.3.4.3). White space, or a missing last digit, is not accepted. */
export function readHexString(file: Uint8Array, start: number): Read {
  const end = file.indexOf(0x3e, start);
  const length = (end - start - 1) / 2;
  if (end < 0 || !Number.isInteger(length)) throw damaged();
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++)
    bytes[index] = digitAt(file, start + 1 + 2 * index) * 16 + digitAt(file, start + 2 + 2 * index);
  return { bytes, end: end + 1 };
}

function digitAt(file: Uint8Array, at: number): number {
  const digit = Number.parseInt(String.fromCharCode(file[at] ?? 0), 16);
  if (Number.isNaN(digit)) throw damaged();
  return digit;
}
