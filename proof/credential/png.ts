import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const IHDR = Buffer.from('0000000d49484452', 'hex');
const KEYWORD = 'openbadgecredential';
/** End of the signature and the header chunk, which has a length, a type, 13 bytes of data and a checksum. */
const HEADER_END = SIGNATURE.length + 25;

/**
 * Returns the PNG with the credential in an iTXt chunk right after its header (Open Badges 3.0, Baked Badge). All other bytes stay
 * unchanged. Throws TypeError if the file is not a PNG or already has a credential.
 */
export function bakePng(png: Uint8Array, credentialJson: string): Buffer {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  assertPng(bytes);
  return Buffer.concat([bytes.subarray(0, HEADER_END), textChunk(credentialJson), bytes.subarray(HEADER_END)]);
}

function assertPng(bytes: Buffer): void {
  const header = bytes.subarray(SIGNATURE.length, HEADER_END);
  const isPng =
    bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    header.subarray(0, IHDR.length).equals(IHDR) &&
    header.length === HEADER_END - SIGNATURE.length &&
    crc32(header.subarray(4, 21)) === header.readUInt32BE(21);
  if (!isPng) throw new TypeError('A credential can be baked into a PNG only');
  for (let at = HEADER_END; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8 + KEYWORD.length + 1) === `iTXt${KEYWORD}\0`)
      throw new TypeError('The PNG has a credential already');
}

/** Returns an uncompressed iTXt chunk without language and translated keyword, as the specification requires (PNG 11.3.3.4). */
function textChunk(text: string): Buffer {
  const data = Buffer.from(`iTXt${KEYWORD}\0\0\0\0\0${text}`, 'utf8');
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return chunk;
}
