import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { compileTemplate, parseDesign, renderPng } from '../../templates-engine/index.ts';
import { difference } from '../support/pictures.ts';
import { dataUri, shown } from '../support/shown-picture.ts';

/** Letter that looks different in every orientation, 240 by 160 pixels. */
const upright = sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160"><rect width="240" height="160" fill="#e8e0d0"/><path d="M20 10v140h20V90h60V70H40V30h80V10z" fill="#b3261e"/><circle cx="190" cy="40" r="30" fill="#2a7d5f"/></svg>',
  ),
)
  .png()
  .toBuffer();

/** Steps that store a picture so that an Exif orientation makes it upright. */
const STORED: Record<number, ((image: Sharp) => Sharp)[]> = {
  1: [],
  2: [(image) => image.flop()],
  3: [(image) => image.rotate(180)],
  4: [(image) => image.flip()],
  5: [(image) => image.rotate(90), (image) => image.flop()],
  6: [(image) => image.rotate(270)],
  7: [(image) => image.rotate(270), (image) => image.flop()],
  8: [(image) => image.rotate(90)],
};

test.each(Object.keys(STORED).map(Number))(
  'a photograph with orientation %i is upright in both files',
  async (orientation) => {
    let stored = await upright;
    for (const step of STORED[orientation] ?? []) stored = await step(sharp(stored)).png().toBuffer();
    const photograph = await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const { png, pdf } = await shown(dataUri(photograph, 'jpeg'));
    expect(await difference(await upright, png)).toBeLessThan(4);
    expect(await difference(png, pdf)).toBeLessThan(1);
  },
);

const COLOURS: [string, (image: Sharp) => Sharp, string, number][] = [
  ['a JPEG in CMYK', (image) => image.toColourspace('cmyk').jpeg({ quality: 95 }), 'jpeg', 30],
  ['a JPEG in CMYK with its profile', (image) => image.toColourspace('cmyk').withIccProfile('cmyk').jpeg(), 'jpeg', 30],
  ['a JPEG in Display P3', (image) => image.withIccProfile('p3').jpeg({ quality: 95 }), 'jpeg', 4],
  ['a PNG in Display P3', (image) => image.withIccProfile('p3').png(), 'png', 3],
  ['a PNG of 16 bits', (image) => image.toColourspace('rgb16').png(), 'png', 2],
  ['a WebP in Display P3', (image) => image.withIccProfile('p3').webp({ lossless: true }), 'webp', 3],
];

test.each(COLOURS)('%s has the same colours in both files', async (_, store, type, most) => {
  const { png, pdf, design } = await shown(dataUri(await store(sharp(await upright)).toBuffer(), type));
  // CMYK lacks some of these colours. A blank picture or inverted channels would differ more.
  expect(await difference(await upright, png)).toBeLessThan(most);
  expect(await difference(png, pdf)).toBeLessThan(1);
  expect(await parseDesign(design)).toEqual(design);
});

test('a grey JPEG, which has one channel, is the same in both files', async () => {
  const grey = await sharp(await upright)
    .toColourspace('b-w')
    .jpeg({ quality: 95 })
    .toBuffer();
  const { png, pdf } = await shown(dataUri(grey, 'jpeg'));
  expect(await difference(await sharp(grey).toColourspace('srgb').png().toBuffer(), png)).toBeLessThan(4);
  expect(await difference(png, pdf)).toBeLessThan(1);
});

test('a lossless JPEG, which viewers of PDF do not decode, is the same in both files', async () => {
  const lossless = await readFile(new URL('./lossless.jpg', import.meta.url));
  const { png, pdf, design } = await shown(dataUri(lossless, 'jpeg'));
  const expected = await sharp(lossless).resize(240, 160, { fit: 'fill' }).png().toBuffer();
  expect(await difference(expected, png)).toBeLessThan(6);
  expect(await difference(expected, pdf)).toBeLessThan(6);
  expect(await parseDesign(design)).toEqual(design);
});

