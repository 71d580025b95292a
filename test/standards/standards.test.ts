import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { compileTemplate, fontFamilies, parseDesign, readFont } from '../../templates-engine/index.ts';
import { conformanceLevel } from '../../templates-engine/pdf/conformance-level.ts';
import { buildScene } from '../../templates-engine/template/build-scene.ts';
import { ask, describeJudgedBy } from '../proof/judges.ts';
import { CREDENTIAL, certificateOf, designOf, readSample, SAMPLES, textAt } from '../support/certificates.ts';
import { sourceSans } from '../support/fonts.ts';
import { SCRIPTS } from '../support/scripts.ts';
import { brokenRules, faultsOf, RULES } from './check.ts';
import { readPdf } from './pdf-file.ts';
import { rowLengths } from './table-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-standards-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const picture = async (format: 'png' | 'jpeg') => {
  const create = { width: 40, height: 20, channels: 4, background: '#2a7d5f80' } as const;
  const bytes = await sharp({ create }).toFormat(format).toBuffer();
  return `data:image/${format};base64,${bytes.toString('base64')}`;
};
/** Heading, list, table with a row per line, HTML table, and picture. */
const MARKUP = {
  type: 'div',
  style: { fontSize: 6, border: '1px dashed #888', overflow: 'hidden', borderRadius: 6 },
  children: [
    { type: 'h3', style: { margin: 0 }, children: ['Modules ', { type: 'em', children: ['and'] }, ' more'] },
    {
      type: 'ul',
      style: { margin: 0 },
      children: [
        { type: 'li', children: ['One'] },
        { type: 'li', children: ['عربي'] },
      ],
    },
    {
      type: 'div',
      style: { display: 'flex' },
      children: ['A', 'B'].map((head) => ({ type: 'div', style: { flex: 1 }, children: [head] })),
    },
    {
      type: 'div',
      style: { display: 'flex', boxShadow: '0 1px 3px #0006', backgroundColor: '#ffffff80' },
      each: { variable: 'modules', as: 'row' },
      children: [1, 2].map((cell) => ({ type: 'div', style: { flex: 1 }, children: [`{{row.${cell}}}`] })),
    },
    {
      type: 'table',
      children: [
        {
          type: 'tr',
          children: [
            { type: 'th', children: ['Head'] },
            { type: 'th', children: ['Other'] },
          ],
        },
        {
          type: 'tr',
          children: [
            { type: 'td', children: ['Cell'] },
            { type: 'td', children: ['{{empty}}'] },
          ],
        },
      ],
    },
    {
      type: 'table',
      children: [
        { type: 'tbody', children: [{ type: 'tr', children: [{ type: 'td', children: ['Body'] }] }] },
        { type: 'tfoot', children: [{ type: 'tr', children: [{ type: 'td', children: ['Foot'] }] }] },
      ],
    },
    { type: 'p', children: [{ type: 'a', href: 'https://example.org/', children: ['a link'] }] },
  ],
};

