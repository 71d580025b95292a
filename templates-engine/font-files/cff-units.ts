import { refuse } from './refuse.ts';

/** Units per em of a CFF without FontMatrix, and that operator (Adobe Technical Note 5176, table 9). */
const CFF_UNITS = 1000;
const FONT_MATRIX = Buffer.from([12, 7]);

/**
 * Refuses PostScript outlines whose units per em are known from the table head alone: a PDF has the table CFF without it, and
 * would show them in another size.
 */
export function checkCffUnits(cff: Buffer | undefined, units: number | undefined): void {
  if (!cff || units === CFF_UNITS || topDictOf(cff).includes(FONT_MATRIX)) return;
  refuse(`has PostScript outlines of ${units} units per em that do not say so (FontMatrix)`);
}

/** The first of a CFF's Top DICTs: an INDEX behind the header and the INDEX of names (Adobe Technical Note 5176, 2 and 5). */
function topDictOf(cff: Buffer): Buffer {
  const names = endOfIndex(cff, cff[2] ?? 0);
  return cff.subarray(names, endOfIndex(cff, names));
}

function endOfIndex(cff: Buffer, start: number): number {
  if (start + 3 > cff.length) refuse('has a table CFF that is too short');
  const [count, size] = [cff.readUInt16BE(start), cff[start + 2] ?? 0];
  if (count === 0) return start + 2;
  const last = start + 3 + count * size;
  if (size < 1 || size > 4 || last + size > cff.length) refuse('has a table CFF that contradicts itself');
  return Math.min(cff.length, start + 2 + (count + 1) * size + cff.readUIntBE(last, size));
}
