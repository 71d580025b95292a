import * as mupdf from 'mupdf';
import { expect, test } from 'vitest';
import {
  checkValues,
  compileTemplate,
  DesignError,
  parseDesign,
  renderPdf,
  renderPng,
} from '../../templates-engine/index.ts';
import { flowText } from '../../templates-engine/text/lines/flow.ts';
import { readParagraphs } from '../../templates-engine/text/lines/read-paragraphs.ts';
import { shapeLine } from '../../templates-engine/text/shaping/shaping.ts';
import { pdfiumText } from '../support/pdfium-text.ts';
import { difference, unlikeSnapshot } from '../support/pictures.ts';

const info = { title: 'T', author: 'A', createdAt: new Date(0) };
const ADDRESS = 'https://laurel.example/verify/0123456789abcdef';
const PAGE = { width: 300, height: 160 };
const text = (content: unknown, more: object = {}) => ({
  type: 'text',
  x: 10,
  y: 10,
  width: 280,
  height: 100,
  text: content,
  font: 'Inter',
  size: 16,
  ...more,
});
const name = text('{{name}}', { y: 125, height: 25 });

const compile = async (...elements: object[]) =>
  compileTemplate(
    await parseDesign({ name: 'T', recipientNameVariable: 'name', page: PAGE, elements: [...elements, name] }),
  );
const valuesOf = (more: Record<string, string> = {}) =>
  new Map(Object.entries({ name: 'Ada', verificationUrl: ADDRESS, ...more }));

async function files(elements: object[], more: Record<string, string> = {}) {
  const template = await compile(...elements);
  const pdf = (await renderPdf(template, valuesOf(more), info)).pdf;
  return { png: await renderPng(template, valuesOf(more)), pdf };
}
const openPage = (pdf: Uint8Array): mupdf.PDFPage => new mupdf.PDFDocument(pdf).loadPage(0);
const rasterise = (pdf: Uint8Array): Uint8Array =>
  openPage(pdf).toPixmap(mupdf.Matrix.scale(2, 2), mupdf.ColorSpace.DeviceRGB).asPNG();
const linesOf = (pdf: Uint8Array): string[] =>
  openPage(pdf)
    .toStructuredText('preserve-whitespace')
    .asText()
    .trim()
    .split(/\s*\n+\s*/);
const linksOf = (pdf: Uint8Array) =>
  openPage(pdf)
    .getLinks()
    .map((link) => ({ address: link.getURI(), bounds: link.getBounds().map(Math.round) }));

const PICTURES: [string, object[]][] = [
  [
    'runs',
    [
      text(
        [
          'Awarded to ',
          { text: '{{name}}', weight: 700, color: '#b3261e' },
          ' for ',
          { text: 'Typography', font: 'Playfair Display', italic: true, size: 26 },
          ', see ',
          { text: 'its page', link: 'https://example.org/', underline: true, color: '#1f4e8c' },
          ' or ',
          { text: 'spaced', letterSpacing: 4, underline: true },
          '.',
        ],
        { align: 'justify' },
      ),
    ],
  ],
  [
    'runs-arabic',
    [
      text(
        [
          { text: 'مح', weight: 700, color: '#b3261e' },
          'مد عبد ',
          { text: 'الله', size: 30, underline: true },
          ' {{name}} ل',
          { text: 'ا', color: '#2a7d5f' },
        ],
        { align: 'right', font: 'Noto Sans Arabic', size: 20 },
      ),
    ],
  ],
  [
    'runs-turned',
    [
      text(
        [
          'half ',
          { text: 'red', color: '#ff000080', underline: true },
          ' and whole ',
          { text: '👩🏽', color: '#f00' },
          '\u200d🎓',
        ],
        {
          rotation: 8,
          opacity: 0.7,
          size: 22,
        },
      ),
    ],
  ],
  [
    'arcs',
    [
      text('Outside the circle', { width: 140, arc: { radius: 70 }, align: 'center', font: 'Playfair Display' }),
      text(['Inside ', { text: 'it', color: '#b3261e', size: 22 }], {
        width: 140,
        y: 65,
        height: 55,
        arc: { radius: -70 },
        align: 'center',
      }),
      text('شهادة تقدير', { x: 150, width: 140, height: 50, arc: { radius: 60 }, align: 'center' }),
      text('👩🏽‍🎓 left', { x: 150, y: 65, width: 140, height: 55, arc: { radius: 90 }, verticalAlign: 'bottom' }),
    ],
  ],
  [
    'nastaliq',
    [text('یہ سند محمد علی کو دی جاتی ہے', { font: 'Noto Nastaliq Urdu', align: 'right', width: 200, height: 110 })],
  ],
  ['soft-hyphens', [text('\u00ADDonau\u00ADdampf\u00ADschiff\u00ADfahrt der Stadt\u00AD', { width: 100 })]],
  [
    'serif-fallback',
    [text('Ω ŵ ǧ Ж ẞ', { font: 'Cinzel' }), text('≥ ≤ ≠ ∞ → ✓ ★', { font: 'Great Vibes', y: 60, height: 40 })],
  ],
];

