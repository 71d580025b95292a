/** Encodings in which programs read the bytes of UTF-8 by mistake, with the fewest letters that prove it. */
const ENCODINGS = [
  { name: 'windows-1252', fewest: 1 },
  { name: 'macintosh', fewest: 1 },
  { name: 'windows-1251', fewest: 2 },
] as const;

/** Bytes by character, made with the first use. */
const tables = new Map<string, ReadonlyMap<string, number>>();

/**
 * Returns the text whose UTF-8 was read in another encoding, also repeatedly: “Müller” for “MÃ¼ller”. Null for a text that shows no such
 * mistake.
 */
export function undoMisreading(text: string): string | null {
  if (!/\P{ASCII}{2}/u.test(text)) return null;
  // By words, because another part of the text may have been read correctly.
  const words = text.split(' ').map((word) => readAgain(word) ?? word);
  const read = words.join(' ');
  return read === text ? null : read;
}

function readAgain(text: string): string | null {
  for (const { name, fewest } of ENCODINGS) {
    const bytes = bytesOf(text, name);
    const decoded = bytes && decode(bytes);
    if (!decoded) continue;
    const read = readAgain(decoded) ?? decoded;
    if ((read.match(/\P{ASCII}/gu)?.length ?? 0) >= fewest && isPlausible(read)) return read;
  }
  return null;
}

/** Control characters, and letters and marks that no name and no usual word has. */
const UNUSUAL = /[\u0080-\u009f\u0180-\u019f\u01b1-\u0217\u021c-\u02ff\u0483-\u0489]/;

/**
 * Returns whether a word can be one that a program misread. A letter before a quotation mark or a dash, as in “CAFÉ’S”, can look like
 * UTF-8, too. Its word then mixes scripts or has an unusual letter.
 */
const isPlausible = (word: string): boolean =>
  !UNUSUAL.test(word) && !(/[a-z]/i.test(word) && /[^\P{L}\p{Script=Latin}]/u.test(word));

function bytesOf(text: string, encoding: string): Uint8Array | null {
  const byteOf = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, byteOf);
  const bytes: number[] = [];
  for (const character of text) {
    const byte = byteOf.get(character);
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  // A decoder that throws is slow, and most texts end here: their first letters are no character of UTF-8.
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const isSequence = (bytes[first] ?? 0) >= 0xc2 && ((bytes[first + 1] ?? 0) & 0xc0) === 0x80;
  return isSequence ? Uint8Array.from(bytes) : null;
}

function tableOf(encoding: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(encoding);
  return new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
