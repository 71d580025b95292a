import { readFile } from 'node:fs/promises';
import * as mupdf from 'mupdf';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  checkAllValues,
  compileTemplate,
  DesignError,
  detectedVariables,
  parseDesign,
  renderPdf,
  renderPng,
} from '../../templates-engine/index.ts';
import { difference, unlikeSnapshot } from '../support/pictures.ts';

const info = { title: 'T', author: 'A', createdAt: new Date(0) };
const PAGE = { width: 300, height: 220 };
type Node = string | { type: string; children?: Node[]; [member: string]: unknown };

const name = { type: 'text', x: 10, y: 190, width: 280, height: 24, text: '{{name}}', font: 'Inter', size: 14 };
const markup = (root: unknown, more: object = {}) => ({
  type: 'markup',
  x: 10,
  y: 10,
  width: 280,
  height: 170,
  root,
  ...more,
});
const design = (root: unknown, more: object = {}) => ({
  name: 'T',
  recipientNameVariable: 'name',
  page: PAGE,
  elements: [name, markup(root, more)],
});
const div = (children: Node[], style: object = {}, more: object = {}): Node => ({
  type: 'div',
  style: { fontSize: 12, ...style },
  children,
  ...more,
});
/** Row of cells with equal widths. */
const row = (cells: string[], more: object = {}): Node =>
  div(
    cells.map((cell) => div([cell], { flex: 1 })),
    { display: 'flex' },
    more,
  );

const refusal = async (root: unknown, more: object = {}): Promise<DesignError> => {
  const error = await parseDesign(design(root, more)).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DesignError);
  return error as DesignError;
};

async function filesOf(root: unknown, values: Record<string, string> = {}, more: object = {}) {
  const template = await compileTemplate(await parseDesign(design(root, more)));
  const all = new Map(Object.entries({ name: 'Ada', verificationUrl: 'https://laurel.example/verify/0', ...values }));
  return { png: await renderPng(template, all), pdf: (await renderPdf(template, all, info)).pdf };
}

const open = (pdf: Uint8Array) => mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0);
const textOf = (pdf: Uint8Array): string => open(pdf).toStructuredText('preserve-whitespace').asText();
const linesOf = (pdf: Uint8Array): string[] =>
  textOf(pdf)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== 'Ada');

const problemsOf = async (root: unknown, values: Record<string, string>, more: object = {}) => {
  const template = await compileTemplate(await parseDesign(design(root, more)));
  const [checked] = await checkAllValues(template, [new Map(Object.entries({ name: 'Ada', ...values }))]);
  return checked?.problems ?? [];
};