const SECRET = 'N 51/1 30/1';
const withSecrets = (image: Sharp) =>
  image
    .withIccProfile('srgb')
    .withExif({ IFD0: { Copyright: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${SECRET} --></x:xmpmeta>`);
/** Inserts a comment after the start of a JPEG, and appends a preview after its end, as cameras do. */
const withMore = (jpeg: Buffer) => {
  const comment = Buffer.from(`\xff\xfe\x00${String.fromCharCode(SECRET.length + 2)}${SECRET}`, 'latin1');
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), jpeg]);
};
const FILES: [string, string, (image: Sharp) => Promise<Buffer>][] = [
  ['JPEG', 'jpeg', async (image) => withMore(await withSecrets(image).jpeg().toBuffer())],
  [
    'progressive JPEG',
    'jpeg',
    async (image) => withMore(await withSecrets(image).jpeg({ progressive: true }).toBuffer()),
  ],
  ['PNG', 'png', (image) => withSecrets(image).png().toBuffer()],
];

test.each(FILES)('a %s loses the place and the names that a camera wrote, and no pixel', async (_, type, store) => {
  const file = await store(sharp(await upright));
  expect(file.includes('Exif') || file.includes('eXIf')).toBe(true);
  expect(file.includes(SECRET)).toBe(true);
  const { design, bytes } = await shown(dataUri(file, type));
  const [, data = ''] = /base64,([^"]+)"/.exec(JSON.stringify(design)) ?? [];
  const kept = Buffer.from(data, 'base64');
  for (const word of ['Exif', 'eXIf', 'xmpmeta', 'GPS', SECRET]) expect(kept.includes(word)).toBe(false);
  expect(bytes.includes(SECRET)).toBe(false);
  const [before, after] = await Promise.all([file, kept].map((picture) => sharp(picture).raw().toBuffer()));
  expect(after?.equals(before ?? Buffer.alloc(0))).toBe(true);
  expect((await sharp(kept).metadata()).hasProfile).toBe(true);
  // Only one picture is left.
  expect(kept.lastIndexOf(Buffer.from([0xff, 0xd8, 0xff]))).toBe(type === 'jpeg' ? 0 : -1);
});

test('lines thinner than a pixel of the image stay visible with the right strength', async () => {
  const lines = Array.from({ length: 24 }, (_, index) => `<path d="M0 ${index * 50 + 20.5}H1800" stroke="#000"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1200"><rect width="1800" height="1200" fill="#fff"/>${lines.join('')}</svg>`;
  const { png } = await shown(dataUri(await sharp(Buffer.from(svg)).png().toBuffer(), 'png'));
  const { data } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const column = Array.from({ length: 160 }, (_, row) => 255 - (data[row * 240 + 100] ?? 0));
  // 1 of 50 rows is black.
  const mean = column.reduce((sum, ink) => sum + ink, 0) / 160;
  expect(mean).toBeGreaterThan(4);
  expect(mean).toBeLessThan(7);
  expect(column.filter((ink) => ink > 8).length).toBeGreaterThanOrEqual(24);
});

const svg = (inside: string) =>
  dataUri(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">${inside}</svg>`), 'svg+xml');

test('an SVG stays vector in the PDF, and its text uses the fonts of the catalogue', async () => {
  const { bytes, png, pdf, design } = await shown(
    svg(
      '<rect width="120" height="80" fill="#eee"/><text x="10" y="50" font-size="40" font-family="Nowhere">Äß</text>',
    ),
  );
  expect(bytes.toString('latin1')).not.toContain('/Subtype /Image');
  expect(await difference(png, pdf)).toBeLessThan(2);
  // The text is visible: neither blank nor the boxes of a font without these letters.
  const { dominant } = await sharp(png).stats();
  expect(dominant).toMatchObject({ r: 232 });
  expect((await sharp(png).greyscale().stats()).channels[0]?.mean).toBeLessThan(232);
  expect(await parseDesign(design)).toEqual(design);
});

test.each([
  [
    'a filter',
    '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><rect width="60" height="60" filter="url(#f)"/>',
  ],
  [
    'a mask',
    '<mask id="m"><circle cx="40" cy="40" r="30" fill="#fff"/></mask><rect width="80" height="80" mask="url(#m)"/>',
  ],
  [
    'a pattern',
    '<pattern id="p" width=".1" height=".1"><rect width="4" height="4"/></pattern><rect width="80" height="80" fill="url(#p)"/>',
  ],
])('an SVG with %s becomes pixels that look the same in both files', async (_, inside) => {
  const { bytes, png, pdf } = await shown(svg(inside));
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');
  expect((await sharp(png).greyscale().stats()).channels[0]?.mean).toBeLessThan(240);
  expect(await difference(png, pdf)).toBeLessThan(2);
});

test('translucent or clipped elements outside the page do not break rendering', async () => {
  const { design } = await shown(svg('<g opacity=".5"><path d="M900 0h50v50z"/></g><path d="M0 0h9v9z"/>'));
  const [image] = design.elements;
  const elements = [-500, -119, 60, 119].flatMap((x) => [
    { ...image, x, opacity: 0.5 },
    { type: 'shape', shape: 'ellipse', x, y: 70, width: 100, height: 100, fill: '#f00', opacity: 0.5 },
    { type: 'text', text: 'aside', x, y: 0, width: 30, height: 20, font: 'Inter', size: 9, opacity: 0.5, rotation: 30 },
  ]);
  const template = await compileTemplate(await parseDesign({ ...design, elements: [...elements, design.elements[1]] }));
  expect((await renderPng(template, new Map([['name', 'Ada']]))).length).toBeGreaterThan(0);
});
