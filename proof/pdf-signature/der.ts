/** Encodes a DER element (ITU-T X.690) with a tag and concatenated contents. */
function element(tag: number, ...contents: Uint8Array[]): Buffer {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  return Buffer.concat([Buffer.of(tag, ...lengthOctets(length)), ...contents]);
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets = [...bigEndian(length)];
  return [0x80 | octets.length, ...octets];
}

function bigEndian(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

export const sequence = (...items: Uint8Array[]): Buffer => element(0x30, ...items);

/** Encodes a SET OF, with its members in DER order. */
export const setOf = (...items: Uint8Array[]): Buffer => element(0x31, ...[...items].sort(Buffer.compare));

/** Encodes `[number]`, constructed: EXPLICIT around an element, or IMPLICIT around the contents of a SEQUENCE or SET. */
export const tagged = (number: number, ...contents: Uint8Array[]): Buffer => element(0xa0 | number, ...contents);

/** Encodes a non-negative integer. Bytes are its big-endian magnitude. */
export function integer(value: number | Uint8Array): Buffer {
  const bytes = typeof value === 'number' ? bigEndian(value) : value;
  const first = bytes.findIndex((byte) => byte !== 0);
  const magnitude = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  return element(0x02, Buffer.alloc((magnitude[0] ?? 0) & 0x80 ? 1 : 0), magnitude);
}

/** Encodes an object identifier from its dotted form, for example `1.2.840.113549.1.7.2`. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

function base128(value: number): number[] {
  const digits = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) | 0x80);
  return digits;
}

export const octetString = (bytes: Uint8Array): Buffer => element(0x04, bytes);

export const bitString = (bytes: Uint8Array, unusedBits = 0): Buffer => element(0x03, Buffer.of(unusedBits), bytes);

export const utf8String = (text: string): Buffer => element(0x0c, Buffer.from(text));

export const TRUE = element(0x01, Buffer.of(0xff));

export const NULL = element(0x05);

/** Encodes a time in whole seconds: UTCTime until 2049, GeneralizedTime after that (RFC 5280, 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  const isUtcTime = date.getUTCFullYear() >= 1950 && date.getUTCFullYear() < 2050;
  return isUtcTime ? element(0x17, Buffer.from(digits.slice(2))) : element(0x18, Buffer.from(digits));
}