test.each(PICTURES)('%s: the image matches its snapshot, and the PDF matches the PNG', async (title, elements) => {
  const { png, pdf } = await files(elements);
  expect(await unlikeSnapshot(`text-${title}`, png)).toBeNull();
  expect(await difference(png, rasterise(pdf))).toBeLessThan(2);
});

test('runs form one paragraph and are extracted as written', async () => {
  const { pdf } = await files(
    [
      text(['On ', { text: '{{day}}', weight: 700 }, ' in ', { text: 'Zürich', size: 20 }]),
      text(['صدرت ', { text: 'في {{day}}', weight: 700 }, ' بالفعل'], { y: 60, height: 40, font: 'Noto Sans Arabic' }),
    ],
    { day: '2026-11-21' },
  );
  const lines = linesOf(pdf);
  expect(lines).toContain('On 2026-11-21 in Zürich');
  // A date in right-to-left text keeps its order, regardless of its run.
  expect(lines.join(' ')).toContain('2026-11-21 بالفعل');
});

test('all sizes shrink by the same factor until the text fits, and overflow is reported with its variable', async () => {
  const shrinking = text([{ text: '{{long}}', size: 24 }, ' and small'], { height: 40, minSize: 8 });
  const template = await compile(shrinking);
  expect(checkValues(template, valuesOf({ long: 'fits when it is smaller' })).problems).toEqual([]);
  expect(checkValues(template, valuesOf({ long: 'too long '.repeat(60) })).problems).toMatchObject([
    { code: 'does_not_fit', variable: 'long', element: 0 },
  ]);
});

test('a text that is kept on one line shrinks instead of wrapping, and is refused below its least size', async () => {
  const long = { title: 'Foundations of Computing and its History' };
  const lines = async (more: object) => linesOf((await files([text('{{title}}', { width: 200, ...more })], long)).pdf);
  expect((await lines({ minSize: 6 })).slice(0, -1)).toHaveLength(2);
  expect((await lines({ minSize: 6, oneLine: true })).slice(0, -1)).toEqual([long.title]);
  // A line break of the text stays.
  expect((await lines({ minSize: 6, oneLine: true, text: 'One\n{{title}}' })).slice(0, -1)).toEqual([
    'One',
    long.title,
  ]);
  const template = await compile(text('{{title}}', { width: 200, minSize: 12, oneLine: true }));
  expect(checkValues(template, valuesOf(long)).problems).toMatchObject([{ code: 'does_not_fit', variable: 'title' }]);
});

test.each([
  ['{{title}}', 16, []],
  ['{{title}}', 15.9, ['does_not_fit']],
  ['One\n{{title}}', 38.4, []],
  ['One\n{{title}}', 38.3, ['does_not_fit']],
])(
  'a single line needs the height of its letters, and several that of their lines: %j in %d points',
  async (content, height, codes) => {
    const template = await compile(text(content, { height, minSize: 16 }));
    expect(checkValues(template, valuesOf({ title: 'Two' })).problems.map(({ code }) => code)).toEqual(codes);
  },
);

test('the largest size on a line determines its height', () => {
  const style = {
    font: { family: 'Inter', weight: 400, italic: false },
    size: 10,
    lineHeight: 1.5,
    letterSpacing: 0,
    uppercase: false,
    language: null,
  };
  const small = flowText('one\ntwo', style);
  const large = flowText([{ text: 'one\ntw' }, { text: 'o', size: 30 }], style);
  expect(small.heightAt(100)).toBeCloseTo(30);
  expect(large.heightAt(100)).toBeCloseTo(60);
  expect(large.widest).toBeGreaterThan(small.widest);
  const words = flowText('a incomprehensible word', style);
  expect(words.narrowest).toBeLessThan(words.widest);
  expect(words.heightAt(words.narrowest + 0.1)).toBeCloseTo(45);
  const box = { width: words.widest, height: 15, align: 'left', verticalAlign: 'top' } as const;
  expect(words.layOut(box)).toMatchObject({ overflows: false, lines: [expect.anything()] });
});

