import jsQrModule from 'jsqr';
import * as mupdf from 'mupdf';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compileTemplate, parseDesign, renderPdf, renderPng } from '../../templates-engine/index.ts';
import { build } from '../../templates-engine/template/render.ts';
import { difference, unlikeSnapshot } from '../support/pictures.ts';
import { SCRIPTS } from '../support/scripts.ts';

// The package is CommonJS. Its types describe a module, but the import is the function.
const jsQr = jsQrModule as unknown as typeof jsQrModule.default;
const PAGE = { width: 300, height: 160 };
const info = { title: 'T', author: 'A', createdAt: new Date(0) };
const text = (content: string, more: object = {}) => ({
  type: 'text',
  x: 10,
  y: 10,
  width: 280,
  height: 60,
  text: content,
  font: 'Inter',
  size: 22,
  ...more,
});
const name = text('{{name}}', { y: 100, height: 50, size: 16 });

async function files(elements: object[], value = 'Ada', more: object = {}) {
  const design = { name: 'T', recipientNameVariable: 'name', page: PAGE, elements: [...elements, name], ...more };
  const template = await compileTemplate(await parseDesign(design));
  const values = new Map([
    ['name', value],
    ['verificationUrl', 'https://laurel.example/verify/0123456789abcdef'],
  ]);
  return { png: await renderPng(template, values), pdf: (await renderPdf(template, values, info)).pdf };
}

const openPage = (pdf: Uint8Array) => mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0);
const rasterise = (pdf: Uint8Array): Uint8Array =>
  openPage(pdf).toPixmap(mupdf.Matrix.scale(2, 2), mupdf.ColorSpace.DeviceRGB).asPNG();

const picture = async (format: 'png' | 'jpeg' | 'webp') => {
  const pixels = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#2a7d5fcc' } })
    .composite([
      { input: Buffer.from('<svg width="40" height="20"><circle cx="20" cy="10" r="8" fill="#f2b705"/></svg>') },
    ])
    .toFormat(format)
    .toBuffer();
  return `data:image/${format};base64,${pixels.toString('base64')}`;
};
const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 20L20 0L40 20z" fill="#7a3ff2"/></svg>').toString('base64')}`;
const box = (x: number, more: object) => ({ x, y: 15, width: 80, height: 60, ...more });