describe('accepted markup', () => {
  const R = 'elements[1].root';
  test.each<[string, unknown, string]>([
    ['a root that is a text', 'text', R],
    ['a root without a tag', { children: [] }, R],
    ['an unknown tag', div([{ type: 'script', children: [] }]), `${R}.children[0].type`],
    ['a tag in the wrong place', div([{ type: 'li' }]), `${R}.children[0].type`],
    [
      'a block in a part of a paragraph',
      div([{ type: 'strong', children: [div([])] }]),
      `${R}.children[0].children[0].type`,
    ],
    ['an unknown member', div([], {}, { onclick: 'x' }), `${R}.onclick`],
    ['an unknown property', div([], { colour: 'red' }), `${R}.style.colour`],
    ['a property named __proto__', JSON.parse('{"type":"div","style":{"__proto__":{"a":1}}}'), `${R}.style.__proto__`],
    ['a malformed width', div([div([], { width: 'calc(' })]), `${R}.children[0].style.width`],
    ['a width that is not a number', div([], { width: 'NaN' }), `${R}.style.width`],
    ['a width beyond the limit', div([], { width: '1e9px' }), `${R}.style.width`],
    ['a negative width', div([], { width: -1 }), `${R}.style.width`],
    ['a colour named like an object member', div([], { color: 'constructor' }), `${R}.style.color`],
    ['a background with an address', div([], { background: 'url(http://example.org/a.png)' }), `${R}.style.background`],
    ['a gradient with one colour', div([], { backgroundImage: 'linear-gradient(red)' }), `${R}.style.backgroundImage`],
    ['an unknown class', div([], {}, { tw: 'flex sparkling' }), `${R}.tw`],
    ['a picture with an address', div([{ type: 'img', src: 'https://example.org/a.png' }]), `${R}.children[0].src`],
    [
      'a picture from a cell of a row',
      div([div([{ type: 'img', src: '{{row.2}}' }], {}, { each: { variable: 'm', as: 'row' } })]),
      `${R}.children[0].children[0].src`,
    ],
    ['a picture source with more than a variable', div([{ type: 'img', src: 'asset:{{m}}' }]), `${R}.children[0].src`],
    ['a link to a script', div([{ type: 'a', href: 'javascript:alert(1)', children: ['x'] }]), `${R}.children[0].href`],
    [
      'a stripe that is no colour',
      div([row(['a'], { each: { variable: 'm', as: 'row', stripe: 'url(#x)' } })]),
      `${R}.children[0].each.stripe`,
    ],
    ['an each without a name', div([row(['a'], { each: { variable: 'm' } })]), `${R}.children[0].each.as`],
    [
      'an each with the name of a built-in variable',
      div([row(['a'], { each: { variable: 'm', as: 'issuedOn' } })]),
      `${R}.children[0].each.as`,
    ],
    [
      'a row that shadows another',
      div([div([row(['a'], { each: { variable: 'n', as: 'r' } })], {}, { each: { variable: 'm', as: 'r' } })]),
      `${R}.children[0].children[0].each.as`,
    ],
    ['a condition with two operators', div([], {}, { if: { variable: 'a', is: 'x', isEmpty: true } }), `${R}.if`],
    ['a malformed placeholder', div(['{{ }}']), `${R}.children[0]`],
    [
      'a box property on a part of a paragraph',
      div(['a ', { type: 'span', style: { padding: 4 }, children: ['b'] }]),
      `${R}.children[1].style.padding`,
    ],
    ['an unknown font', div(['a'], { fontFamily: 'Comic Sans' }), `${R}.style.fontFamily`],
    ['a text that is always too long', div(['word '.repeat(300)]), 'elements[1]'],
    [
      'a box outside the element',
      div([div(['x'], { position: 'absolute', left: 400, background: 'red' })]),
      'elements[1]',
    ],
  ])('%s is rejected with its path', async (_what, root, path) => {
    expect((await refusal(root)).issues.map((issue) => issue.path)).toContain(path);
  });

  test('100 levels are laid out, 101 are rejected', async () => {
    const nested = (levels: number): Node => (levels === 1 ? div(['x']) : div([nested(levels - 1)]));
    expect((await refusal(nested(101))).issues).toEqual([
      expect.objectContaining({ code: 'nested_too_deeply', params: { most: 100 } }),
    ]);
    expect(textOf((await filesOf(nested(99))).pdf)).toContain('x');
  });

  test('5,001 nodes are rejected, whether from the design or from lines', async () => {
    expect((await refusal(div(Array.from({ length: 5001 }, () => div([]))))).issues).toMatchObject([
      { code: 'too_complex', params: { resource: 'nodes', most: 5000 } },
    ]);
    const each = (variable: string, children: Node[]) =>
      div(children, {}, { each: { variable, as: variable.repeat(2) } });
    const values = Object.fromEntries(['a', 'b', 'c'].map((variable) => [variable, '\n'.repeat(1000)]));
    const problems = await problemsOf(div([each('a', [each('b', [each('c', [])])])]), values);
    expect(problems).toEqual([
      expect.objectContaining({ element: 1, code: 'too_complex', params: { resource: 'nodes', most: 5000 } }),
    ]);
  });

  test('callers provide the variables of texts, conditions, rows and links, but not the names of rows', async () => {
    const parsed = await parseDesign(
      design(
        div([
          '{{a}} {{row.1}}',
          div(['{{b}}'], {}, { if: { variable: 'row', isNotEmpty: true } }),
          row(['{{row}}', '{{row.1}} {{b}}'], {
            each: { variable: 'm', as: 'row' },
            if: { variable: 'row.2', is: 'x' },
          }),
          div(['{{issuedOn}}'], {}, { if: { variable: 'c', isNotEmpty: true } }),
          { type: 'a', href: 'https://example.org/{{d}}', children: ['link'] },
        ]),
      ),
    );
    expect(detectedVariables(parsed)).toEqual(['name', 'a', 'row.1', 'b', 'row', 'm', 'c', 'd']);
  });
});

