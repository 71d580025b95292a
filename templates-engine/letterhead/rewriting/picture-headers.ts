interface Size {
  width: number;
  height: number;
}

/**
 * Returns the reason why PDF/A forbids a JPEG 2000 (ISO 19005-3, 6.2.8.3); null if it is allowed. It must have 1, 3 or 4 channels. Unless
 * the picture sets a colour space, its own must be grey or RGB.
 */
export function jpeg2000Fault(data: Uint8Array, { width, height }: Size, hasSpace: boolean): string | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const header = contentOf(bytes, 'jp2h');
  const size = header && contentOf(header, 'ihdr');
  if (!size || size.length < 14) return 'without a header';
  if (size.readUInt32BE(0) * size.readUInt32BE(4) > width * height * 2) return 'larger than declared';
  const channels = size.readUInt16BE(8);
  if (![1, 3, 4].includes(channels)) return `with ${channels} channels`;
  const color = contentOf(header, 'colr');
  return hasSpace || (color && (isGreyOrRgb(color) || color[0] === 2))
    ? null
    : 'with a colour space other than grey or RGB';
}

/**
 * Returns a JPEG 2000 with a single colour specification. PDF/A allows several only if exactly one is marked as the best (ISO 19005-3,
 * 6.2.8.3). Kept is a grey or RGB one, or else the first.
 */
export function withOneColor(data: Uint8Array): Uint8Array {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const header = [...boxesIn(bytes)].find(({ type }) => type === 'jp2h');
  if (!header) return data;
  const boxes = [...boxesIn(header.content)];
  const colors = boxes.filter(({ type }) => type === 'colr');
  if (colors.length < 2 || colors.filter(({ content }) => content[APPROXIMATION] === BEST).length === 1) return data;
  const kept = colors.find(({ content }) => isGreyOrRgb(content)) ?? colors[0];
  const content = Buffer.concat(boxes.filter((box) => box.type !== 'colr' || box === kept).map(({ whole }) => whole));
  const start = Buffer.alloc(8);
  start.writeUInt32BE(start.length + content.length);
  start.write('jp2h', 4, 'latin1');
  return Buffer.concat([bytes.subarray(0, header.at), start, content, bytes.subarray(header.at + header.whole.length)]);
}

/** Place and value of a colour specification's APPROX field (ISO/IEC 15444-1, I.5.3.3). */
const APPROXIMATION = 2;
const BEST = 1;

/** Returns true for an enumerated colour space of sRGB, grey or sYCC. */
const isGreyOrRgb = (color: Buffer): boolean =>
  color[0] === 1 && color.length >= 7 && [16, 17, 18].includes(color.readUInt32BE(3));

/** Box of a JPEG 2000 file. */
interface Box {
  type: string;
  /** Place of its first byte. */
  at: number;
  whole: Buffer;
  content: Buffer;
}

/** Returns the content of the first box of a type; null without one. */
function contentOf(bytes: Buffer, type: string): Buffer | null {
  for (const box of boxesIn(bytes)) if (box.type === type) return box.content;
  return null;
}

/** Yields the boxes up to the first that is malformed or has a length of 64 bits (ISO/IEC 15444-1, annex I). */
function* boxesIn(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const whole = bytes.subarray(at, length === 0 ? bytes.length : at + length);
    yield { type: bytes.toString('latin1', at + 4, at + 8), at, whole, content: whole.subarray(8) };
    if (length < 8) return;
    at += length;
  }
}