test('a link has an area on each of its lines, and is tagged as a link in its paragraph', async () => {
  const link = {
    text: 'a link that is long enough to continue on the next line',
    link: 'https://example.org/?a={{name}}',
  };
  const { pdf } = await files([text(['Before ', link, ' after '])], { name: 'Ada & Co' });
  const links = linksOf(pdf);
  expect(links.map(({ address }) => address)).toEqual(Array(2).fill('https://example.org/?a=Ada%20%26%20Co'));
  const [first, second] = links.map(({ bounds: [left = 0, top = 0] }) => ({ left, top }));
  expect(second?.top).toBeGreaterThan(first?.top ?? Number.POSITIVE_INFINITY);
  expect(second?.left).toBeLessThan(first?.left ?? 0);
  const tree = Buffer.from(pdf).toString('latin1');
  expect(tree).toMatch(/\/S \/H1 [^\n]*\/K \[\d+ \d+ 0 R \d+\]/);
  expect(tree).toMatch(/\/S \/Link [^\n]*\/K \[\d+ << \/Type \/OBJR [^>]*>> << \/Type \/OBJR [^>]*>>\]/);
});

test('the address of the verification page is a link in every text', async () => {
  const { pdf } = await files([text('Verify at {{verificationUrl}}')]);
  expect(new Set(linksOf(pdf).map(({ address }) => address))).toEqual(new Set([ADDRESS]));
  expect(linesOf(pdf)[0]).toContain('Verify at https://');
});

const LONG = 'https://certificates.example.org/a/long/address/of/a/page/that/needs/several/lines';
const row = (link: string) => ({
  type: 'div',
  children: [{ type: 'a', href: link, children: ['a link on its line'] }],
});

test.each<[string, object[], number]>([
  ['over three lines', [text('{{verificationUrl}}', { width: 90, size: 8 })], 3],
  [
    'next to each other',
    [
      text([
        { text: 'one ', link: `${LONG}/1` },
        { text: 'two', link: `${LONG}/2` },
      ]),
    ],
    2,
  ],
  ['on tight lines', [text([{ text: LONG, link: LONG }], { width: 150, size: 12, lineHeight: 0.6 })], 4],
  ['in a rotated text', [text([{ text: LONG, link: LONG }], { width: 150, size: 12, rotation: 30 })], 4],
  [
    'in rows of markup',
    [
      {
        type: 'markup',
        x: 10,
        y: 10,
        width: 200,
        height: 100,
        root: { type: 'div', children: [row(`${LONG}/1`), row(`${LONG}/2`)] },
      },
    ],
    2,
  ],
  [
    'over a code',
    [
      { type: 'qr', x: 10, y: 10, width: 100, height: 100, value: LONG },
      text([{ text: LONG, link: LONG }], { y: 100, height: 60 }),
    ],
    3,
  ],
])('the areas of links %s do not overlap', async (_where, elements, least) => {
  const { pdf } = await files(elements);
  const areas = openPage(pdf)
    .getLinks()
    .map((link) => link.getBounds());
  expect(areas.length).toBeGreaterThanOrEqual(least);
  const overlapping = areas.flatMap((a, index) =>
    areas.slice(index + 1).filter((b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]),
  );
  expect(overlapping).toEqual([]);
  expect(areas.every(([left, top, right, bottom]) => right - left > 0.5 && bottom - top > 0.5)).toBe(true);
});

test.each([
  ['right of it', { x: 140, y: 60 }, [160, 60, 179, 79]],
  ['above it', { x: 105, y: 30 }, [105, 30, 144, 40]],
  ['below it', { x: 105, y: 90 }, [105, 100, 144, 109]],
])('a link that a code covers in part has the area %s', async (_where, place, bounds) => {
  const code = { type: 'qr', x: 100, y: 40, width: 60, height: 60, value: `${ADDRESS}/code` };
  const { pdf } = await files([text([{ text: 'a link', link: ADDRESS }], { ...place, width: 150, height: 24 }), code]);
  expect(linksOf(pdf)).toContainEqual({ address: ADDRESS, bounds });
});

test('a link with an invalid value is reported with its variable, and an empty value leaves plain text', async () => {
  const template = await compile(text([{ text: 'site', link: '{{site}}' }]));
  expect(checkValues(template, valuesOf({ site: 'javascript:alert(1)' })).problems).toMatchObject([
    { code: 'broken_link', variable: 'site', element: 0 },
  ]);
  expect(checkValues(template, valuesOf({ site: `https://a.example/${'x'.repeat(2000)}` })).problems).toHaveLength(1);
  const pdf = (await renderPdf(template, valuesOf({ site: '' }), info)).pdf;
  expect(linksOf(pdf)).toEqual([]);
});