describe('lines and cells', () => {
  const table = div([
    row(['Module', 'Credits', 'Grade']),
    row(['{{row.1}}', '{{row.2}}', '[{{row.3}}{{row.999}}]'], { each: { variable: 'modules', as: 'row' } }),
  ]);

  test('every second line that is shown has the colour of the stripe', async () => {
    const striped = row(['{{row}}'], {
      style: { height: 20, backgroundColor: '#ff0000' },
      each: { variable: 'modules', as: 'row', stripe: '#0000ff' },
      if: { variable: 'row', isNot: 'hidden' },
    });
    const { png } = await filesOf(div([striped]), { modules: 'a\nhidden\nb\nc\nd' });
    const { data, info: size } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const scale = size.width / PAGE.width;
    const colors = [0, 1, 2, 3].map((line) => {
      const at = (Math.round((10 + 20 * line + 10) * scale) * size.width + Math.round(250 * scale)) * 3;
      return [...data.subarray(at, at + 3)];
    });
    const [red, blue] = [
      [255, 0, 0],
      [0, 0, 255],
    ];
    expect(colors).toEqual([red, blue, red, blue]);
  });

  test('each line is a row for any line ending, and a missing cell is empty', async () => {
    const { pdf } = await filesOf(table, { modules: 'Logic\t5\tA\r\nSets\t10\rGroups\t\tB\tmore\n' });
    expect(linesOf(pdf)).toEqual([
      'Module',
      'Credits',
      'Grade',
      'Logic',
      '5',
      '[A]',
      'Sets',
      '10',
      '[]',
      'Groups',
      '[B]',
    ]);
  });

  test.each([
    ['lower-alpha', ['a.', 'b.', 'd.', 'i.', 'y.', 'z.', 'aa.', 'ab.', 'an.']],
    ['upper-roman', ['I.', 'II.', 'IV.', 'IX.', 'XXV.', 'XXVI.', 'XXVII.', 'XXVIII.', 'XL.']],
  ])('each line is an item of a list with its number: %s', async (listStyleType, numbers) => {
    const item: Node = { type: 'li', each: { variable: 'items', as: 'item' }, children: ['Item {{item}}'] };
    const list: Node = { type: 'ol', style: { margin: 0, fontSize: 3, listStyleType }, children: [item] };
    const lines = Array.from({ length: 40 }, (_, index) => String(index + 1));
    const shown = linesOf((await filesOf(list, { items: lines.join('\n') })).pdf).join(' ');
    const places = [1, 2, 4, 9, 25, 26, 27, 28, 40];
    for (const [at, number] of numbers.entries()) expect(` ${shown}`).toContain(` ${number} Item ${places[at]}`);
  });

  test('a row within a row shows the lines and cells of both', async () => {
    const inner = div(['{{module.2}}: {{person}}'], {}, { each: { variable: 'people', as: 'person' } });
    const root = div([div([inner], {}, { each: { variable: 'modules', as: 'module' } })]);
    const { pdf } = await filesOf(root, { modules: '1\tLogic\n2\tSets', people: 'Ann\nKim' });
    expect(linesOf(pdf)).toEqual(['Logic: Ann', 'Logic: Kim', 'Sets: Ann', 'Sets: Kim']);
  });

  test('an empty value has no rows', async () => {
    expect(linesOf((await filesOf(table, { modules: '' })).pdf)).toEqual(['Module', 'Credits', 'Grade']);
  });

  test('placeholders and markup in a value are shown as text', async () => {
    const { pdf } = await filesOf(div(['{{a}}', row(['{{row}}'], { each: { variable: 'm', as: 'row' } })]), {
      a: '{{name}} <b>x</b>',
      m: '{{row}} & {{a}}',
    });
    expect(linesOf(pdf)).toEqual(['{{name}} <b>x</b>', '{{row}} & {{a}}']);
  });

  test('a condition can use a variable or a cell of its row', async () => {
    const root = div([
      div(['passed {{row.1}}'], {}, { each: { variable: 'm', as: 'row' }, if: { variable: 'row.2', is: 'yes' } }),
      div(['honours'], {}, { if: { variable: 'grade', oneOf: ['A', 'B'] } }),
      div(['none'], {}, { if: { variable: 'grade', isEmpty: true } }),
    ]);
    const { pdf } = await filesOf(root, { m: 'Logic\tyes\nSets\tno\nGroups\tyes', grade: 'B' });
    expect(linesOf(pdf)).toEqual(['passed Logic', 'passed Groups', 'honours']);
  });

  test('white space is collapsed as in CSS, and requested line breaks are kept', async () => {
    const { pdf } = await filesOf(
      div([
        '  a \n b ',
        { type: 'b', children: [' c '] },
        ' d',
        { type: 'br' },
        ' e ',
        div([' f\n g'], { whiteSpace: 'pre-wrap' }),
      ]),
    );
    expect(linesOf(pdf)).toEqual(['a b c d', 'e', 'f', 'g']);
  });
});

