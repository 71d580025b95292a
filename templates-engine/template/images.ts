import type { Design } from '../design/design.ts';
import { picturesOf } from '../elements/kinds.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { readDrawing } from '../images/svg/read-drawing.ts';
import type { RasterImage } from '../scene/scene.ts';

type Images = ReadonlyMap<string, RasterImage>;

/** A parsed design's images, each once, by its data URI. */
export async function readImages(design: Design): Promise<Images> {
  const uris = [
    design.background?.image,
    ...design.elements.flatMap((element) => picturesOf(element).map(({ uri }) => uri)),
  ];
  const images = new Map<string, RasterImage>();
  for (const uri of uris) if (uri && !images.has(uri)) images.set(uri, await readImage(uri));
  return images;
}

async function readImage(uri: string): Promise<RasterImage> {
  if (uri.startsWith(SVG)) return readVector(uri);
  const bytes = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  const sharp = await loadSharp();
  const { width = 1, height = 1, format, space } = await sharp(bytes).metadata();
  // Nothing else is decoded safely; a design that was parsed has no other.
  if (format !== 'png' && format !== 'jpeg') throw new Error(`the design has a picture that is not safe: ${format}`);
  const plain = { bytes, size: uri.length, width, height, format };
  // Of a template that was published when CMYK was kept as it came, which the PNG's renderer can't decode.
  return space === 'cmyk'
    ? { ...plain, format: 'png', bytes: await sharp(bytes).toColourspace('srgb').png().toBuffer() }
    : plain;
}

const SVG = 'data:image/svg+xml;base64,';

/** A design that was parsed has no other SVG than a drawing's; readDrawing throws for any. */
function readVector(uri: string): RasterImage {
  const bytes = Buffer.from(uri.slice(SVG.length), 'base64');
  const drawing = readDrawing(bytes.toString());
  const { width, height } = drawing;
  return { bytes, size: uri.length, width, height, format: 'svg', drawing };
}
