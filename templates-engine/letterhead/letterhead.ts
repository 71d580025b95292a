/**
 * Backgrounds from PDFs. `reading/` parses an uploaded PDF, and `rewriting/` copies the visible content of its first page. The copy has
 * only known operators and objects, and is valid in a PDF/A. Reading its own output again gives the same bytes.
 */

import { deflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { DESIGN_RANGES } from '../design/properties.ts';
import { SCALE } from '../graphics/geometry.ts';
import type { PdfObject, PdfValue } from '../graphics/pdf-objects.ts';
import { loadSharp } from '../graphics/sharp.ts';
import type { Letterhead } from '../scene/scene.ts';
import { writePage } from './file.ts';
import { type Corners, type PdfPage, readPage } from './page.ts';
import { drawPage } from './picture.ts';
import { refused } from './reading/fault.ts';
import { numbersOf } from './reading/generic.ts';

/** First page of a PDF, reduced to its visible content. Contains its data URI and its displayed size in points. */
export interface ReadLetterhead {
  uri: string;
  width: number;
  height: number;
  page: PdfPage;
}

const PREFIX = 'data:application/pdf;base64,';

/** Caches for letterheads. The designer sends the same letterhead with every change, so a few entries are enough. */
const pictures = new LRUCache<string, { bytes: Uint8Array; width: number; height: number }>({ max: 4 });
const read = new LRUCache<string, ReadLetterhead>({
  max: 4,
  maxSize: 30_000_000,
  sizeCalculation: (_, uri) => uri.length,
});

/** Reads a data URI of a PDF. Throws DesignError with the path `background.pdf` if its first page cannot be a background. */
export async function readLetterhead(uri: string): Promise<ReadLetterhead> {
  const known = read.get(uri);
  if (known) return known;
  const page = await readPage(Buffer.from(uri.slice(PREFIX.length), 'base64'));
  const [width, height] = sizeOf(page);
  const { min, max } = DESIGN_RANGES.pageSide;
  if (Math.min(width, height) < min || Math.max(width, height) > max)
    throw refused('page_size', { width, height, least: min, most: max });
  const reduced = `${PREFIX}${Buffer.from(writePage(page)).toString('base64')}`;
  const letterhead = { uri: reduced, width, height, page };
  read.set(reduced, letterhead);
  return letterhead;
}

/** Returns a letterhead as it appears on a page: its picture, and its objects with a form that draws it and `bleed` points around it. */
export async function openLetterhead({ uri, width, height, page }: ReadLetterhead, bleed: number): Promise<Letterhead> {
  const objects = [...page.objects, formOf(page, bleed)];
  const [across, down] = [Math.round(width * SCALE), Math.round(height * SCALE)];
  let picture = pictures.get(uri);
  if (!picture) {
    const pdf = Buffer.from(uri.slice(PREFIX.length), 'base64');
    const { rgba } = await drawPage(pdf, { width, height, across, down, scale: SCALE });
    const sharp = await loadSharp();
    const raw = { width: across, height: down, channels: 4 } as const;
    picture = {
      bytes: await sharp(rgba, { raw }).png({ compressionLevel: 1 }).toBuffer(),
      width: across,
      height: down,
    };
    pictures.set(uri, picture);
  }
  return {
    objects,
    picture: { ...picture, size: 0, format: 'png' },
    // Whole pixels, so that the picture is not scaled.
    pictureBox: { x: 0, y: 0, width: across / SCALE, height: down / SCALE },
  };
}

function sizeOf({ crop, rotate, unit }: PdfPage): [width: number, height: number] {
  const points = (units: number) => Math.round(units * unit * 1000) / 1000;
  const [across, down] = [points(crop[2] - crop[0]), points(crop[3] - crop[1])];
  return rotate % 180 === 0 ? [across, down] : [down, across];
}

/** Returns the page as a form (ISO 32000-1, 8.10) in the coordinates of the displayed page: points, with y upwards. */
function formOf(page: PdfPage, bleed: number): PdfObject {
  const entries: Record<string, PdfValue> = {
    Type: '/XObject',
    Subtype: '/Form',
    BBox: numbersOf(boxWithBleed(page, bleed / page.unit)),
    Matrix: numbersOf(matrixOf(page)),
    Resources: page.resources,
    ...(page.group !== null && { Group: page.group }),
    Filter: '/FlateDecode',
  };
  return { value: entries, data: deflateSync(page.content, { level: 9 }) };
}

const boxWithBleed = ({ crop, media }: PdfPage, bleed: number): Corners => [
  Math.max(media[0], crop[0] - bleed),
  Math.max(media[1], crop[1] - bleed),
  Math.min(media[2], crop[2] + bleed),
  Math.min(media[3], crop[3] + bleed),
];

function matrixOf({ crop: [left, bottom, right, top], rotate, unit: u }: PdfPage): number[] {
  if (rotate === 90) return [0, -u, u, 0, -bottom * u, right * u];
  if (rotate === 180) return [-u, 0, 0, -u, right * u, top * u];
  if (rotate === 270) return [0, u, -u, 0, top * u, -left * u];
  return [u, 0, 0, u, -left * u, -bottom * u];
}
