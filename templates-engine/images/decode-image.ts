import type { Sharp } from 'sharp';
import { type DetailCode, type DetailParams, detail, type Given } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { hasText, simplifySvg } from './svg/simplify-svg.ts';
import { svgFault } from './svg/svg-safety.ts';
import { vectorise } from './svg/vectorise.ts';

/** Maximum pixels of an image: more than an A3 page at 300 dpi, and as many as a camera with 24 megapixels. */
export const MAX_PIXELS = 24_000_000;
/** Resolution for rasterising vector images: twice that of the PNG, so that the PDF prints well. */
const DPI = 288;
/** Maximum pixels per side of vector images and of formats that are converted. */
export const MAX_SIDE = 4000;

/** Returns the error for a rejected picture at a path. */
export const refusal = <Code extends DetailCode>(
  path: string,
  code: Code,
  ...params: Given<DetailParams<Code>>
): DesignError => new DesignError([detail(path, code, ...params)]);

type Format = 'png' | 'jpeg' | 'webp' | 'svg';

interface Opened {
  picture: Sharp;
  format: Format;
  width: number;
  height: number;
}

/**
 * Opens an image of one of the four formats and calls `decode`. An SVG gets the resolution that its box needs. Throws DesignError on
 * failure.
 */
export async function decodeImage<Result>(
  bytes: Buffer,
  path: string,
  box: { width: number; height: number },
  maxPixels: number,
  decode: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const format = safeFormatOf(bytes, path);
  try {
    if (!format) throw new Error('Unknown image format');
    const sharp = await loadSharp();
    const content = format === 'svg' ? withOutlines(bytes) : bytes;
    const scale = format === 'svg' ? { density: await density(content, box) } : {};
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'warning', ...scale });
    const { width = 0, height = 0, format: found } = await picture.metadata();
    if (found !== format) throw new Error(`Header of ${format}, content of ${found}`);
    return await decode({ picture, format, width, height });
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw isTooLarge ? refusal(path, 'picture_too_large', { most: maxPixels }) : refusal(path, 'not_a_picture');
  }
}

/** Returns the drawing that represents an SVG (see vectorise); null for other images, and for an SVG that must become pixels. */
export function drawingIn(bytes: Buffer, path: string): string | null {
  if (safeFormatOf(bytes, path) !== 'svg') return null;
  try {
    return vectorise(bytes.toString());
  } catch {
    throw refusal(path, 'not_a_picture');
  }
}

/** Returns the format of an image. Throws DesignError for an unsafe SVG. */
function safeFormatOf(bytes: Buffer, path: string): Format | null {
  const format = formatOf(bytes);
  const found = format === 'svg' ? svgFault(bytes) : null;
  if (found) throw refusal(path, 'svg_refused', { found });
  return format;
}

/** Converts texts to outlines of the catalogue's fonts. The decoder would use any font of the machine. */
function withOutlines(svg: Buffer): Buffer {
  const text = svg.toString();
  return hasText(text) ? Buffer.from(simplifySvg(text)) : svg;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const SVG = /^\uFEFF?\s*<(\?xml|!--|!doctype|svg|\w+:svg)/i;

/** Detects the format from the first bytes, before anything is decoded. Anything else is never decoded, including compressed SVGs. */
function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return SVG.test(bytes.toString('utf8', 0, 1000)) ? 'svg' : null;
}

/** Returns the density at which the picture has DPI pixels per inch in its box. */
async function density(bytes: Buffer, box: { width: number; height: number }): Promise<number> {
  const sharp = await loadSharp();
  // The nominal size can be anything; only the size in the box matters.
  const { width = 1, height = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const scale = Math.max(box.width / width, box.height / height) * (DPI / 72);
  const limited = Math.min(scale, MAX_SIDE / Math.max(width, height));
  return Math.min(10_000, Math.max(1, 72 * limited));
}
