import type { Design } from '../design/design.ts';
import { picturesOf } from '../elements/kinds.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { readDrawing } from '../images/svg/read-drawing.ts';
import type { RasterImage } from '../scene/scene.ts';

type Images = ReadonlyMap<string, RasterImage>;

/** Returns the images of a parsed design without duplicates, by data URI. */
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
  // Other formats are not decoded safely, and parsed designs do not contain them.
  if (format !== 'png' && format !== 'jpeg') throw new Error(`Unsafe picture format in the design: ${format}`);
  const plain = { bytes, size: uri.length, width, height, format };
  // Templates published by earlier versions can contain CMYK pictures, which the PNG renderer cannot decode.
  return space === 'cmyk'
    ? { ...plain, format: 'png', bytes: await sharp(bytes).toColourspace('srgb').png().toBuffer() }
    : plain;
}

const SVG = 'data:image/svg+xml;base64,';

/** Reads an SVG. A parsed design contains only SVGs written from drawings; readDrawing throws for others. */
function readVector(uri: string): RasterImage {
  const bytes = Buffer.from(uri.slice(SVG.length), 'base64');
  const drawing = readDrawing(bytes.toString());
  const { width, height } = drawing;
  return { bytes, size: uri.length, width, height, format: 'svg', drawing };
}
