import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32, inflateSync } from 'node:zlib';
import * as mupdf from 'mupdf';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  type CompiledTemplate,
  compileTemplate,
  fetchingFonts,
  parseDesign,
  readDesign,
  readFont,
  renderPdf,
  renderPng,
} from '../../templates-engine/index.ts';
import { sourceSans } from '../support/fonts.ts';
import { waitFor } from '../support/wait-for.ts';

const info = { title: 'T', author: 'A', createdAt: new Date(0) };
const page = { width: 200, height: 100 };
const text = (content: string, more: object = {}) => ({
  type: 'text',
  x: 10,
  y: 10,
  width: 80,
  height: 20,
  text: content,
  font: 'Inter',
  size: 12,
  ...more,
});
const compileOn = async (size: { width: number; height: number }, ...elements: object[]) =>
  compileTemplate(await parseDesign({ name: 'Test', recipientNameVariable: 'name', page: size, elements }));
const compile = (...elements: object[]) => compileOn(page, ...elements);
const named = (name: string) => new Map([['name', name]]);

const pdfOf = async (template: CompiledTemplate, values: Map<string, string>) =>
  (await renderPdf(template, values, info)).pdf;

const openPage = (pdf: Uint8Array): mupdf.PDFPage => {
  const document = new mupdf.PDFDocument(pdf);
  return document.loadPage(0);
};

/** Returns the chunks of a PNG (ISO/IEC 15948, 5.3), and whether their checksums are correct. */
function chunksOf(png: Uint8Array): { type: string; data: Buffer; isSound: boolean }[] {
  const bytes = Buffer.from(png);
  const chunks = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    const isSound = crc32(bytes.subarray(at + 4, end)) === bytes.readUInt32BE(end);
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end), isSound });
    at = end + 4;
  }
  return chunks;
}

test('all checksums of a PNG are correct, for any painted bands', async () => {
  const template = await compile(
    { type: 'shape', shape: 'ellipse', x: 0, y: 0, width: 200, height: 100, fill: '#3366cc' },
    text('{{name}}'),
    text('{{name}}', { x: 100, y: 75 }),
  );
  for (const name of ['', 'A', 'Ada Lovelace']) {
    const chunks = chunksOf(await renderPng(template, named(name)));
    expect(chunks.every(({ isSound }) => isSound)).toBe(true);
    const stream = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
    // zlib rejects a stream with a wrong Adler-32 (RFC 1950). Many viewers do not check it.
    expect(inflateSync(stream)).toHaveLength((page.width * 2 * 3 + 1) * page.height * 2);
  }
});

// Stripes compress better with filter Up, a white page without a filter.
test.each([
  ...[72.5, 73, 74.5, 200, 2_000].map((width) => ({ width, firstGreen: 205 })),
  { width: 2_000, firstGreen: 255 },
])(
  'a PNG $width points wide, with green from $firstGreen, has the painted pixels up to its edges',
  async ({ width, firstGreen }) => {
    const green = (index: number) => Math.min(255, firstGreen + index);
    const template = await compileOn(
      { width, height: 100 },
      ...Array.from({ length: 50 }, (_, index) => ({
        ...{ type: 'shape', shape: 'rectangle', x: width / 2, y: index * 2, width: width / 2, height: 2 },
        fill: `#ff${green(index).toString(16)}ff`,
      })),
      text('{{name}}', { x: 2, width: width - 4, height: 88, size: 40, align: 'center' }),
    );
    const png = await renderPng(template, named('Åg'));
    const stream = Buffer.concat(chunksOf(png).flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
    expect(inflateSync(stream)).toHaveLength((width * 2 * 3 + 1) * 200);
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width * 2, 200]);
    for (let row = 0; row < 200; row++) {
      const pixels = data.subarray(row * width * 6, (row + 1) * width * 6);
      expect([...pixels.subarray(0, 3)]).toEqual([0xff, 0xff, 0xff]);
      expect([...pixels.subarray(-3)]).toEqual([0xff, green(Math.floor(row / 4)), 0xff]);
    }
  },
);