test.each<[string, unknown, string, object?]>([
  ['an invalid weight', ['a', { text: 'b', weight: 'bold' }], 'elements[0].text[1].weight'],
  ['an unknown member', [{ text: 'a', colour: '#fff' }], 'elements[0].text[0].colour'],
  ['an invalid run', ['a', 1], 'elements[0].text[1]'],
  ['a malformed placeholder', [{ text: '{{ }}' }], 'elements[0].text[0].text'],
  ['a script as a link', [{ text: 'a', link: 'javascript:alert(1)' }], 'elements[0].text[0].link'],
  [
    'a link of 5,000 characters',
    [{ text: 'a', link: `https://a.example/${'x'.repeat(5000)}` }],
    'elements[0].text[0].link',
  ],
  ['10,000 runs', Array(10_000).fill('a'), 'elements[0].text'],
  ['too many characters', Array(1000).fill('a'.repeat(11)), 'elements[0].text'],
  ['neither a text nor runs', 5, 'elements[0].text'],
  ['an arc with radius 0', 'a', 'elements[0].arc.radius', { arc: { radius: 0 } }],
  ['an underline on an arc', [{ text: 'a', underline: true }], 'elements[0].text[0].underline', { arc: { radius: 9 } }],
])('a text with %s is rejected with its path', async (_what, content, path, more = {}) => {
  const error = await compile(text(content, more)).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(DesignError);
  expect((error as DesignError).issues.map((issue) => issue.path)).toContain(path);
});

test('text on an arc is extracted as a straight line, and overflow is reported', async () => {
  const arc = text('{{title}}', { arc: { radius: 90 }, align: 'center', size: 18, minSize: 8 });
  const template = await compile(arc);
  for (const title of ['Certificate of Merit', 'شهادة تقدير', 'ߒߞߏ']) {
    const { pdf } = await renderPdf(template, valuesOf({ title }), info);
    expect(linesOf(pdf)[0]).toBe(title);
  }
  expect(checkValues(template, valuesOf({ title: 'far too long '.repeat(20) })).problems).toMatchObject([
    { code: 'does_not_fit', variable: 'title', element: 0 },
  ]);
  const tiny = await compile(text('{{title}}', { arc: { radius: 1 } }));
  expect(checkValues(tiny, valuesOf({ title: 'x'.repeat(500) })).problems).toMatchObject([{ code: 'does_not_fit' }]);
});

test.each([
  ['a joiner that separates letters', 'می‌خواهم کتاب‌ها', {}],
  ['vowels from right to left', 'مُحَمَّد عَبْدُ', {}],
  ['spaced letters from right to left', 'יוסף בן דוד', { letterSpacing: 4 }],
  ['spaced letters with vowels', 'שָׁלוֹם', { letterSpacing: 4 }],
  ['a variation selector', '葛\u{E0100}城 辻\u{E0101}', {}],
  ['a compatibility ideograph', '\uFA19 \uFA10', {}],
  ['letters that leave the baseline', 'محمد علی جناح', { font: 'Noto Nastaliq Urdu' }],
])('%s: the text is extracted as written', async (_what, value, more) => {
  const { pdf } = await files([text('{{value}}', { height: 60, ...more })], { value });
  expect(linesOf(pdf)[0]).toBe(value);
});

test.each([
  ['Hebrew', 'יוסף בן־דוד'],
  ['vowels from right to left', 'מִרְיָם'],
  ['Arabic', 'محمد عبد الله الأنصاري'],
  ['Urdu', 'محمد عمران خان'],
  ['Persian', 'علی رضا'],
  ['Syriac', 'ܡܠܟܐ ܝܥܩܘܒ'],
  ['Thaana', 'މުހައްމަދު ނަޝީދު'],
  ['Arabic with a number', 'شهادة رقم 123'],
  ['spaced letters', 'משה כהן', { letterSpacing: 4 }],
  ['Nastaliq', 'محمد علی', { font: 'Noto Nastaliq Urdu' }],
  ['emoji', 'Ann 😀 Kim 👩🏽‍🎓'],
  ['letters that kerning sets apart', 'Klotildo', { font: 'Great Vibes' }],
  ['a hyphen at the end of a line', 'Katharina-Elisabeth', { size: 30, width: 170 }, 'Katharina- Elisabeth'],
])('PDFium and MuPDF extract %s as written', async (_what, value, more: object = {}, shown = value) => {
  const { pdf } = await files([text('{{value}}', { height: 90, ...more })], { value });
  const read = (extracted: string) =>
    extracted.replaceAll('\u200B', '').split('Ada')[0]?.trim().replaceAll(/\s+/g, ' ');
  expect(read(await pdfiumText(pdf))).toBe(shown);
  expect(read(linesOf(pdf).join(' '))).toBe(shown);
});