const fade = (type: string, angle = 90, from = '#b3261e') => ({
  gradient: {
    type,
    angle,
    stops: [
      { offset: 0, color: from },
      { offset: 1, color: '#1f4e8c' },
    ],
  },
});
const shape = (form: string, x: number, more: object) => ({
  type: 'shape',
  shape: form,
  ...box(x, { width: 55, ...more }),
});
/** Drawings with gradients, clips, opacity, dashes, a fill rule and text. A machine without fonts would show no text. */
const STRIPES =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><path d="M0 0h200v100H0z" fill="#1f4e8c"/><path d="M0 100h200v100H0z" fill="#e0a526"/></svg>';
const vectors = `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 70">
<defs><linearGradient id="g"><stop stop-color="#f2b705"/><stop offset="1" stop-color="#b3261e" stop-opacity=".4"/></linearGradient>
<radialGradient id="r" gradientTransform="rotate(20)"><stop stop-color="#fff"/><stop offset="1" stop-color="#2a7d5f"/></radialGradient>
<clipPath id="c"><circle cx="30" cy="35" r="28"/></clipPath></defs>
<g clip-path="url(#c)" opacity=".7"><rect width="60" height="70" fill="url(#g)"/><path d="M0 50L60 20" stroke="#000" stroke-width="6" stroke-dasharray="8 4" stroke-linecap="round"/></g>
<path fill-rule="evenodd" d="M70 5h40v25h-40zM80 10h20v15h-20z" fill="url(#r)" stroke="url(#g)"/>
<text x="64" y="60" font-family="Georgia" font-size="18">Seal <tspan font-weight="bold" font-family="Arial">Ω</tspan></text></svg>`).toString(
  'base64',
)}`;

/** Every kind of element with its options. */
const ELEMENTS: [string, () => Promise<object[]>, object?][] = [
  [
    'text-alignment',
    async () =>
      ['left', 'center', 'right'].map((align, row) => text(align, { align, y: 8 + row * 26, height: 24, size: 18 })),
  ],
  [
    'text-justified',
    async () => [
      text('Justified lines reach both edges of their box, except for the last one.', {
        align: 'justify',
        size: 14,
        height: 80,
      }),
    ],
  ],
  ['text-spaced-upper-case', async () => [text('straße istanbul', { uppercase: true, letterSpacing: 3, size: 18 })]],
  [
    'text-shrunk',
    async () => [
      text('A line that is far too long for its box at the size that it was given', { minSize: 6, height: 30 }),
    ],
  ],
  ['text-turned', async () => [text('turned', { rotation: -15, opacity: 0.6, x: 80, width: 140, color: '#b3261e' })]],
  [
    'text-weights',
    async () => [
      text('Playfair Italic', { font: 'Playfair Display', italic: true, weight: 700 }),
      text('Inter 300', { weight: 300, y: 50, height: 40 }),
    ],
  ],
  [
    'shapes',
    async () => [
      { type: 'shape', shape: 'rectangle', ...box(10, { fill: '#1f4e8c', radius: 14 }) },
      { type: 'shape', shape: 'ellipse', ...box(110, { fill: '#f2b70580', stroke: '#000', strokeWidth: 3 }) },
      {
        type: 'shape',
        shape: 'rectangle',
        ...box(210, { stroke: '#2a7d5f', strokeWidth: 6, rotation: 30, height: 30, y: 30 }),
      },
      { type: 'shape', shape: 'line', x: 10, y: 90, width: 280, height: 1, stroke: '#b3261e', strokeWidth: 2 },
    ],
  ],
  [
    'images',
    async () => [
      { type: 'image', ...box(10, { src: await picture('png'), fit: 'contain', width: 60 }) },
      { type: 'image', ...box(80, { src: await picture('jpeg'), fit: 'cover', width: 60, radius: 20 }) },
      { type: 'image', ...box(150, { src: await picture('webp'), fit: 'fill', width: 60, rotation: 20 }) },
      { type: 'image', ...box(220, { src: svg, fit: 'contain', width: 60, opacity: 0.5 }) },
    ],
  ],
  [
    'qr',
    async () => [
      { type: 'qr', x: 20, y: 10, width: 80, height: 80 },
      {
        type: 'qr',
        x: 120,
        y: 10,
        width: 80,
        height: 80,
        color: '#1f4e8c',
        background: '#fff8e1',
        value: 'plain {{name}}',
      },
    ],
  ],
  [
    'gradient-background',
    async () => [],
    {
      background: {
        color: '#fff',
        gradient: {
          angle: 120,
          stops: [
            { offset: 0, color: '#fdfbf7' },
            { offset: 0.6, color: '#7a3ff280' },
            { offset: 1, color: '#2a7d5f00' },
          ],
        },
      },
    },
  ],
  [
    'shapes-gradients',
    async () => [
      shape('rectangle', 10, { fill: fade('linear', 45), radius: 10 }),
      shape('ellipse', 80, { fill: fade('radial'), stroke: '#000', dash: [6, 3] }),
      shape('rectangle', 150, { stroke: fade('linear', 90), strokeWidth: 8, rotation: 20 }),
      shape('rectangle', 220, {
        fill: fade('linear', 0, '#ffffff00'),
        stroke: fade('radial'),
        strokeWidth: 4,
        opacity: 0.5,
      }),
    ],
    { background: { gradient: { type: 'radial', stops: [...fade('radial', 0, '#fffbe6').gradient.stops].reverse() } } },
  ],
  [
    'shapes-shadows',
    async () => [
      shape('rectangle', 15, { fill: '#1f4e8c', shadow: { x: 4, y: 6, blur: 10, color: '#00000080' } }),
      shape('ellipse', 85, { fill: '#fff', stroke: '#b3261e', shadow: { x: 5, y: 5, blur: 0, color: '#b3261e' } }),
      shape('path', 155, {
        path: 'M0 0c20 80 40-40 60 60',
        stroke: '#2a7d5f',
        shadow: { x: 3, y: 3, blur: 4, color: '#000' },
      }),
      shape('rectangle', 225, {
        fill: fade('linear', 90),
        shadow: { x: 0, y: 0, blur: 20, color: '#b3261e' },
        rotation: 30,
      }),
    ],
  ],
  [
    'images-shadows',
    async () => {
      const shadow = { x: 4, y: 6, blur: 8, color: '#00000080' };
      const pixels = await sharp(Buffer.from(STRIPES)).png().toBuffer();
      const src = `data:image/png;base64,${pixels.toString('base64')}`;
      return [
        { type: 'image', ...box(15, { src, width: 50, height: 70, shadow }) },
        { type: 'image', ...box(85, { src, width: 50, height: 70, fit: 'cover', radius: 20, shadow, opacity: 0.6 }) },
        {
          type: 'image',
          ...box(160, {
            src,
            width: 50,
            height: 60,
            fit: 'fill',
            rotation: 20,
            shadow,
            showIf: { variable: 'name', isNotEmpty: true },
          }),
        },
        {
          type: 'image',
          ...box(235, { src, width: 40, height: 40, shadow: { x: -5, y: 5, blur: 0, color: '#b3261e' } }),
        },
      ];
    },
  ],
  [
    'shapes-paths-and-lines',
    async () => [
      shape('path', 10, { path: 'M10 50 L30 0 L50 50 A 20 8 0 0 1 10 50z m12-14h16l-8-20z', fill: '#7a3ff2' }),
      shape('path', 80, {
        path: 'M0 0h40v20q0 30-20 30t-20-30zS60 60 50 0',
        stroke: '#b3261e',
        strokeWidth: 4,
        dash: [8, 2, 2],
      }),
      shape('line', 150, { stroke: fade('linear', 90), strokeWidth: 3 }),
      shape('line', 150, { flip: true, dash: [4, 4] }),
      shape('line', 220, { height: 2, stroke: '#000' }),
      shape('line', 220, { width: 2, y: 30, stroke: '#000', strokeWidth: 2 }),
      shape('path', 240, {
        path: 'M0 0L10 55L20 0L30 55',
        stroke: '#000',
        strokeWidth: 6,
        opacity: 0.5,
        fill: '#f2b705',
      }),
    ],
  ],
  [
    'images-vectors',
    async () => [
      { type: 'image', ...box(10, { src: vectors, width: 120, height: 70 }) },
      { type: 'image', ...box(150, { src: vectors, width: 60, height: 70, fit: 'cover', radius: 20, opacity: 0.5 }) },
      { type: 'image', ...box(225, { src: vectors, width: 60, height: 70, rotation: 30, fit: 'fill' }) },
    ],
  ],
  [
    'static-over-variable',
    async () => [
      text('{{name}} below', { color: '#b3261e' }),
      { type: 'shape', shape: 'rectangle', x: 60, y: 20, width: 60, height: 30, fill: '#1f4e8ccc' },
    ],
  ],
];

test.each(ELEMENTS)('%s matches its snapshot, and its PDF matches its PNG', async (title, elements, more) => {
  const { png, pdf } = await files(await elements(), 'Ada', more);
  expect(await unlikeSnapshot(title, png)).toBeNull();
  // Modules are whole pixels in the image, and two large codes take up much of this small page.
  expect(await difference(png, rasterise(pdf))).toBeLessThan(title === 'qr' ? 3 : 2);
});

test.each(SCRIPTS)('%s matches its snapshot in both files', async (script, value) => {
  const { png, pdf } = await files([], value);
  expect(await unlikeSnapshot(`script-${script}`, png)).toBeNull();
  expect(await difference(png, rasterise(pdf))).toBeLessThan(2);
});

test.each([...SCRIPTS, ['mixed', 'محمد (12-A) x שלום (אב) 12']])(
  'text in %s is extracted from the PDF character by character',
  async (script, value) => {
    const { pdf } = await files([], value);
    const said = actualTexts(pdf);
    // Bengali vowels on both sides of a consonant are decomposed. This is canonically equivalent, and no other script needs it.
    expect(script === 'bengali' ? said.normalize('NFC') : said).toBe(value.normalize('NFC'));
  },
);

/** Returns the text that a reader extracts. MuPDF reports a line end where the glyphs of a syllable run backwards. */
const actualTexts = (pdf: Uint8Array): string =>
  openPage(pdf).toStructuredText('preserve-whitespace').asText().trimEnd().replaceAll('\n', '');

test('a picture that conditions show in several ways is the same in both files', async () => {
  const src = await picture('jpeg');
  const shownFor = (is: string, more: object) => ({
    ...{ type: 'image', ...box(40, { src, fit: 'cover' }), showIf: { variable: 'name', is } },
    ...more,
  });
  const elements = [shownFor('Ada', {}), shownFor('Alan', { radius: 30 }), shownFor('Grace', { opacity: 0.4 }), name];
  const design = { name: 'T', recipientNameVariable: 'name', page: PAGE, elements };
  const template = await compileTemplate(await parseDesign(design));
  for (const value of ['Ada', 'Alan', 'Grace']) {
    const values = new Map([['name', value]]);
    const { pdf } = await renderPdf(template, values, info);
    expect([value, await difference(await renderPng(template, values), rasterise(pdf))]).toEqual([
      value,
      expect.toSatisfy((apart: number) => apart < 1),
    ]);
  }
});

test.each([39, 52, 80, 140])('a QR code of %i points scans, from the image and from the PDF', async (side) => {
  const { png, pdf } = await files([{ type: 'qr', x: 150, y: 5, width: side, height: side }]);
  for (const image of [png, rasterise(pdf)])
    expect(await scanned(image)).toBe('https://laurel.example/verify/0123456789abcdef');
});

/** Returns the content of the code in a picture. */
async function scanned(image: Uint8Array): Promise<string | undefined> {
  const { data, info: size } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQr(new Uint8ClampedArray(data), size.width, size.height)?.data;
}

const LONG_ADDRESS = `https://laurel.example/verify/${'0123456789abcdef'.repeat(4)}`;