describe('overflow', () => {
  const box = div([
    div(['{{a}}'], { height: 30, width: 200 }),
    row(['{{row.1}}'], { each: { variable: 'm', as: 'row' } }),
  ]);

  test.each([
    ['a text in a box of a fixed height', { a: 'word '.repeat(40), m: '' }, 'a'],
    ['rows below the element', { a: '', m: 'x\n'.repeat(40) }, 'm'],
  ])('%s is reported with its variable', async (_what, values, variable) => {
    expect(await problemsOf(box, values)).toEqual([
      expect.objectContaining({ element: 1, code: 'does_not_fit', variable }),
    ]);
  });

  test.each([
    ['a text', div(['{{a}}'], { transform: 'translateX(60px)' }), 'a'],
    ['a rotated text', div([div(['{{a}}'], { width: 290 })], { transform: 'rotate(90deg)' }), 'a'],
    ['a box', div([div([], { width: 100, height: 50, backgroundColor: '#123456', transform: 'scale(9)' })]), undefined],
  ])('%s that a transform moves out of the element is reported', async (_what, root, variable) => {
    const found = problemsOf(root, variable ? { [variable]: 'as wide as the box is '.repeat(3) } : {});
    if (variable)
      expect(await found).toEqual([expect.objectContaining({ element: 1, code: 'does_not_fit', variable })]);
    else await expect(found).rejects.toThrow(/elements\[1\]: Does not fit/);
  });

  test('content that a transform keeps in the element or that a box clips fits', async () => {
    const turned = { width: 80, height: 80, borderRadius: 40, border: '2px solid #a00', transform: 'rotate(-12deg)' };
    const stamp = { ...turned, display: 'flex', alignItems: 'center', justifyContent: 'center' };
    const ribbon = { position: 'absolute', top: 10, left: 180, width: 150, height: 20, backgroundColor: '#a00' };
    const root = div(
      [
        div(['{{a}}'], stamp),
        div([], { ...ribbon, transform: 'rotate(45deg)' }),
        div(['up'], { position: 'absolute', top: -40, left: 20, transform: 'translateY(60px)' }),
      ],
      { position: 'relative', overflow: 'hidden', height: 120 },
    );
    expect(await problemsOf(root, { a: 'ok' })).toEqual([]);
  });

  test('a character without a glyph is reported with its variable', async () => {
    const problems = await problemsOf(box, { a: 'a\u{10FFFD}', m: '' });
    expect(problems).toEqual([expect.objectContaining({ code: 'no_glyph', variable: 'a' })]);
  });

  test('cached boxes are reused only for values that take the same space', async () => {
    const template = await compileTemplate(
      await parseDesign(
        design(
          div([
            div([div(['{{a}}']), div(['{{b}}'])], { display: 'flex', justifyContent: 'space-between' }),
            div(['{{c}}'], { borderTop: '1px solid red' }),
          ]),
        ),
      ),
    );
    const values = (a: string, b: string, c: string) => new Map(Object.entries({ name: 'Ada', a, b, c }));
    const all = [
      values('x', 'y', 'z'),
      values('xxx', 'yyy', 'z'),
      values('x', 'y', 'long '.repeat(30)),
      values('x', 'y', 'z'),
    ];
    const fresh = await Promise.all(
      all.map(async (one) => renderPng(await compileTemplate(await parseDesign(template.design)), one)),
    );
    for (const [index, one] of all.entries()) expect(await renderPng(template, one)).toEqual(fresh[index]);
  });
});

const SCRIPTS = [
  ['Arabic', 'شهادة محمد الأنصاري 2026'],
  ['Hebrew', 'תעודה של דוד כהן 2026'],
  ['Hindi', 'प्रमाण पत्र श्रेया'],
  ['Japanese', '修了証書 山田花子'],
  ['Thai', 'ใบรับรอง สมชาย'],
] as const;

