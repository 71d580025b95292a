import { broken } from './fault.ts';

const LARGEST = 2_147_483_647;

/** Returns a valid number (ISO 32000-1, 7.3.3) for any given word. */
export function numberToken(word: string): string {
  if (/^[-+]?(\d{1,9}(\.\d{0,12})?|\.\d{1,12})$/.test(word)) return word;
  const [, sign = '', digits = ''] = /^([-+]*)(\d*\.?\d*)/.exec(word) ?? [];
  const value = Number(digits === '' || digits === '.' ? 0 : digits) * (sign.startsWith('-') ? -1 : 1);
  return String(Math.round(Math.max(-LARGEST, Math.min(LARGEST, value)) * 1e6) / 1e6 || 0).replace(/e.*/, '');
}

/** Returns the string that starts at a position, and the position after it. */
export function stringToken(bytes: Buffer, start: number): { token: string; end: number } {
  const [token, end] = bytes[start] === 0x28 ? literal(bytes, start) : hexadecimal(bytes, start);
  return { token, end };
}

function literal(bytes: Buffer, start: number): [token: string, end: number] {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return [bytes.toString('latin1', start, at + 1), at + 1];
  }
  throw broken('a string has no end');
}

function hexadecimal(bytes: Buffer, start: number): [token: string, end: number] {
  const end = bytes.indexOf(0x3e, start);
  if (end < 0) throw broken('a string has no end');
  const digits = bytes.toString('latin1', start + 1, end).replaceAll(/[^0-9a-f]/gi, '');
  return [`<${digits.length % 2 === 1 ? `${digits}0` : digits}>`, end + 1];
}