test.each([
  [13, {}, 'L', 1.99],
  [14, {}, 'L', 2],
  [14.5, {}, 'M', 2],
  [17, {}, 'M', 2],
  [19, {}, 'M', 2.63],
  [13, { background: '#ffffff' }, 'L', 1.64],
  [16, { background: '#ffffff' }, 'L', 2],
  [18, { background: '#ffffff' }, 'M', 2],
])(
  'a QR code of %d mm with a long address and %j has level %s and modules of %d pixels',
  async (mm, more, level, pixels) => {
    const side = (mm * 72) / 25.4;
    const elements = [{ type: 'qr', x: 151.3, y: 15.2, width: side, height: side, ...more }, name];
    const design = { name: 'T', recipientNameVariable: 'name', page: PAGE, elements };
    const template = await compileTemplate(await parseDesign(design));
    const values = new Map(Object.entries({ name: 'Ada', verificationUrl: LONG_ADDRESS }));
    const { scene, warnings } = await build(template, values, {});
    const { primitive } = scene.elements.find((element) => element.primitive.kind === 'qr') ?? {};
    if (primitive?.kind !== 'qr') throw new Error('the page has no code');
    const { x, unit } = primitive.modules();
    expect([primitive.size, (unit * 2).toFixed(2)]).toEqual([level === 'M' ? 41 : 37, pixels.toFixed(2)]);
    expect(x + (primitive.size * unit) / 2).toBeCloseTo(151.3 + side / 2);
    const least = Math.ceil(37 + ('background' in more ? 8 : 0));
    const params = { bytes: LONG_ADDRESS.length, side: Number(side.toFixed(1)), least };
    expect(warnings).toEqual(
      pixels < 2 ? [expect.objectContaining({ code: 'qr_dense', element: 0, variable: null, params })] : [],
    );
    expect(await scanned(await renderPng(template, values))).toBe(LONG_ADDRESS);
  },
);