const cells = (type: string, ...contents: string[]) => contents.map((content) => ({ type, children: [content] }));
const tableRow = (type: string, ...contents: string[]) => ({ type: 'tr', children: cells(type, ...contents) });
const hidden = { variable: 'empty', isNotEmpty: true };
const tableOf = (...children: object[]) => ({ type: 'table', children });
/** Tables whose rows have different numbers of cells, or whose parts are repeated or empty, with the number of cells in each row. */
const UNEVEN_TABLES: [string, object, number[]][] = [
  ['rows of 3, 1 and 0 cells', tableOf(tableRow('td', 'a', 'b', 'c'), tableRow('td', 'd'), tableRow('td')), [3, 3]],
  [
    'a cell with a condition',
    tableOf(tableRow('th', 'A', 'B'), {
      type: 'tr',
      children: [{ ...cells('td', 'c')[0], if: hidden }, ...cells('td', 'd')],
    }),
    [2, 2],
  ],
  [
    'rows of a list, with a condition in a cell',
    {
      type: 'div',
      each: { variable: 'modules', as: 'row' },
      children: [
        ...cells('div', '{{row.1}}', '{{row.2}}'),
        { type: 'div', if: { variable: 'row.1', is: 'a' }, children: ['x'] },
      ],
    },
    [3, 3],
  ],
  [
    'a longer head, and a foot',
    tableOf(
      { type: 'thead', children: [tableRow('th', 'A', 'B', 'C')] },
      { type: 'tbody', children: [tableRow('td', 'a', 'b')] },
      { type: 'tfoot', children: [tableRow('td', 'sum')] },
    ),
    [3, 3, 3],
  ],
  [
    'a head of fewer cells than the rows',
    tableOf(
      { type: 'thead', children: [tableRow('th', 'A')] },
      { type: 'tbody', children: [tableRow('td', 'a', 'b', 'c')] },
    ),
    [3, 3],
  ],
  [
    'a head without a body',
    tableOf(
      { type: 'thead', children: [tableRow('th', 'A', 'B')] },
      { type: 'tbody', children: [{ type: 'tr', if: hidden, children: cells('td', 'a') }] },
    ),
    [2],
  ],
  [
    'two heads, and rows beside a body',
    tableOf(
      { type: 'thead', children: [tableRow('th', 'A', 'B')] },
      { type: 'thead', children: [tableRow('th', 'C')] },
      tableRow('td', 'a'),
      { type: 'tbody', children: [tableRow('td', 'b')] },
      tableRow('td', 'c'),
    ),
    [2, 2, 2, 2, 2],
  ],
];
const qr = (more: object = {}) => ({ type: 'qr', x: 300, y: 20, width: 90, height: 90, ...more });

