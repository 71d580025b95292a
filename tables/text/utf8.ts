interface Utf8Scan {
  /** Number of well-formed sequences of two and more bytes. */
  sequences: number;
  /** Number of bytes outside well-formed sequences. */
  wrong: number;
  /** Offset of the first wrong byte; -1 without one. */
  firstWrong: number;
}

/** Counts the well-formed sequences of UTF-8 and the bytes between them. */
export function scanUtf8(bytes: Uint8Array): Utf8Scan {
  const scan: Utf8Scan = { sequences: 0, wrong: 0, firstWrong: -1 };
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const length = sequenceAt(bytes, at);
    if (length > 0) {
      scan.sequences += 1;
      at += length;
      continue;
    }
    if (scan.firstWrong < 0) scan.firstWrong = at;
    scan.wrong += 1;
    at += 1;
  }
  return scan;
}

/** Returns the length of the sequence at an offset; 0 if it is malformed, overlong or a surrogate. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length =
    lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  for (let index = 1; index < length; index += 1) if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  const isMalformed =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f);
  return isMalformed ? 0 : length;
}