test.each(SCRIPTS)('%s in cells, lists and spans is extracted as given', async (_script, value) => {
  const words = value.split(' ');
  const { pdf } = await filesOf(
    div([
      row(['{{row.1}}', '{{row.2}}'], { each: { variable: 'm', as: 'row' } }),
      { type: 'ul', children: [{ type: 'li', children: ['{{a}}'] }] },
      {
        type: 'p',
        children: words.flatMap((word, index) => [
          index > 0 ? ' ' : '',
          { type: 'span', style: { color: index % 2 ? 'red' : 'blue' }, children: [word] },
        ]),
      },
    ]),
    { m: `${value}\t${words[0]}`, a: value },
  );
  const lines = textOf(pdf).normalize('NFC');
  expect(lines.split(value.normalize('NFC')).length - 1).toBe(3);
});

const pressed = (boxShadow: string, more: object = {}): Node => ({
  type: 'div',
  style: { width: 60, height: 60, margin: 10, background: '#f2e9d8', boxShadow, ...more },
});

const LOOKS: [string, Node, Record<string, string>?][] = [
  [
    'markup-inset-shadows',
    div(
      [
        pressed('inset 3px 4px 8px #000a'),
        pressed('0 0 12px 4px #14463a80 inset', { borderRadius: 30 }),
        pressed('inset 0 0 0 6px #b3261e, inset -6px -6px 0 6px #1f4e8c', {
          border: '4px solid black',
          borderRadius: 12,
        }),
        pressed('inset 0 -20px 10px -6px rgba(20, 70, 58, 0.7), 4px 4px 6px #0008', { transform: 'rotate(15deg)' }),
        { type: 'div', tw: 'w-16 h-16 bg-white rounded-lg shadow-inner' },
      ],
      { display: 'flex', flexWrap: 'wrap' },
    ),
  ],
  [
    'markup-table',
    div(
      [
        row(['Module', 'Credits'], {
          style: { display: 'flex', backgroundColor: '#14463a', color: 'white', padding: 4 },
        }),
        row(['{{row.1}}', '{{row.2}}'], {
          each: { variable: 'modules', as: 'row' },
          style: { display: 'flex', borderTop: '1px solid #ccc', padding: '4px' },
        }),
      ],
      {
        border: '1px solid #888',
        borderRadius: 8,
        overflow: 'hidden',
        backgroundImage: 'linear-gradient(90deg, #eef, #fee)',
      },
    ),
    { modules: 'Analysis of Algorithms\t10\nA subject whose name is so long that it takes two lines\t5\nעברית\t5' },
  ],
  [
    'markup-lists',
    div([
      {
        type: 'ul',
        style: { margin: 0 },
        children: [
          { type: 'li', children: ['One item that is long enough to go on in a second line of it'] },
          { type: 'li', style: { color: 'crimson' }, children: ['Two'] },
        ],
      },
      {
        type: 'ol',
        style: { margin: '8px 0', listStyleType: 'upper-roman' },
        children: [1, 2, 3, 4].map((item) => ({ type: 'li', children: [`Item ${item}`] })),
      },
      { type: 'ul', style: { margin: 0, paddingRight: 40 }, children: [{ type: 'li', children: ['بند من القائمة'] }] },
    ]),
  ],
  [
    'markup-paragraph',
    div([
      {
        type: 'p',
        style: { margin: 0, textAlign: 'justify' },
        children: [
          'A paragraph with ',
          { type: 'strong', children: ['strong'] },
          ', ',
          { type: 'em', style: { color: '#b3261e' }, children: ['coloured'] },
          ', ',
          { type: 'u', children: ['underlined'] },
          ' and ',
          { type: 'span', style: { fontSize: 20 }, children: ['large'] },
          ' words, which are one text for its lines.',
        ],
      },
      {
        type: 'p',
        style: { margin: '8px 0' },
        children: [
          'فقرة عربية فيها ',
          { type: 'span', style: { color: 'blue' }, children: ['كلمة زرقاء'] },
          ' في الوسط 123',
        ],
      },
      { type: 'h2', tw: 'text-center uppercase tracking-wide', style: { margin: 0 }, children: ['straße'] },
    ]),
  ],
  [
    'markup-boxes',
    div([
      {
        type: 'div',
        tw: 'flex flex-row gap-3 p-2',
        children: [
          {
            type: 'div',
            tw: 'w-16 h-16 bg-amber-200 rounded-lg border-2 border-amber-500 shadow-lg flex items-center justify-center',
            children: [{ type: 'span', tw: 'font-bold', children: ['A'] }],
          },
          {
            type: 'div',
            style: {
              width: 60,
              height: 60,
              background: 'radial-gradient(circle at 30% 30%, white, #48f)',
              borderRadius: '50%',
              boxShadow: '3px 5px 8px #0006',
            },
          },
          {
            type: 'div',
            style: {
              width: 60,
              height: 60,
              borderStyle: 'solid dashed dotted solid',
              borderWidth: '2px 4px 6px 8px',
              borderColor: 'red green blue black',
            },
          },
          {
            type: 'div',
            style: {
              width: 40,
              height: 40,
              margin: 10,
              backgroundColor: '#2a7d5f',
              transform: 'rotate(20deg) scale(1.1)',
              opacity: 0.5,
            },
          },
        ],
      },
      {
        type: 'div',
        style: { position: 'relative', height: 60, overflow: 'hidden', borderRadius: 20, backgroundColor: '#eee' },
        children: [
          {
            type: 'div',
            style: {
              position: 'absolute',
              right: 0,
              bottom: 0,
              width: 120,
              height: 40,
              backgroundImage: 'linear-gradient(to top right, #7a3ff2, #7a3ff200)',
            },
          },
          {
            type: 'div',
            style: {
              position: 'absolute',
              left: 20,
              top: 20,
              borderLeft: '4px solid #b3261e',
              borderTopLeftRadius: 8,
              padding: 4,
            },
            children: ['over'],
          },
        ],
      },
    ]),
  ],
];

