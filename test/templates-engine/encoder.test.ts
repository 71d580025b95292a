import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Canvas } from '../../templates-engine/png/canvas.ts';
import { encodePng } from '../../templates-engine/png/encoder.ts';
import { openPage } from '../../templates-engine/png/page.ts';
import { encodeStatic } from '../../templates-engine/png/static-png.ts';
import { randomOf } from '../support/mutated-fonts.ts';

const random = randomOf(7);
const byte = () => Math.floor(random() * 256);
/** Each value half as frequent as the one before: Huffman's codes for the rarest would be too long for the format. */
const rare = () => Math.min(255, Math.floor(-Math.log2(random())));
/** Bytes of which one in `every` differs from the one at the same place so many bytes before. */
const repeating = (distance: number, every: number) => (at: number, bytes: Uint8Array) =>
  at < distance || random() * every < 1 ? byte() : (bytes[at - distance] ?? 0);

const [WIDTH, HEIGHT] = [300, 80];
/** More bytes in a row than deflate can refer back to. */
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
  ['what repeats at any distance', WIDTH, HEIGHT, repeating(1001, 9)],
  ['what repeats farther away than can be referred to', WIDE, 4, repeating(3 * WIDE, 50)],
  ['a single pixel', 1, 1, byte],
  ['a column of pixels', 1, 200, byte],
])('an image of %s has every pixel as it was painted', async (_, width, height, byteAt) => {
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
      // An image is the same whatever was encoded before it.
      expect(Buffer.compare(encodePng(page, { ...layer, filter }), png)).toBe(0);
    }
  }
});

test('an image of noise is hardly larger than its pixels, and one of a colour is a hundredth of them', () => {
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
