import { concat, latin1 } from '../bytes.ts';

/** Thrown for bytes that are not the expected DER. */
export class DerError extends Error {
  override name = 'DerError';
}

export interface Der {
  tag: number;
  content: Uint8Array;
  /** Whole element: tag, length and content. */
  bytes: Uint8Array;
}

/** Reads a single element (ITU-T X.690). Throws DerError for anything else, including a length that is not minimal. */
export function readDer(bytes: Uint8Array): Der {
  const found = elementAt(bytes, 0);
  if (found.bytes.length !== bytes.length) throw new DerError('bytes after the end');
  return found;
}

/** Returns the elements of a constructed one, one level deep. */
export function childrenOf({ content }: Der): Der[] {
  const children: Der[] = [];
  for (let at = 0; at < content.length; ) {
    const child = elementAt(content, at);
    children.push(child);
    at += child.bytes.length;
  }
  return children;
}

function elementAt(bytes: Uint8Array, at: number): Der {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('no element');
  const octets = first < 0x80 ? new Uint8Array() : bytes.subarray(at + 2, at + 2 + (first & 0x7f));
  if (first >= 0x80 && (octets.length !== (first & 0x7f) || octets.length === 0 || octets.length > 4))
    throw new DerError('no length of DER');
  const length = first < 0x80 ? first : octets.reduce((sum, octet) => sum * 256 + octet, 0);
  if (first >= 0x80 && (length < 0x80 || octets[0] === 0)) throw new DerError('a length that is not the shortest');
  const start = at + 2 + octets.length;
  if (start + length > bytes.length) throw new DerError('an element that is cut off');
  return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(at, start + length) };
}

export function expectTag(found: Der | undefined, tag: number): Der {
  if (found?.tag !== tag) throw new DerError(`no element of tag ${tag}`);
  return found;
}

export const sequenceOf = (found: Der | undefined): Der[] => childrenOf(expectTag(found, 0x30));
export const setOf = (found: Der | undefined): Der[] => childrenOf(expectTag(found, 0x31));
export const octetsOf = (found: Der | undefined): Uint8Array => expectTag(found, 0x04).content;

/** Returns the only member. Throws DerError for none or several. */
export function onlyOf(found: readonly Der[]): Der {
  const [only] = found;
  if (!only || found.length !== 1) throw new DerError('not one element');
  return only;
}

/** Returns the bits of a BIT STRING without unused bits. */
export function bitsOf(found: Der | undefined): Uint8Array {
  const { content } = expectTag(found, 0x03);
  if (content[0] !== 0) throw new DerError('unused bits');
  return content.subarray(1);
}

/** Returns an object identifier in dotted form. */
export function identifierOf(found: Der | undefined): string {
  const { content } = expectTag(found, 0x06);
  const numbers: number[] = [];
  let value = 0;
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    numbers.push(value);
    value = 0;
  }
  const [first = 0, ...rest] = numbers;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}

/** Returns a UTCTime or GeneralizedTime in UTC (RFC 5280, 4.1.2.5; RFC 3161, 2.4.2). */
export function timeOf(found: Der | undefined): Date {
  const text = found ? latin1(found.content) : '';
  const full = found?.tag === 0x17 ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d+))?Z$/.exec(full) ?? [];
  const [year, month, day, hour, minute, second, fraction = ''] = parts;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  if ((found?.tag !== 0x17 && found?.tag !== 0x18) || Number.isNaN(time.getTime()))
    throw new DerError('no time in UTC');
  return time;
}

/** Returns the element with another tag, as signed attributes are hashed (RFC 5652, 5.4). */
export const retagged = ({ bytes }: Der, tag: number): Uint8Array<ArrayBuffer> =>
  concat(Uint8Array.of(tag), bytes.subarray(1));
