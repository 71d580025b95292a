/**
 * Reader of uploaded fonts, which runs in a child process. Nothing in a file is trusted: sizes and bounds are checked before they are used.
 * A face is stored only as HarfBuzz wrote it again, never with its original bytes.
 */

import { createHash } from 'node:crypto';
import { isCatalogueFamily } from '../fonts/own-fonts.ts';
import { withFontMatrix } from './cff-matrix.ts';
import { checkFace } from './check-face.ts';
import { checkEmbeddingRight } from './embedding-right.ts';
import { writeBounds } from './font-bounds.ts';
import { FontNames } from './font-names.ts';
import { type FontInstance, instancesOf } from './instances.ts';
import { rebuildFont } from './rebuild-font.ts';
import { damaged, refuse } from './refuse.ts';
import { checkRebuilt, checkTables, checkUnits, keepTables, readTables } from './tables.ts';
import { unpackFont } from './unpack-font.ts';

/** Sanitised face of an uploaded font, as a separate file. */
interface ReadFace extends Pick<FontInstance, 'weight' | 'italic' | 'style'> {
  /** Plain sfnt with glyf or CFF outlines. */
  sfnt: Uint8Array;
  /** SHA-256 (hex) of the file. */
  digest: string;
}

/** Uploaded font: one face, or the named instances of a variable font. */
export interface ReadFont {
  family: string;
  faces: ReadFace[];
}

/** Maximum bytes of a face. A page can use 24 MB of fonts (scene/budget.ts). */
const MAX_FACE_BYTES = 20_000_000;
/** Maximum bytes of all faces of a file. */
const MAX_FACES_BYTES = 60_000_000;

/**
 * Reads an untrusted font file (TTF, OTF, WOFF, WOFF2). Checks its structure and embedding rights, and rewrites each face with only the
 * necessary tables. Throws DesignError with the path `file`. Calls `onFace` before each face.
 */
export async function readFont(file: Uint8Array, onFace: () => void = () => undefined): Promise<ReadFont> {
  onFace();
  const font = readTables(await unpackFont(Buffer.from(file.buffer, file.byteOffset, file.length)));
  checkTables(font);
  checkUnits(font);
  checkEmbeddingRight(font);
  const names = new FontNames(font);
  const { family } = names;
  if (isCatalogueFamily(family)) refuse('family_taken', { family });
  const sfnt = keepTables(font);
  const faces: ReadFace[] = [];
  for (const [index, instance] of instancesOf(font, names).entries()) {
    if (index > 0) onFace();
    faces.push(readFace(sfnt, instance));
    if (faces.reduce((sum, face) => sum + face.sfnt.length, 0) > MAX_FACES_BYTES)
      refuse('font_too_large', { most: MAX_FACES_BYTES });
  }
  return { family, faces };
}

function readFace(font: Uint8Array, { coordinates, ...instance }: FontInstance): ReadFace {
  const rebuilt = rebuildFont(font, coordinates);
  if (!rebuilt) return damaged('its tables contradict each other');
  checkRebuilt(rebuilt);
  const sfnt = writeBounds(withFontMatrix(rebuilt));
  if (sfnt.length > MAX_FACE_BYTES) refuse('font_too_large', { size: sfnt.length, most: MAX_FACE_BYTES });
  checkFace(sfnt);
  return { ...instance, sfnt, digest: createHash('sha256').update(sfnt).digest('hex') };
}