test('a translucent colour at half opacity looks the same in the PDF and the PNG', async () => {
  const template = await compile(text('{{name}}', { x: 110 }), {
    type: 'shape',
    shape: 'rectangle',
    x: 0,
    y: 0,
    width: 100,
    height: 100,
    fill: '#ff000080',
    opacity: 0.5,
  });
  const pixelAt = async (png: Uint8Array) => {
    const { data } = await sharp(png)
      .removeAlpha()
      .extract({ left: 40, top: 60, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data];
  };
  const pdf = openPage(await pdfOf(template, named('A')));
  const rasterised = pdf.toPixmap([2, 0, 0, 2, 0, 0], mupdf.ColorSpace.DeviceRGB).asPNG();
  const [red, green, blue] = await pixelAt(await renderPng(template, named('A')));
  const [redOfPdf, greenOfPdf, blueOfPdf] = await pixelAt(rasterised);
  // A quarter of red over white.
  expect([red, green, blue].map((channel) => Math.round((channel ?? 0) / 4))).toEqual([64, 48, 48]);
  const difference = [red, green, blue].map((channel, index) =>
    Math.abs((channel ?? 0) - ([redOfPdf, greenOfPdf, blueOfPdf][index] ?? 0)),
  );
  expect(Math.max(...difference)).toBeLessThanOrEqual(2);
});

test('a QR code with an address has a link to it over its area', async () => {
  const address = 'https://example.org/verify/abc';
  const template = await compile(text('{{name}}'), {
    type: 'qr',
    x: 120,
    y: 20,
    width: 60,
    height: 60,
    value: address,
  });
  const [link, ...others] = openPage(await pdfOf(template, named('A'))).getLinks();
  expect(others).toEqual([]);
  expect(link?.getURI()).toBe(address);
  expect(link?.getBounds().map(Math.round)).toEqual([120, 20, 180, 80]);
});

test('the reading order of a PDF is row by row and left to right, regardless of painting order', async () => {
  const template = await compile(
    text('last', { y: 70 }),
    text('second', { x: 100, y: 8 }),
    text('{{name}}', { y: 10 }),
    text('third', { y: 40 }),
  );
  const document = new mupdf.PDFDocument(await pdfOf(template, named('first')));
  const catalog = document.getTrailer().get('Root');
  const children = catalog.get('StructTreeRoot').get('K').get('K');
  const marks: number[] = [];
  for (let index = 0; index < children.length; index++) marks.push(children.get(index).get('K').asNumber());
  // Identifiers follow the painting order, those of variable elements after the others.
  expect(marks).toEqual([3, 1, 2, 0]);
});

test('letter-spaced text keeps its words in the PDF', async () => {
  const spaced = text('{{name}}', { letterSpacing: 8, width: 180 });
  const streams = async (name: string) => {
    const contents = openPage(await pdfOf(await compile(spaced), named(name)))
      .getObject()
      .get('Contents');
    const parts: string[] = [];
    for (let index = 0; index < contents.length; index++) parts.push(contents.get(index).readStream().asString());
    return parts.join();
  };
  const words = Buffer.from('Ada B', 'utf16le').swap16().toString('hex').toUpperCase();
  expect(await streams('Ada B')).toContain(`/ActualText <FEFF${words}>`);
});

test('the first of the largest texts is the only heading of a page', async () => {
  const template = await compile(
    text('{{name}}', { y: 70 }),
    text('First', { size: 16 }),
    text('Second', { x: 100, size: 16 }),
  );
  const pdf = Buffer.from(await pdfOf(template, named('A'))).toString('latin1');
  const tags = [...pdf.matchAll(/\/Type \/StructElem \/S \/(\w+) .*?\/K (\d+) /g)].map(([, tag]) => tag);
  // In reading order.
  expect(tags).toEqual(['H1', 'P', 'P']);
});

test('a text with more letters than a section of a character map has is extracted whole', async () => {
  const letters = Array.from({ length: 230 }, (_, at) => String.fromCodePoint(0xc0 + at)).join('');
  const template = await compileOn({ width: 2_000, height: 100 }, text('{{name}}', { width: 1_980 }));
  const extracted = openPage(await pdfOf(template, named(letters)))
    .toStructuredText('preserve-whitespace')
    .asText();
  expect(extracted.trim()).toBe(letters);
});

test('a missing font of a hidden text is fetched once', async () => {
  const { family, faces } = await readFont(await sourceSans('woff'));
  const [face] = faces;
  if (!face) throw new Error('The font has no face');
  const { digest, weight, italic, sfnt } = face;
  const honours = text('With honours', { font: family, showIf: { variable: 'grade', is: 'A' } });
  const parsed = await parseDesign(
    { name: 'Test', recipientNameVariable: 'name', page, elements: [text('{{name}}', { y: 60 }), honours] },
    { own: [{ family, weight, italic, digest }], fetchFont: async () => sfnt },
  );
  // Under another digest, because a new process knows no files.
  const stored = JSON.stringify(parsed).replaceAll(digest, 'f'.repeat(64));
  const template = await compileTemplate(readDesign(stored));
  const fetched: string[] = [];
  await fetchingFonts(
    () => pdfOf(template, named('Ada')),
    async (wanted) => {
      fetched.push(wanted);
      return sfnt;
    },
  );
  expect(fetched).toEqual(['f'.repeat(64)]);
});

test('cached font subsets take under 20 KB per certificate', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const template = await compile(text('{{name}}', { width: 180, size: 4 }));
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const render = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      const name = [...letters].filter((_, place) => (n * 2654435761) & (1 << place)).join('');
      await pdfOf(template, named(name));
    }
    let held = Number.NaN;
    // Another thread frees the collected buffers.
    const readChange = () => {
      collect();
      const before = held;
      held = process.memoryUsage().arrayBuffers;
      return before - held;
    };
    await waitFor('freed buffers', readChange, (change) => change === 0, { everyMs: 100 });
    return held;
  };
  const before = await render(1, 20);
  const grown = (await render(20, 220)) - before;
  expect(grown / 200).toBeLessThan(20_000);
});
