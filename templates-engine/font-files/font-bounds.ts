import { Blob, Font, Face as HarfBuzzFace } from 'harfbuzzjs';

/** Checksum of a whole font (OpenType, head, checksumAdjustment). */
const WHOLE_SUM = 0xb1b0afba;
/** Offsets in the head table. */
const ADJUSTMENT = 8;
const BOUNDS = 36;

/**
 * Writes the bounds of all glyphs into the head table and updates the checksums. HarfBuzz leaves the bounds empty in instances of a CFF2,
 * and fonts can contain wrong ones. PDFs contain the bounds, too.
 */
export function writeBounds(font: Uint8Array): Uint8Array {
  const sfnt = Buffer.from(font);
  const entry = entryOf(sfnt, 'head');
  const head = sfnt.readUInt32BE(entry + 8);
  for (const [index, value] of boundsOf(font).entries())
    sfnt.writeInt16BE(Math.max(-32_768, Math.min(32_767, value)), head + BOUNDS + index * 2);
  sfnt.writeUInt32BE(0, head + ADJUSTMENT);
  sfnt.writeUInt32BE(sumOf(sfnt.subarray(head, head + ((sfnt.readUInt32BE(entry + 12) + 3) & ~3))), entry + 4);
  sfnt.writeUInt32BE((WHOLE_SUM - sumOf(sfnt)) >>> 0, head + ADJUSTMENT);
  return sfnt;
}

function entryOf(sfnt: Buffer, tag: string): number {
  for (let entry = 12; entry < 12 + sfnt.readUInt16BE(4) * 16; entry += 16)
    if (sfnt.toString('latin1', entry, entry + 4) === tag) return entry;
  throw new Error(`The font has no ${tag} table`);
}

/** Returns left, bottom, right and top of all glyphs, in font units. */
function boundsOf(sfnt: Uint8Array): [number, number, number, number] {
  const face = new HarfBuzzFace(new Blob(sfnt));
  const font = new Font(face);
  const copy = Buffer.from(sfnt.buffer, sfnt.byteOffset, sfnt.length);
  const glyphs = copy.readUInt16BE(copy.readUInt32BE(entryOf(copy, 'maxp') + 8) + 4);
  let [left, bottom, right, top] = [0, 0, 0, 0];
  for (let glyph = 0; glyph < glyphs; glyph++) {
    const { xBearing = 0, yBearing = 0, width = 0, height = 0 } = font.glyphExtents(glyph) ?? {};
    left = Math.min(left, xBearing);
    right = Math.max(right, xBearing + width);
    top = Math.max(top, yBearing);
    bottom = Math.min(bottom, yBearing + height);
  }
  return [left, bottom, right, top];
}

/** Returns the sum of the complete 32-bit words of a table, as in the table directory. */
export function sumOf(words: Buffer): number {
  let sum = 0;
  for (let at = 0; at + 4 <= words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0;
  return sum;
}
