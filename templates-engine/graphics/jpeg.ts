/** Frame of a JPEG (ITU-T T.81, B.2.2). */
export interface JpegFrame {
  width: number;
  height: number;
  /** True for a process that all readers of PDF decode: DCT with Huffman coding, sequential or progressive (SOF 0, 1 and 2). */
  isCommon: boolean;
}

/** Reads the frame header of a JPEG; null without a frame. */
export function jpegFrame(data: Uint8Array): JpegFrame | null {
  const bytes = bufferOf(data);
  for (const { marker, start } of segments(bytes)) {
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && start + 9 < bytes.length)
      return { width: bytes.readUInt16BE(start + 7), height: bytes.readUInt16BE(start + 5), isCommon: marker <= 0xc2 };
  }
  return null;
}

/**
 * Returns a JPEG without what its pixels do not need: Exif, XMP and IPTC data, comments, previews, and bytes after its end. They can have
 * the place and the owner of a camera. JFIF and Adobe headers and colour profiles stay. Returns the given bytes if there is nothing to
 * remove, or no end.
 */
export function withoutJpegMetadata(data: Uint8Array): Uint8Array {
  const bytes = bufferOf(data);
  const kept: Buffer[] = [];
  let from = 0;
  for (const { marker, start, end } of segments(bytes)) {
    if (marker === END) {
      kept.push(bytes.subarray(from, end));
      return kept.length === 1 && end === bytes.length ? data : Buffer.concat(kept);
    }
    if (!isMetadata(marker, bytes.toString('latin1', start + 4, start + 16))) continue;
    kept.push(bytes.subarray(from, start));
    from = end;
  }
  return data;
}

/** End of image. */
const END = 0xd9;
const COMMENT = 0xfe;
const PROFILE = 'ICC_PROFILE\0';

/** Returns true for comments and applications' segments, except JFIF (APP0), colour profiles (APP2) and Adobe's transform (APP14). */
const isMetadata = (marker: number, begin: string): boolean =>
  marker === COMMENT || (marker > 0xe0 && marker <= 0xef && marker !== 0xee && !(marker === 0xe2 && begin === PROFILE));

interface Segment {
  marker: number;
  /** Position of the marker, and the end of its segment. */
  start: number;
  end: number;
}

/** Iterates over the markers of a JPEG, and skips what is between them, such as coded pixels. */
function* segments(bytes: Buffer): Generator<Segment> {
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xff) {
      at++;
      continue;
    }
    // Stuffed bytes, restarts and repeated starts have no length.
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= END);
    if (!isAlone && at + 3 >= bytes.length) return;
    const end = at + 2 + (isAlone ? 0 : bytes.readUInt16BE(at + 2));
    yield { marker, start: at, end };
    at = end;
  }
}

const bufferOf = (data: Uint8Array): Buffer => Buffer.from(data.buffer, data.byteOffset, data.length);