test.each(LOOKS)('%s matches its snapshot, and its PDF matches its PNG', async (title, root, values) => {
  const { png, pdf } = await filesOf(root, values);
  expect(await unlikeSnapshot(title, png)).toBeNull();
  const page = open(pdf).toPixmap(mupdf.Matrix.scale(2, 2), mupdf.ColorSpace.DeviceRGB).asPNG();
  expect(await difference(png, page)).toBeLessThan(2);
});

test('a markup without variables is part of the static layer of a PDF', async () => {
  const template = await compileTemplate(await parseDesign(design(div(['fixed', row(['a', 'b'])]))));
  const pdfs = await Promise.all(
    ['Ada', 'Bob'].map(async (value) => (await renderPdf(template, new Map([['name', value]]), info)).pdf),
  );
  const same = (pdfs[0] ?? []).findIndex((byte, at) => byte !== pdfs[1]?.[at]);
  const fixed = Buffer.from(pdfs[0] ?? [])
    .subarray(0, same)
    .toString('latin1');
  expect(fixed.match(/FontFile2|FontFile3/g)?.length).toBeGreaterThan(0);
});

const hex = (text: string): string => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex').toUpperCase();

test('two conditional pictures in the same place keep their alternative texts', async () => {
  const pixel =
    'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5IiBoZWlnaHQ9IjkiLz4=';
  const seal = (alt: string): Node => ({
    type: 'img',
    src: pixel,
    alt,
    style: { width: 20, height: 20 },
    if: { variable: 'medal', is: alt },
  });
  const template = await compileTemplate(await parseDesign(design(div([seal('gold'), seal('silver')]))));
  for (const medal of ['gold', 'silver']) {
    const values = new Map(Object.entries({ name: 'Ada', medal }));
    const pdf = Buffer.from((await renderPdf(template, values, info)).pdf).toString('latin1');
    const told = ['gold', 'silver'].filter((alt) => pdf.includes(`/Alt <${hex(alt)}>`));
    expect(told).toEqual([medal]);
  }
});

test('the sample with a table has space for ten lines', async () => {
  const sample = JSON.parse(await readFile('samples/transcript.json', 'utf8'));
  const template = await compileTemplate(await parseDesign(sample));
  const modules = Array.from({ length: 10 }, (_, line) => `Module ${line}\t${line}\tA`).join('\n');
  const values = {
    name: 'Ada',
    programme: 'Logic',
    modules,
    remarks: 'With distinction',
    date: 'today',
    organizationName: 'L',
    verificationUrl: 'https://laurel.example/verify/0',
  };
  const { pdf } = await renderPdf(template, new Map(Object.entries(values)), info);
  expect(linesOf(pdf)).toEqual(expect.arrayContaining(['Module 9', 'With distinction']));
});