const gradient = (type: string, from: string) => ({
  gradient: {
    type,
    stops: [
      { offset: 0, color: from },
      { offset: 1, color: '#336699' },
    ],
  },
});
const shapeAt = (x: number, more: object) => ({
  type: 'shape',
  shape: 'rectangle',
  x,
  y: 200,
  width: 30,
  height: 20,
  ...more,
});
/** Shadings, patterns, groups and soft masks. */
const SHAPES = [
  shapeAt(10, { fill: gradient('radial', '#ffffff'), stroke: gradient('linear', '#00000000'), opacity: 0.5 }),
  shapeAt(60, { fill: '#fff', dash: [4, 2], stroke: '#000', shadow: { x: 2, y: 2, blur: 4, color: '#00000080' } }),
  shapeAt(110, {
    shape: 'path',
    path: 'M0 0c20 0 0 20 20 20z',
    fill: '#369',
    shadow: { x: 2, y: 2, blur: 0, color: '#000' },
  }),
  shapeAt(160, { shape: 'line', flip: true, stroke: gradient('linear', '#ffffff') }),
];
const SVG = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><linearGradient id="g"><stop stop-opacity="0"/><stop offset="1"/></linearGradient><clipPath id="c"><circle cx="20" cy="10" r="9"/></clipPath><g opacity=".5" clip-path="url(#c)"><path d="M0 10q10-20 20 0t20 0" stroke="url(#g)" fill="url(#g)"/><text x="2" y="18">é</text></g></svg>',
).toString('base64')}`;

const runsAt = (y: number, text: readonly unknown[], more: object) => ({ ...textAt(y, ''), text, ...more });

/** Runs with a link across two lines, an arc, right-to-left marks, letter spacing, a variation selector, and a word that is split. */
const TEXTS = [
  runsAt(
    140,
    [
      'Runs ',
      { text: 'and a link that goes on', link: 'https://example.org/?a={{name}}', underline: true },
      ' {{name}}',
    ],
    {
      width: 60,
      size: 6,
      height: 30,
    },
  ),
  runsAt(1, ['On an ', { text: 'arc', color: '#ff000080', size: 9, link: 'mailto:a@example.org' }], {
    x: 200,
    width: 90,
    size: 7,
    arc: { radius: 60 },
  }),
  textAt(100, 'مُحَمَّد שָׁלוֹם', { size: 8, height: 16, letterSpacing: 2 }),
  textAt(110, 'שלום ߒߞߏ 葛\u{E0100} 𝅘𝅥𝅮', { x: 200, size: 8, height: 12, width: 90 }),
  textAt(125, 'Donau\u00ADdampf\u00ADschiff', { x: 230, size: 6, height: 24, width: 30 }),
];

/** Returns a design with all features of a page. */
const everything = async () =>
  designOf(
    [
      textAt(10, 'Certificate of Completion', { size: 22 }),
      { type: 'image', src: await picture('png'), x: 10, y: 60, width: 60, height: 40, rotation: 30, alt: 'Seal' },
      { type: 'image', src: await picture('jpeg'), x: 90, y: 60, width: 60, height: 40, fit: 'cover', radius: 8 },
      { type: 'shape', shape: 'ellipse', x: 0, y: 0, width: 50, height: 50, fill: '#33669980', opacity: 0.5 },
      textAt(120, '🎓 {{name}} 👩🏽‍🎓', { letterSpacing: 3, rotation: 5, opacity: 0.8 }),
      textAt(160, '{{empty}}'),
      ...TEXTS,
      qr({ x: 305, y: 30, rotation: 45, background: '#ffffff', opacity: 0.9 }),
      { type: 'markup', x: 10, y: 180, width: 200, height: 110, root: MARKUP },
      qr({ x: 220, y: 150, value: 'not an address' }),
      ...SHAPES,
      { type: 'image', src: SVG, x: 10, y: 230, width: 40, height: 20, opacity: 0.5, alt: 'Waves' },
    ],
    {
      background: {
        gradient: {
          angle: 30,
          stops: [
            { offset: 0, color: '#ffffff00' },
            { offset: 1, color: '#eeeeee' },
          ],
        },
      },
    },
  );

describeJudgedBy(['qpdf'], 'PDF/A-3b and PDF/UA-1, by our checker', () => {
  test.each(SAMPLES.filter(existsSync))('%s breaks no rule', async (path) => {
    const { pdf } = await certificateOf(await readSample(path), { fullName: 'Zoë 🎓', 'اسم المتطوع': 'محمد الأنصاري' });
    expect(faultsOf(pdf)).toEqual([]);
  });

  test.each(SCRIPTS)('a certificate in %s breaks no rule, with variable and fixed text', async (_, value) => {
    const { pdf } = await certificateOf(designOf([textAt(20, value)]), { name: value });
    expect(faultsOf(pdf)).toEqual([]);
  });

  test('a page with all features breaks no rule', async () => {
    const { pdf } = await certificateOf(await everything());
    expect(faultsOf(pdf)).toEqual([]);
  });

  test.each(UNEVEN_TABLES)('a table with %s breaks no rule', async (_, table, lengths) => {
    const root = { type: 'div', style: { fontSize: 6 }, children: [table] };
    const markup = { type: 'markup', x: 20, y: 20, width: 200, height: 120, root };
    const { pdf } = await certificateOf(designOf([markup]), { modules: 'a\tb\nc\td\n' });
    expect(faultsOf(pdf)).toEqual([]);
    expect(rowLengths(readPdf(pdf))).toEqual([lengths]);
  });

  test('a page claims level A of PDF/A, or B with a background PDF or private use characters', async () => {
    const levelOf = (pdf: Uint8Array) => /<pdfaid:conformance>(.)/.exec(Buffer.from(pdf).toString('latin1'))?.[1];
    const { pdf } = await certificateOf(designOf([]), {}, { title: 'T', author: '', createdAt: new Date(0) });
    expect(levelOf(pdf)).toBe('A');
    const background = { pdf: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}` };
    expect(levelOf((await certificateOf(designOf([], { background }))).pdf)).toBe('B');
    const template = await compileTemplate(await parseDesign(designOf([textAt(20, '{{sign}}')])));
    const { scene } = buildScene(template, new Map([['sign', 'private']]));
    expect(conformanceLevel(scene.elements)).toBe('A');
    // No font of the catalogue has a private use character, but own fonts can.
    for (const { primitive } of scene.elements)
      if (primitive.kind === 'text') Object.assign(primitive.layout.lines[0]?.line ?? {}, { text: '\ue020' });
    expect(conformanceLevel(scene.elements)).toBe('B');
  });

  test('a plain certificate, without attachment and signature, breaks no rule', async () => {
    const info = { title: 'T', author: '', createdAt: new Date(0) };
    expect(faultsOf((await certificateOf(designOf([]), {}, info)).pdf)).toEqual([]);
  });

  test('no font breaks a rule', async () => {
    const faces = fontFamilies().map(({ family, weights, hasItalic }, index) =>
      textAt((index * 7) % 250, 'H{{name}}', { font: family, weight: weights.at(-1), italic: hasItalic, size: 5 }),
    );
    expect(faultsOf((await certificateOf(designOf(faces))).pdf)).toEqual([]);
  });

  test('own fonts of each format, static and variable, break no rule', async () => {
    const names = ['ttf', 'otf', 'woff', 'woff2', 'variableTtf', 'variableOtf', 'variableWoff2'] as const;
    for (const name of names) {
      const { family, faces } = await readFont(await sourceSans(name));
      const files = new Map(faces.map(({ digest, sfnt }) => [digest, sfnt]));
      const own = faces.map(({ weight, italic, digest }) => ({ family, weight, italic, digest }));
      const options = { own, fetchFont: async (digest: string) => files.get(digest) ?? Buffer.alloc(0) };
      const weights = [own[0]?.weight, own.at(-1)?.weight];
      const texts = weights.map((weight, index) =>
        textAt(40 + index * 60, 'office {{name}}', { font: family, weight }),
      );
      const { pdf } = await certificateOf(designOf(texts), { name: 'Łucja Müller' }, undefined, options);
      expect([name, faultsOf(pdf)]).toEqual([name, []]);
    }
  });

  test.each(RULES.map(({ rule }, index) => [rule, index] as const))(
    'detects a file that breaks the rule: %s',
    async (rule, index) => {
      const file = (await good()).copy();
      RULES[index]?.breakIt(file);
      expect(brokenRules(file).map((fault) => fault.slice(0, rule.length))).toContain(rule);
    },
  );
});

