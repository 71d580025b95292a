/** Sizes that a WOFF2 declares, in bytes. */
interface Woff2Sizes {
  /** Size of the whole decompressed font (`totalSfntSize`). */
  declared: number;
  /** Total size of all tables when unpacked and when packed (`origLength`, `transformLength`). */
  tables: number;
  packedTables: number;
  isCollection: boolean;
}

const HEADER = 48;
/** Tags with a number instead of their name (WOFF 2.0, 4.1): 10 is glyf, 11 is loca, 3 is hmtx, 63 is any other tag. */
const GLYF = 10;
const LOCA = 11;
const OTHER_TAG = 63;
const COLLECTION = 0x74746366;

/** Reads the header and the table directory (WOFF 2.0, sections 3 and 4.1). Returns null if the file ends within them. */
export function woff2Sizes(woff2: Buffer): Woff2Sizes | null {
  if (woff2.length < HEADER) return null;
  const count = woff2.readUInt16BE(12);
  const sizes = { declared: woff2.readUInt32BE(16), tables: 0, packedTables: 0 };
  let at = HEADER;
  for (let index = 0; index < count; index++) {
    const flags = woff2[at];
    if (flags === undefined) return null;
    const tag = flags & 63;
    const length = readBase128(woff2, at + 1 + (tag === OTHER_TAG ? 4 : 0));
    if (!length) return null;
    const packed = isTransformed(tag, flags >> 6) ? readBase128(woff2, length.end) : length;
    if (!packed) return null;
    sizes.tables += length.value;
    sizes.packedTables += packed.value;
    at = packed.end;
  }
  return { ...sizes, isCollection: woff2.readUInt32BE(4) === COLLECTION };
}

/** Returns true if a table is transformed. The null transform is version 3 for glyf and loca, and version 0 for others. */
const isTransformed = (tag: number, version: number): boolean =>
  tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;

/** Reads a UIntBase128 (WOFF 2.0, 4.1): seven bits per byte, at most five bytes. */
function readBase128(bytes: Buffer, start: number): { value: number; end: number } | null {
  let value = 0;
  for (let at = start; at < start + 5; at++) {
    const byte = bytes[at];
    if (byte === undefined) return null;
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + 1 };
  }
  return null;
}