test('a QR code that is too small to scan is rejected with the required size', async () => {
  const small = files([{ type: 'qr', x: 9, y: 9, width: 20, height: 20 }]);
  const problem = { code: 'qr_too_dense', element: 0, params: { bytes: 46, side: 20, least: 24 } };
  await expect(small).rejects.toMatchObject({ problems: [problem] });
});

test('a picture has an alternative text or is decoration', async () => {
  const figures = async (more: object) => {
    const { pdf } = await files([{ type: 'image', src: svg, ...box(10, more) }]);
    const found = Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/S \/Figure.*?\/Alt <FEFF(.*?)>/g);
    return [...found].map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'));
  };
  expect(await figures({ alt: 'Seal' })).toEqual(['Seal']);
  expect(await figures({})).toEqual(['Picture']);
  expect(await figures({ alt: '' })).toEqual([]);
});

test('a conditional shape looks the same each time it is shown, and leaves no trace when hidden', async () => {
  const seal = shape('ellipse', 60, {
    fill: fade('radial'),
    rotation: 20,
    opacity: 0.7,
    showIf: { variable: 'name', is: 'Ada' },
  });
  const design = await parseDesign({ name: 'T', recipientNameVariable: 'name', page: PAGE, elements: [seal, name] });
  const template = await compileTemplate(design);
  const drawn = async (of: typeof template, value: string) => renderPng(of, new Map([['name', value]]));
  const inTurn: Uint8Array[] = [];
  for (const value of ['Ada', 'Bob', 'Ada', 'Bob']) inTurn.push(await drawn(template, value));
  const fresh: Uint8Array[] = [];
  for (const value of ['Ada', 'Bob']) fresh.push(await drawn(await compileTemplate(structuredClone(design)), value));
  expect(inTurn.map((png, index) => Buffer.compare(png, fresh[index % 2] ?? png))).toEqual([0, 0, 0, 0]);
  // The page is small, and the names have similar sizes.
  const [shown, hidden] = await Promise.all(inTurn.slice(0, 2).map((png) => sharp(png).stats()));
  expect((hidden?.channels[1]?.mean ?? 0) - (shown?.channels[1]?.mean ?? 0)).toBeGreaterThan(1);
});