let read: Promise<ReturnType<typeof readPdf>> | undefined;
/** Returns a valid file, as a test above confirms. */
const good = (): NonNullable<typeof read> => {
  read ??= everything()
    .then((design) => certificateOf(design))
    .then(({ pdf }) => readPdf(pdf));
  return read;
};

const written = async (name: string, pdf?: Uint8Array): Promise<string> => {
  const path = join(folder, name);
  writeFileSync(path, pdf ?? (await certificateOf(await everything())).pdf);
  return path;
};

describeJudgedBy(['qpdf'], 'PDFs by qpdf', () => {
  test('reports nothing, and finds the attachment', async () => {
    const path = await written('qpdf.pdf');
    expect(ask('qpdf', ['--check', path])).toMatchObject({ status: 0, said: expect.not.stringContaining('WARNING') });
    expect(ask('qpdf', ['--show-attachment=credential.json', path]).said).toBe(CREDENTIAL.toString());
  });
});

describeJudgedBy(['pdfinfo', 'pdfdetach'], 'PDFs by Poppler', () => {
  test('reads the structure, and lists the attachment', async () => {
    const path = await written('poppler.pdf');
    const { said } = ask('pdfinfo', ['-struct-text', path]);
    expect(said).toMatch(/Document[\s\S]*H1 [\s\S]*Certificate of Completion[\s\S]*Figure[\s\S]*Link[\s\S]*Form/);
    expect(said).not.toMatch(/Error|Warning/i);
    expect(ask('pdfdetach', ['-list', path]).said).toContain('credential.json');
  });
});

describeJudgedBy(['gs'], 'PDFs by Ghostscript', () => {
  test.each(SAMPLES.filter(existsSync))('draws %s without a warning', async (sample) => {
    const path = await written('gs.pdf', (await certificateOf(await readSample(sample))).pdf);
    expect(ask('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=nullpage', path])).toEqual({ status: 0, said: '' });
  });
});

describeJudgedBy(['mutool'], 'PDFs by MuPDF', () => {
  test('draws the certificate without an error, and shows one signature field', async () => {
    const path = await written('mupdf.pdf');
    expect(ask('mutool', ['draw', '-q', '-o', join(folder, 'page.png'), path]).said).not.toMatch(/error/);
    expect(ask('mutool', ['sign', '-v', path]).said).toMatch(/signature/i);
  });
});
