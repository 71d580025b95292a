import { deflateSync } from 'node:zlib';
import type { Rgba } from '../../graphics/paint.ts';
import { type ObjectNumber, reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';

/** Adds a picture of one colour: an image with a palette of one entry and a soft mask. `alpha` has one byte of opacity per pixel. */
export function addTint(
  file: PdfWriter,
  { width, height, alpha }: { width: number; height: number; alpha: Uint8Array },
  { hex }: Rgba,
): ObjectNumber {
  const size = { Type: '/XObject', Subtype: '/Image', Width: String(width), Height: String(height) };
  const add = (entries: Record<string, string>, data: Uint8Array) =>
    file.addStream({ ...size, ...entries, Filter: '/FlateDecode' }, deflateSync(data, { level: 9 }));
  const mask = add({ ColorSpace: '/DeviceGray', BitsPerComponent: '8' }, alpha);
  const palette = `[/Indexed /DeviceRGB 0 <${hex.slice(1).toUpperCase()}>]`;
  return add(
    { ColorSpace: palette, BitsPerComponent: '1', SMask: reference(mask) },
    new Uint8Array(Math.ceil(width / 8) * height),
  );
}
