import { broken, tooLong } from './fault.ts';

/** Decodes ASCIIHexDecode (ISO 32000-1, 7.4.2). */
export function asciiHex(data: Uint8Array): Uint8Array {
  const digits = Buffer.from(data).toString('latin1').split('>')[0]?.replaceAll(/\s/g, '') ?? '';
  if (/[^0-9a-f]/i.test(digits)) throw broken('a hexadecimal stream has invalid characters');
  return Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, 'hex');
}

/** Decodes ASCII85Decode (ISO 32000-1, 7.4.3). */
export function ascii85(data: Uint8Array): Uint8Array {
  const out = Buffer.alloc(data.length * 4 + 4);
  let [length, count, value] = [0, 0, 0];
  for (const byte of data) {
    if (byte === 0x7e) break;
    if (byte <= 0x20) continue;
    if (byte === 0x7a && count === 0) {
      out.writeUInt32BE(0, length);
      length += 4;
      continue;
    }
    if (byte < 0x21 || byte > 0x75) throw broken('an ASCII-85 stream has invalid characters');
    value = value * 85 + (byte - 0x21);
    if (++count < 5) continue;
    out.writeUInt32BE(value % 2 ** 32, length);
    length += 4;
    [count, value] = [0, 0];
  }
  if (count > 1) {
    for (let missing = count; missing < 5; missing++) value = value * 85 + 84;
    const last = Buffer.alloc(4);
    last.writeUInt32BE(value % 2 ** 32);
    last.copy(out, length, 0, count - 1);
    length += count - 1;
  }
  return out.subarray(0, length);
}

/** Decodes RunLengthDecode (ISO 32000-1, 7.4.5). */
export function runLength(data: Uint8Array, limit: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at < data.length; ) {
    const length = data[at++] ?? 128;
    if (length === 128) break;
    const part = length < 128 ? data.subarray(at, at + length + 1) : new Uint8Array(257 - length).fill(data[at] ?? 0);
    at += length < 128 ? length + 1 : 1;
    size += part.length;
    if (size > limit) throw tooLong(limit);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
