import type { Sharp } from 'sharp';
import { type DetailCode, type DetailParams, detail, type Given } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { type OpenSvg, openSvg } from './svg/open-svg.ts';
import { SvgRefusal } from './svg/svg-references.ts';
import { isDrawing } from './svg/vectorise.ts';

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
 * Opens an image of one of the four formats and calls `decode`. An SVG gets the resolution that its box needs; `language` is that of its
 * texts. Throws DesignError on failure.
 */
export async function decodeImage<Result>(
  bytes: Buffer,
  path: string,
  box: { width: number; height: number },
  maxPixels: number,
  decode: (opened: Opened) => Promise<Result>,
  language: string | null = null,
): Promise<Result> {
  const format = formatOf(bytes);
  const svg = format === 'svg' ? await opened(bytes, path, language) : null;
  try {
    if (!format) throw new Error('Unknown image format');
    const sharp = await loadSharp();
    const content = svg ? await svg.draw(scaleOf(svg, box, maxPixels)) : bytes;
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'warning' });
    const { width = 0, height = 0, format: found } = await picture.metadata();
    if (found !== format && format !== 'svg') throw new Error(`Header of ${format}, content of ${found}`);
    return await decode({ picture, format, width, height });
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw isTooLarge ? refusal(path, 'picture_too_large', { most: maxPixels }) : refusal(path, 'not_a_picture');
  }
}

/**
 * Returns the drawing that represents an SVG (see vectorise); null for other images, and for an SVG that must become pixels. `language` is
 * that of its texts.
 */
export async function drawingIn(bytes: Buffer, path: string, language: string | null): Promise<string | null> {
  if (formatOf(bytes) !== 'svg') return null;
  if (isDrawing(bytes.toString())) return bytes.toString();
  const svg = await opened(bytes, path, language);
  try {
    return await svg.drawing();
  } catch {
    throw refusal(path, 'not_a_picture');
  }
}

/** Opens an SVG. Throws DesignError for one that is unsafe or malformed. */
async function opened(bytes: Buffer, path: string, language: string | null): Promise<OpenSvg> {
  try {
    return await openSvg(bytes, language);
  } catch (error) {
    if (error instanceof SvgRefusal) throw refusal(path, 'svg_refused', { found: error.message });
    throw refusal(path, 'not_a_picture');
  }
}

/** Returns the scale at which an SVG has DPI pixels per inch in its box. Its own size can be anything; only that in the box matters. */
function scaleOf({ width, height }: OpenSvg, box: { width: number; height: number }, maxPixels: number): number {
  const scale = Math.max(box.width / width, box.height / height) * (DPI / 72);
  const limited = Math.min(scale, MAX_SIDE / Math.max(width, height));
  if (width * height * limited ** 2 > maxPixels) throw new Error('Input image exceeds pixel limit');
  return limited;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const SVG = /^\s*<(\?xml|!--|!doctype|svg|\w+:svg)/i;

/** Detects the format from the first bytes, before anything is decoded. Anything else is never decoded, including compressed SVGs. */
function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  // A file in UTF-16 has a zero byte beside each of these characters.
  return SVG.test(bytes.toString('latin1', 0, 1000).replaceAll(/[\0\xef\xbb\xbf\xfe\xff]/g, '')) ? 'svg' : null;
}
