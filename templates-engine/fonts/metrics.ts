import type { Face } from './faces.ts';

/** Metrics for a font descriptor in a PDF (ISO 32000-1, 9.8.1), from the tables of the font. Lengths are in 1/1000 em. */
export interface FontMetrics {
  ascent: number;
  descent: number;
  capHeight: number;
  /** Degrees counterclockwise from the vertical. Negative for a font that leans to the right. */
  italicAngle: number;
  /** Thickness of vertical stems. No table contains it, so it is estimated from the weight. */
  stemV: number;
  box: [left: number, bottom: number, right: number, top: number];
  /** Position of the top of an underline relative to the baseline, negative below it, and its thickness. Both in em. */
  underlinePosition: number;
  underlineThickness: number;
  isFixedPitch: boolean;
  isSerif: boolean;
  isScript: boolean;
  isItalic: boolean;
}

const known = new WeakMap<Face, FontMetrics>();

export function metricsOf(face: Face): FontMetrics {
  const metrics = known.get(face) ?? read(face);
  known.set(face, metrics);
  return metrics;
}

/** Reads the metrics. Offsets are from the OpenType specification of the tables head, OS/2 and post. */
function read(face: Face): FontMetrics {
  const perMille = (units: number) => Math.round((units / face.unitsPerEm) * 1000);
  const [head, os2, post] = ['head', 'OS/2', 'post'].map((tag) => tableOf(face.sfnt, tag));
  if (!head) throw new Error(`Font ${face.key} has no head table`);
  const [left = 0, bottom = 0, right = 0, top = 0] = [36, 38, 40, 42].map((at) => perMille(head.readInt16BE(at)));
  const italicAngle = post ? post.readInt32BE(4) / 65536 : 0;
  const weight = os2 ? os2.readUInt16BE(4) : 400;
  // Class of the family, which few fonts set. Then PANOSE: kind of family, and serif style of Latin text, where 11 and above mean sans
  // serif.
  const [familyClass = 0, , family = 0, serif = 0] = os2 ? os2.subarray(30, 34) : [];
  return {
    ascent: Math.round(face.ascender * 1000),
    descent: Math.round(face.descender * 1000),
    capHeight: perMille(capHeightOf(os2) ?? heightOfH(face) ?? face.ascender * face.unitsPerEm),
    italicAngle,
    stemV: Math.round(50 + (weight / 65) ** 2),
    box: [left, bottom, right, top],
    // Defaults for a font without the table are typical of text faces.
    underlinePosition: post ? post.readInt16BE(8) / face.unitsPerEm : -0.1,
    underlineThickness: (post && post.readInt16BE(10) / face.unitsPerEm) || 0.05,
    isFixedPitch: post ? post.readUInt32BE(12) !== 0 : false,
    isSerif: (familyClass >= 1 && familyClass <= 7) || (family === 2 && serif >= 2 && serif <= 10),
    isScript: familyClass === 10 || family === 3,
    isItalic: italicAngle !== 0 || (os2 !== undefined && (os2.readUInt16BE(62) & 1) === 1),
  };
}

/** Returns the cap height, which the table contains from version 2 on. */
function capHeightOf(os2: Buffer | undefined): number | undefined {
  if (!os2 || os2.readUInt16BE(0) < 2 || os2.length < 90) return undefined;
  return os2.readInt16BE(88) || undefined;
}

function heightOfH(face: Face): number | undefined {
  const glyph = face.font.nominalGlyph(0x48);
  if (glyph === undefined) return undefined;
  const numbers = (face.outline(glyph).match(/-?[\d.]+/g) ?? []).map(Number);
  return Math.max(...numbers.filter((_, index) => index % 2 === 1)) || undefined;
}

function tableOf(sfnt: Uint8Array, tag: string): Buffer | undefined {
  const file = Buffer.from(sfnt.buffer, sfnt.byteOffset, sfnt.length);
  for (let entry = 12; entry < 12 + file.readUInt16BE(4) * 16; entry += 16) {
    if (file.toString('latin1', entry, entry + 4) !== tag) continue;
    const [offset, length] = [file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12)];
    return file.subarray(offset, offset + length);
  }
  return undefined;
}
