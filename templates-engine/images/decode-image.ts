import type { Sharp } from 'sharp';
import { type DetailCode, type DetailParams, detail, type Given } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { hasText, simplifySvg } from './svg/simplify-svg.ts';
import { svgFault } from './svg/svg-safety.ts';
import { vectorise } from './svg/vectorise.ts';

/** More than an A3 page at 300 dpi; a camera's 24 megapixels. */
export const MAX_PIXELS = 24_000_000;
/** Vector images become pixels at this density: twice the PNG's, so that the PDF prints well. */
const DPI = 288;
/** Pixels of a side at the most, of a vector image and of one in a format that is converted. */
export const MAX_SIDE = 4000;

/** Returns why the picture at a path is refused. */
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

/** Has an image of one of the four formats decoded, an SVG at the density that its box wants; DesignError where it can't be. */
export async function decodeImage<Result>(
  bytes: Buffer,
  path: string,
  box: { width: number; height: number },
  maxPixels: number,
  decode: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const format = safeFormatOf(bytes, path);
  try {
    if (!format) throw new Error('none of the four');
    const sharp = await loadSharp();
    const content = format === 'svg' ? withOutlines(bytes) : bytes;
    const scale = format === 'svg' ? { density: await density(content, box) } : {};
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'warning', ...scale });
    const { width = 0, height = 0, format: found } = await picture.metadata();
    if (found !== format) throw new Error(`${format} on the outside, ${found} on the inside`);
    return await decode({ picture, format, width, height });
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw isTooLarge ? refusal(path, 'picture_too_large', { most: maxPixels }) : refusal(path, 'not_a_picture');
  }
}

/** The drawing that an SVG is kept as (see vectorise); null for another image, and for an SVG that has to become pixels. */
export function drawingIn(bytes: Buffer, path: string): string | null {
  if (safeFormatOf(bytes, path) !== 'svg') return null;
  try {
    return vectorise(bytes.toString());
  } catch {
    throw refusal(path, 'not_a_picture');
  }
}

/** The format of an image; DesignError for an SVG that could do harm. */
function safeFormatOf(bytes: Buffer, path: string): Format | null {
  const format = formatOf(bytes);
  const found = format === 'svg' ? svgFault(bytes) : null;
  if (found) throw refusal(path, 'svg_refused', { found });
  return format;
}

/** Texts become outlines of our fonts: the decoder would take whatever fonts the machine has. */
function withOutlines(svg: Buffer): Buffer {
  const text = svg.toString();
  return hasText(text) ? Buffer.from(simplifySvg(text)) : svg;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const SVG = /^\uFEFF?\s*<(\?xml|!--|!doctype|svg|\w+:svg)/i;

/** Told by the first bytes, before anything is decoded: what is none of the four, a compressed SVG included, never is. */
function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return SVG.test(bytes.toString('utf8', 0, 1000)) ? 'svg' : null;
}

/** The density at which the picture has DPI pixels an inch in its box. */
async function density(bytes: Buffer, box: { width: number; height: number }): Promise<number> {
  const sharp = await loadSharp();
  // Its own size may be any: what counts is the one that it is drawn at.
  const { width = 1, height = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const scale = Math.max(box.width / width, box.height / height) * (DPI / 72);
  const limited = Math.min(scale, MAX_SIDE / Math.max(width, height));
  return Math.min(10_000, Math.max(1, 72 * limited));
}