test('a static element hides variable ones below it, in both files', async () => {
  const cover = { type: 'shape', shape: 'rectangle', x: 0, y: 0, width: 300, height: 80, fill: '#00f' };
  const { png, pdf } = await files([text('{{name}}', { color: '#b3261e' }), cover]);
  for (const image of [png, rasterise(pdf)]) {
    const covered = sharp(image).extract({ left: 0, top: 0, width: 600, height: 158 });
    const { channels } = await sharp(await covered.toBuffer()).stats();
    expect(channels.slice(0, 3).map(({ min, max }) => [min, max])).toEqual([
      [0, 0],
      [0, 0],
      [255, 255],
    ]);
  }
});

test('the same input gives the same bytes', async () => {
  const [first, second] = [await files([text('{{name}}')], 'Zoë 🎓'), await files([text('{{name}}')], 'Zoë 🎓')];
  expect(Buffer.compare(first.png, second.png)).toBe(0);
  expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
});

test('the same input gives the same bytes regardless of earlier certificates', async () => {
  const title = text('A title', { size: 20, height: 30 });
  const under = { type: 'shape', shape: 'line', x: 10, y: 96, width: 280, height: 1, stroke: '#000' };
  const large = text('{{name}}', { y: 60, height: 34, size: 30, minSize: 8 });
  const design = { name: 'T', recipientNameVariable: 'name', page: PAGE, elements: [title, large, under] };
  const files = async (...values: string[]) => {
    const template = await compileTemplate(await parseDesign(design));
    let last: Record<'png' | 'pdf', Uint8Array> = { png: new Uint8Array(), pdf: new Uint8Array() };
    for (const value of values) {
      const of = new Map([['name', value]]);
      last = { png: await renderPng(template, of), pdf: (await renderPdf(template, of, info)).pdf };
    }
    return last;
  };
  const [alone, after] = [await files('Ada'), await files('A name that has to shrink a good deal to fit', 'Ada')];
  expect(Buffer.compare(alone.png, after.png)).toBe(0);
  expect(Buffer.compare(alone.pdf, after.pdf)).toBe(0);
});

test('a certificate leaves no traces on the next', async () => {
  const design = { name: 'T', recipientNameVariable: 'name', page: PAGE, elements: [name] };
  const template = await compileTemplate(await parseDesign(design));
  const draw = (value: string) => renderPng(template, new Map([['name', value]]));
  const before = await draw('Ada');
  await draw('A much longer name 🎓');
  expect(Buffer.compare(before, await draw('Ada'))).toBe(0);
});

test.each([
  ['straße', 'STRASSE'],
  ['Σωκράτης', 'ΣΩΚΡΑΤΗΣ'],
  ['Iğdır ile Diyarbakır', 'IĞDIR İLE DİYARBAKIR'],
  ['istanbul', 'ISTANBUL'],
])('%s in upper case is %s', async (value, upper) => {
  const { pdf } = await files([text('{{name}}', { uppercase: true, y: 10 })], value);
  expect(actualTexts(pdf)).toContain(upper);
});

test('values keep their order in right-to-left text', async () => {
  const arabic = text('صدرت في {{name}} برقم 7', { align: 'right', font: 'Noto Sans Arabic' });
  const { png } = await files([arabic], '2026-11-21');
  expect(await unlikeSnapshot('text-right-to-left', png)).toBeNull();
});
