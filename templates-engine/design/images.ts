import { loadSharp } from '../sharp.ts';
import { MAX_IMAGE_BYTES } from './constraints.ts';
import { DesignError } from './errors.ts';

const MAX_PIXELS = 40_000_000;
/** Vector images become pixels at this density: twice the PNG's, so that the PDF prints well. */
const DPI = 288;
const MAX_SIDE = 4000;

/**
 * An image that is safe to render for ever after: told by its content, decoded once, PNG or JPEG. An SVG that could
 * read a file or the network is refused, any other becomes pixels here; it never reaches a renderer.
 */
export async function makeImageSafe(
  uri: string,
  path: string,
  box: { width: number; height: number },
): Promise<string> {
  const bytes = decode(uri);
  if (!bytes)
    throw refusal(path, 'takes a data URI of a PNG, JPEG, WebP or SVG image, got one that is cut or malformed');
  if (bytes.length > MAX_IMAGE_BYTES)
    throw refusal(path, `takes an image of at most ${MAX_IMAGE_BYTES} bytes, got ${bytes.length}`);
  const { picture, format, width, height } = await open(bytes, path, box);
  if (format === 'png' || format === 'jpeg') return `data:image/${format};base64,${bytes.toString('base64')}`;
  const fitted = Math.max(width, height) > MAX_SIDE ? picture.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside' }) : picture;
  return `data:image/png;base64,${(await fitted.png({ compressionLevel: 9 }).toBuffer()).toString('base64')}`;
}

const MAX_LOGO_BYTES = 2 * 1024 * 1024;
const LOGO = { width: 960, height: 480 };

/** A PNG of a logo, large enough for sharp screens. DesignError, path `logo`, where it is none. */
export async function makeLogo(content: Uint8Array): Promise<Uint8Array> {
  const bytes = Buffer.from(content);
  if (bytes.length > MAX_LOGO_BYTES)
    throw refusal('logo', `takes a file of at most 2 MB (${MAX_LOGO_BYTES} bytes), got ${bytes.length}`);
  const { picture } = await open(bytes, 'logo', { width: LOGO.width / 4, height: LOGO.height / 4 });
  const fitted = picture.rotate().resize({ ...LOGO, fit: 'inside', withoutEnlargement: true });
  return fitted.png({ compressionLevel: 9 }).toBuffer();
}

const refusal = (path: string, message: string): DesignError => new DesignError([{ path, message }]);

/** Decodes a picture of one of the four formats; an SVG at the density that its box wants. */
async function open(bytes: Buffer, path: string, box: { width: number; height: number }) {
  const isSvg = looksLikeSvg(bytes);
  const danger = isSvg ? svgDanger(bytes.toString('utf8')) : null;
  if (danger) throw refusal(path, `takes an SVG that stands alone, got one with ${danger}`);
  try {
    const sharp = await loadSharp();
    const picture = sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'warning',
      ...(isSvg && { density: await density(bytes, box) }),
    });
    const { format, width = 0, height = 0 } = await picture.metadata();
    if (!FORMATS.includes(format)) throw refusal(path, `takes a PNG, JPEG, WebP or SVG image, got ${format}`);
    // Decoding it whole shows whether it is one.
    await picture.stats();
    return { picture, format, width, height };
  } catch (error) {
    if (error instanceof DesignError) throw error;
    throw refusal(path, 'takes a PNG, JPEG, WebP or SVG image, got something that is none');
  }
}

const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'svg'];

function decode(uri: string): Buffer | null {
  const [, base64, data] = /^data:image\/[a-z+]+(?:;charset=[\w-]+)?(;base64)?,(.+)$/s.exec(uri) ?? [];
  if (!data) return null;
  try {
    return base64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data));
  } catch {
    return null;
  }
}

const looksLikeSvg = (bytes: Buffer): boolean =>
  /^\s*(<\?xml|<!--|<!doctype|<svg)/i.test(
    bytes
      .subarray(0, 1000)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );

/** What an SVG must not have; null where it has none of it. */
function svgDanger(svg: string): string | null {
  if (/<!doctype|<!entity/i.test(svg)) return 'a document type or entities';
  if (/<\?xml-stylesheet/i.test(svg)) return 'a style sheet from elsewhere';
  if (/<\s*(\w+:)?(script|foreignObject|iframe|include)\b/i.test(svg)) return 'a script or foreign content';
  if (/\son\w+\s*=/i.test(svg)) return 'an event handler';
  if (/@import/i.test(svg)) return 'a style sheet from elsewhere';
  const references = svg.matchAll(/(?:\bhref|\bsrc)\s*=\s*(?:"([^"]*)"|'([^']*)')|url\(\s*['"]?([^)'"]*)/gi);
  for (const [, a, b, c] of references) {
    const target = (a ?? b ?? c ?? '').trim();
    if (!/^(#|data:image\/(png|jpeg|webp);base64,|$)/i.test(target))
      return `a reference to ${JSON.stringify(target.slice(0, 80))}`;
  }
  return null;
}

/** The density at which the picture has DPI pixels an inch in its box. */
async function density(bytes: Buffer, box: { width: number; height: number }): Promise<number> {
  const sharp = await loadSharp();
  const { width = 1, height = 1 } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  const scale = Math.max(box.width / width, box.height / height) * (DPI / 72);
  const limited = Math.min(scale, MAX_SIDE / Math.max(width, height));
  return Math.min(10_000, Math.max(1, 72 * limited));
}
