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
    attributes.href =
      /svg/i.test(type) || /^[\s\uFEFF]*</.test(bytes.toString('utf8', 0, 100))
        ? dataUri('svg+xml', Buffer.from(await readInner(bytes)))
        : await plainPicture(bytes);
  }
}

function percentDecoded(data: string): Buffer {
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return refuse('an address with a % that encodes nothing');
  }
}

async function plainPicture(bytes: Buffer): Promise<string> {
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { format, space, depth } = await picture.metadata();
    const isPlain = (format === 'png' || format === 'jpeg') && space !== 'cmyk' && depth === 'uchar';
    if (isPlain) return dataUri(format, bytes);
    return dataUri('png', await picture.autoOrient().toColourspace('srgb').png().toBuffer());
  } catch {
    return refuse('a picture in it that is no PNG, JPEG or WebP');
  }
}

const dataUri = (type: string, bytes: Buffer): string => `data:image/${type};base64,${bytes.toString('base64')}`;
