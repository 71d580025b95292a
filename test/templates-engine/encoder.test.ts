import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePng } from '../../templates-engine/png/file/encoder.ts';
import { openPage } from '../../templates-engine/png/file/page.ts';
import { encodeStatic } from '../../templates-engine/png/file/static-png.ts';
import { Canvas } from '../../templates-engine/png/pixels/canvas.ts';
import { randomOf } from '../support/mutated-fonts.ts';

const random = randomOf(7);
const byte = () => Math.floor(random() * 256);
/** Returns values of which each is half as frequent as the one before. The Huffman codes of the rarest would be too long for the format. */
const rare = () => Math.min(255, Math.floor(-Math.log2(random())));
/** Returns bytes of which one in `every` differs from the byte `distance` positions before. */
const repeating = (distance: number, every: number) => (at: number, bytes: Uint8Array) =>
  at < distance || random() * every < 1 ? byte() : (bytes[at - distance] ?? 0);

const [WIDTH, HEIGHT] = [300, 80];
/** Width at which a row has more bytes than deflate can refer back to. */
const WIDE = 12_000;
test.each<[what: string, width: number, height: number, byteAt: (at: number, bytes: Uint8Array) => number]>([
  ['black', WIDTH, HEIGHT, () => 0],
  ['one colour', WIDTH, HEIGHT, () => 200],
  ['one row of a colour', WIDTH, 1, () => 200],
  ['a row with one repetition', 7, 1, (at) => (at % 9) * 20],
  ['noise', WIDTH, HEIGHT, byte],
  ['values of very different frequencies', WIDTH, HEIGHT, rare],
  ['pixels like those to the left', WIDTH, HEIGHT, repeating(3, 20)],
  ['rows like those above', WIDTH, HEIGHT, repeating(3 * WIDTH, 50)],
  ['repetitions at an arbitrary distance', WIDTH, HEIGHT, repeating(1001, 9)],
  ['repetitions beyond the maximum distance', WIDE, 4, repeating(3 * WIDE, 50)],
  ['a single pixel', 1, 1, byte],
  ['a column of pixels', 1, 200, byte],
])('an image of %s decodes to the painted pixels', async (_, width, height, byteAt) => {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = byteAt(at, pixels);
  const rgba = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const layer = encodeStatic(openPage(new Canvas(width, height)), 72, () => false);
  for (const isPicture of [false, true]) {
    const page = openPage(new Canvas(width, height));
    page.canvas.paintPatch({ left: 0, top: 0, width, height, rgba }, isPicture);
    for (const filter of ['none', 'up'] as const) {
      const png = encodePng(page, { ...layer, filter });
      const decoded = await sharp(png, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
      expect(decoded.info).toMatchObject({ width, height, channels: 3 });
      expect(Buffer.compare(decoded.data, pixels)).toBe(0);
      // The result does not depend on earlier images.
      expect(Buffer.compare(encodePng(page, { ...layer, filter }), png)).toBe(0);
    }
  }
});

test('an image of noise is at most 2% larger than its pixels, and one of a single colour is under 1% of them', () => {
  const sizes = [byte, () => 200].map((byteAt) => {
    const layer = encodeStatic(openPage(new Canvas(WIDTH, HEIGHT)), 72, () => false);
    const page = openPage(new Canvas(WIDTH, HEIGHT));
    const rgba = Uint8Array.from({ length: WIDTH * HEIGHT * 4 }, (_, at) => (at % 4 === 3 ? 255 : byteAt()));
    page.canvas.paintPatch({ left: 0, top: 0, width: WIDTH, height: HEIGHT, rgba });
    return encodePng(page, { ...layer, filter: 'none' }).length / (WIDTH * HEIGHT * 3);
  });
  expect(sizes[0]).toBeLessThan(1.02);
  expect(sizes[1]).toBeLessThan(0.01);
});
