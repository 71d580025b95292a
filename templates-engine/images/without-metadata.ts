import { withoutJpegMetadata } from '../graphics/jpeg.ts';

/** Chunks of a PNG with texts, times and Exif data (PNG, third edition, 11.3). */
const METADATA = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);
const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12;

/** Returns an undamaged PNG or JPEG without data that its pixels do not need, which can have the place and the owner of a camera. */
export const withoutMetadata = (bytes: Buffer, format: 'png' | 'jpeg'): Uint8Array =>
  format === 'jpeg' ? withoutJpegMetadata(bytes) : withoutPngMetadata(bytes);

function withoutPngMetadata(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    const end = at + FRAME_BYTES + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!METADATA.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}
