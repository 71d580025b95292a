/** Frame of a JPEG (ITU-T T.81, B.2.2). */
export interface JpegFrame {
  width: number;
  height: number;
  /** True for a process that all readers of PDF decode: DCT with Huffman coding, sequential or progressive (SOF 0, 1 and 2). */
  isCommon: boolean;
}

/** Reads the frame header of a JPEG; null without a frame. */
export function jpegFrame(data: Uint8Array): JpegFrame | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) {
      at++;
      continue;
    }
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), isCommon: marker <= 0xc2 };
    const isAlone = marker === 0xff || marker === 0x01 || marker === 0x00 || (marker >= 0xd0 && marker <= 0xd8);
    at += isAlone ? (marker === 0xff ? 1 : 2) : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
