/** Thrown for bytes that are not the expected DER. */
export class DerError extends Error {
  override name = 'DerError';
}

export interface DerElement {
  tag: number;
  content: Buffer;
  /** Whole element: tag, length and content. */
  bytes: Buffer;
}

/** Reads a single element. Throws DerError for anything else, including trailing bytes. */
export function readDer(bytes: Uint8Array): DerElement {
  const found = elementAt(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 0);
  if (found.bytes.length !== bytes.length) throw new DerError('bytes after the end');
  return found;
}

/** Returns the elements of a constructed one. Reads one level per call, so that hostile nesting costs nothing. */
export function childrenOf({ content }: DerElement): DerElement[] {
  const children: DerElement[] = [];
  for (let at = 0; at < content.length; ) {
    const child = elementAt(content, at);
    children.push(child);
    at += child.bytes.length;
  }
  return children;
}

function elementAt(bytes: Buffer, at: number): DerElement {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('no element');
  const octets = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || octets > 4 || at + 2 + octets > bytes.length) throw new DerError('no length of DER');
  const length = octets === 0 ? first : bytes.readUIntBE(at + 2, octets);
  const start = at + 2 + octets;
  if (start + length > bytes.length) throw new DerError('an element that is cut off');
  return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(at, start + length) };
}

/** Returns the element if it exists and has the tag. Throws DerError otherwise. */
export function expectTag(found: DerElement | undefined, tag: number): DerElement {
  if (found?.tag !== tag) throw new DerError(`no element of tag ${tag}`);
  return found;
}

/** Returns the elements of a SEQUENCE. */
export const readSequence = (found: DerElement | undefined): DerElement[] => childrenOf(expectTag(found, 0x30));

/** Returns an object identifier in dotted form. */
export function readObjectIdentifier(found: DerElement | undefined): string {
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

/** Returns a GeneralizedTime in UTC, including fractions of a second (RFC 3161, 2.4.2). */
export function readGeneralizedTime(found: DerElement | undefined): Date {
  const text = expectTag(found, 0x18).content.toString('latin1');
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d+)?)Z$/.exec(text);
  if (!parts) throw new DerError('no time in UTC');
  const [, year, month, day, hour, minute, second = ''] = parts;
  const [whole, fraction = ''] = second.split('.');
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${whole}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
}
