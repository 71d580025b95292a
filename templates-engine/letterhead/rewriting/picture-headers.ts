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
  const header = boxes(bytes, 'jp2h');
  const size = header && boxes(header, 'ihdr');
  if (!size || size.length < 14) return 'without a header';
  if (size.readUInt32BE(0) * size.readUInt32BE(4) > width * height * 2) return 'larger than declared';
  const channels = size.readUInt16BE(8);
  if (![1, 3, 4].includes(channels)) return `with ${channels} channels`;
  const color = boxes(header, 'colr');
  const isPlain = color?.[0] === 1 && color.length >= 7 && [16, 17, 18].includes(color.readUInt32BE(3));
  return hasSpace || isPlain || color?.[0] === 2 ? null : 'with a colour space other than grey or RGB';
}

/** Returns the content of the first box of a type (ISO/IEC 15444-1, annex I). */
function boxes(bytes: Buffer, type: string): Buffer | null {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = length === 0 ? bytes.length : at + length;
    if (bytes.toString('latin1', at + 4, at + 8) === type) return bytes.subarray(at + 8, end);
    if (length < 8 && length !== 0) return null;
    at = end;
  }
  return null;
}
