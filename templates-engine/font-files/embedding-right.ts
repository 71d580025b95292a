import { refuse } from './refuse.ts';
import { type FontTables, tableOf } from './tables.ts';

/** Bits of `fsType` (OpenType, OS/2). */
const RESTRICTED = 0x2;
const PREVIEW_AND_PRINT = 0x4;
const EDITABLE = 0x8;
const NO_SUBSETTING = 0x100;
const BITMAPS_ONLY = 0x200;

/**
 * Rejects a font that its maker does not allow to be embedded as a subset with outlines. Before version 3 of the table, several rights can
 * be set, and the widest applies.
 */
export function checkEmbeddingRight(font: FontTables): void {
  const os2 = tableOf(font, 'OS/2', 10);
  const [version, fsType] = [os2.readUInt16BE(0), os2.readUInt16BE(8)];
  const isWidened = version < 3 && (fsType & (PREVIEW_AND_PRINT | EDITABLE)) !== 0;
  const flags = `0x${fsType.toString(16).padStart(4, '0')}`;
  const refuseAs = (reason: string) => refuse('font_not_embeddable', { reason, flags });
  if (fsType & RESTRICTED && !isWidened) refuseAs('may not be embedded');
  if (fsType & BITMAPS_ONLY) refuseAs('may be embedded as bitmaps only');
  if (fsType & NO_SUBSETTING) refuseAs('may be embedded as a whole only');
}
