import { equal, readUtf8, utf8 } from './bytes.ts';
import { ensure, Refusal } from './check.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const KEYWORD = utf8('openbadgecredential\0');
const MOST_CHUNKS = 100_000;

export const isPng = (bytes: Uint8Array): boolean => equal(bytes.subarray(0, SIGNATURE.length), SIGNATURE);

/**
 * Returns the credential in a baked PNG (Open Badges 3.0, 5.3.1): the text of its only iTXt chunk with the keyword `openbadgecredential`,
 * uncompressed. Throws Refusal if a chunk is damaged, the file does not end with IEND, or it does not have exactly one credential.
 */
export function readBakedCredential(png: Uint8Array): Uint8Array {
  const found = readChunks(png).flatMap(({ type, data }) =>
    type === 'iTXt' && equal(data.subarray(0, KEYWORD.length), KEYWORD) ? [data.subarray(KEYWORD.length)] : [],
  );
  const [text] = found;
  ensure(text && found.length === 1, 'credentialMissing');
  // Compression flag and method, language tag and translated keyword are all unused.
  ensure(equal(text.subarray(0, 4), new Uint8Array(4)), 'credentialMalformed');
  return text.subarray(4);
}

interface Chunk {
  type: string;
  data: Uint8Array;
}

function readChunks(png: Uint8Array): Chunk[] {
  const view = new DataView(png.buffer, png.byteOffset, png.length);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    ensure(at + 12 <= png.length && chunks.length < MOST_CHUNKS, 'pngDamaged');
    const end = at + 8 + view.getUint32(at);
    ensure(end + 4 <= png.length && crc32(png.subarray(at + 4, end)) === view.getUint32(end), 'pngDamaged');
    chunks.push({ type: chunkType(png.subarray(at + 4, at + 8)), data: png.subarray(at + 8, end) });
    at = end + 4;
  }
  ensure(chunks[0]?.type === 'IHDR' && chunks.at(-1)?.type === 'IEND', 'pngDamaged');
  ensure(chunks.filter(({ type }) => type === 'IEND').length === 1, 'pngDamaged');
  return chunks;
}

function chunkType(bytes: Uint8Array): string {
  try {
    return readUtf8(bytes);
  } catch {
    throw new Refusal('pngDamaged');
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
