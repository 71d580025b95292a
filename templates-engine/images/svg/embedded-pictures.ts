import { loadSharp } from '../../graphics/sharp.ts';
import { nodesIn, type SvgNode } from './svg-node.ts';
import { refuse } from './svg-references.ts';

/** Maximum pixels of a picture in an SVG. */
const MAX_PIXELS = 24_000_000;
const DATA = /^\s*data:([^,;]*)((?:;[^,;]*)*),(.*)$/s;

/**
 * Replaces the pictures of an SVG by PNGs or JPEGs, by their content, whatever type they name. `readInner` reads an SVG in the SVG. Other
 * sources stay, and are refused afterwards.
 */
export async function plainPictures(root: SvgNode, readInner: (bytes: Buffer) => Promise<string>): Promise<void> {
  for (const { name, attributes } of nodesIn(root)) {
    if (name !== 'image' && name !== 'feImage') continue;
    const [, type = '', parameters = '', data] = DATA.exec(attributes.href ?? '') ?? [];
    if (data === undefined) continue;
    const bytes = /;\s*base64$/i.test(parameters.trim()) ? Buffer.from(data, 'base64') : percentDecoded(data);
    if (/svg/i.test(type) || /^[\s\uFEFF]*</.test(bytes.toString('utf8', 0, 100)))
      attributes.href = dataUri('svg+xml', Buffer.from(await readInner(bytes)));
    else {
      const { href, width, height } = await plainPicture(bytes);
      Object.assign(attributes, { href }, name === 'image' && missingSides(attributes, { width, height }));
    }
  }
}

function percentDecoded(data: string): Buffer {
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return refuse('an address with a % that encodes nothing');
  }
}

/** Length without a percentage, which would refer to another side. */
const LENGTH = /^(\+?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i;

/** Returns the missing sides of an image: in the proportions of its picture, or in its pixels without any side (SVG 2, 8.10). */
function missingSides(
  attributes: Readonly<Record<string, string>>,
  picture: { width: number; height: number },
): { width?: string; height?: string } {
  const [width, height] = [attributes.width ?? 'auto', attributes.height ?? 'auto'].map((side) => side.trim());
  if (width === 'auto' && height === 'auto') return { width: String(picture.width), height: String(picture.height) };
  const [, across = '', acrossUnit = ''] = LENGTH.exec(width ?? '') ?? [];
  const [, down = '', downUnit = ''] = LENGTH.exec(height ?? '') ?? [];
  if (height === 'auto' && across)
    return { height: `${(Number(across) * picture.height) / picture.width}${acrossUnit}` };
  if (width === 'auto' && down) return { width: `${(Number(down) * picture.width) / picture.height}${downUnit}` };
  return {};
}

async function plainPicture(bytes: Buffer): Promise<{ href: string; width: number; height: number }> {
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { format, space, depth, width, height } = await picture.metadata();
    const isPlain = (format === 'png' || format === 'jpeg') && space !== 'cmyk' && depth === 'uchar';
    if (isPlain) return { href: dataUri(format, bytes), width, height };
    return { href: dataUri('png', await picture.autoOrient().toColourspace('srgb').png().toBuffer()), width, height };
  } catch {
    return refuse('a picture in it that is no PNG, JPEG or WebP');
  }
}

const dataUri = (type: string, bytes: Buffer): string => `data:image/${type};base64,${bytes.toString('base64')}`;