test('a word split at a soft hyphen is extracted without the visible hyphen', async () => {
  const { pdf } = await files([text('Donau\u00ADdampf', { width: 60 })]);
  expect(linesOf(pdf).slice(0, 2)).toEqual(['Donau\u00AD', 'dampf']);
});

test.each([
  ['tr', 'istanbul', 'İSTANBUL'],
  ['TR', 'istanbul', 'İSTANBUL'],
  ['en', 'istanbul', 'ISTANBUL'],
  ['lt', 'i̇̀', 'Ì'],
  ['de', 'straße', 'STRASSE'],
])('in %s, %s in upper case is %s', async (language, value, upper) => {
  const document = {
    name: 'T',
    language,
    recipientNameVariable: 'name',
    page: PAGE,
    elements: [text('{{name}}', { uppercase: true })],
  };
  const template = await compileTemplate(await parseDesign(document));
  expect(linesOf((await renderPdf(template, valuesOf({ name: value }), info)).pdf)[0]).toBe(upper.normalize('NFC'));
});

test('Han characters have the regional forms of the language that the design sets', async () => {
  const fontsIn = async (language: string) => {
    const document = { name: 'T', language, recipientNameVariable: 'name', page: PAGE, elements: [name] };
    const template = await compileTemplate(await parseDesign(document));
    const { pdf } = await renderPdf(template, valuesOf({ name: '直角' }), info);
    return new Set(
      [
        ...Buffer.from(pdf)
          .toString('latin1')
          .matchAll(/noto-sans-(sc|tc|jp|kr)/g),
      ].map(([, font]) => font),
    );
  };
  const found = await Promise.all(['zh-Hans', 'zh-Hant', 'ja', 'ko', 'zh-TW'].map(fontsIn));
  expect(found).toEqual(['sc', 'tc', 'jp', 'kr', 'tc'].map((font) => new Set([font])));
});

test('a page with too many links is rejected', async () => {
  const links = Array.from({ length: 251 }, () => ['a', { text: 'b', link: 'https://example.org/' }]).flat();
  const small = { size: 1, width: 280, height: 100 };
  const error = await compile(text(links, small), text(links, small)).catch((refusal: unknown) => refusal);
  expect((error as DesignError).issues).toMatchObject([
    { path: 'elements[1]', code: 'too_complex', params: { resource: 'link areas' } },
  ]);
});

test('runs without text, with only marks, or with control characters are drawn', async () => {
  const odd = [
    { text: '', size: 90 },
    { text: '\u0301\u0308', weight: 900 },
    '',
    { text: '\u202e', color: '#f00' },
    { text: 'abc\u202c', weight: 700 },
    '\u00ad',
    { text: '{{name}}', letterSpacing: -20 },
  ];
  await expect(files([text(odd), text([], { y: 60 }), text([''], { y: 60 })])).resolves.toBeDefined();
});

test.each(['Inter', 'Lora', 'Playfair Display', 'EB Garamond', 'Great Vibes', 'Cinzel'])(
  'lines cut from a paragraph in %s equal lines that are shaped separately',
  (family) => {
    const text =
      'AVATAR To Wave, fjord office (ffi fl) “Ty. Yo” 12/2026 — Łódź, Ævar & Ça Tř LTV: 1.5 × 3 r.f.y. Waltz';
    for (const letterSpacing of [0, 1.5]) {
      const style = { font: { family, weight: 400, italic: false }, size: 10, lineHeight: 1.2, uppercase: false };
      const runs = [{ text: text.slice(0, 30) }, { text: text.slice(30), underline: true }];
      const read = () => {
        const [paragraph] = readParagraphs(runs, { ...style, letterSpacing, language: null });
        if (!paragraph) throw new Error('No paragraph');
        return paragraph;
      };
      const whole = read();
      shapeLine(whole, 0, text.length);
      for (let start = 0; start < text.length; start += 3) {
        for (let end = start + 1; end <= text.length; end += 4) {
          const alone = shapeLine(read(), start, end);
          expect(plain(shapeLine(whole, start, end))).toEqual(plain(alone));
        }
      }
    }
  },
);

/** Returns a line without the members that depend on where it was shaped. */
const plain = ({ runs, ...line }: ReturnType<typeof shapeLine>) => ({
  ...line,
  runs: runs.map(({ face, style, glyphs }) => ({
    face: face.key,
    style,
    glyphs: glyphs.map(({ id, x, y, advance, text, cluster }) => ({ id, x, y, advance, text, cluster })),
  })),
});
