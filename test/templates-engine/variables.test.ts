import { spawnSync } from 'node:child_process';
import * as mupdf from 'mupdf';
import { expect, test, vi } from 'vitest';
import { checkDocument } from '../../templates-engine/design/read-design.ts';
import {
  checkValues,
  compileTemplate,
  compileTexts,
  DesignError,
  parseDesign,
  readDesign,
  renderPdf,
  renderPng,
} from '../../templates-engine/index.ts';
import { buildScene } from '../../templates-engine/template/build-scene.ts';
import { withSamples } from '../../templates-engine/template/render.ts';
import { certificateOf, designOf, FULL, textAt } from '../support/certificates.ts';
import { difference } from '../support/pictures.ts';

const LANGUAGES =
  'en en-GB de fr es it pt-BR nl pl cs el ru tr ar-EG he fa hi th ja ko zh-Hans zh-Hant bn vi hu sv en-u-ca-buddhist'.split(
    ' ',
  );
const DATE = '2026-03-05T14:30:00Z';
const NUMBER = '-1234567.891';

/** Returns the laid-out texts of a certificate with some variables, each in a separate element. */
async function shownTexts(
  variables: Record<string, object>,
  values: Record<string, string>,
  more: object = {},
): Promise<string[]> {
  const names = Object.keys(variables);
  const elements = names.map((name, index) => textAt(60 + 20 * index, `{{${name}}}`, { minSize: 2, height: 20 }));
  const template = await compileTemplate(await parseDesign(designOf(elements, { variables, ...more })));
  const given = new Map(Object.entries({ name: 'Ada', ...values }));
  expect(checkValues(template, given).problems).toEqual([]);
  const texts = buildScene(template, given).scene.elements.flatMap(({ primitive }) =>
    primitive.kind === 'text' ? primitive.layout.lines.map(({ line }) => line.text).join(' ') : [],
  );
  return texts.slice(0, names.length);
}

test('a language that Intl does not know has the formats of English, whatever the language of the machine', () => {
  const code = `import { writeValue } from './templates-engine/variables/formats.ts';
    console.log(['de', 'tlh'].map((language) => writeValue({ type: 'date' }, '2026-03-05', language)).join('; '));`;
  const env = { ...process.env, LC_ALL: 'fr_FR.UTF-8' };
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' });
  expect(stdout.trim()).toBe('5. März 2026; March 5, 2026');
});

test.each(LANGUAGES)('dates and numbers in %s have the format of Intl', async (language) => {
  const dates = ['short', 'medium', 'long', 'full'].map(
    (dateStyle) => [dateStyle, { dateStyle } as Intl.DateTimeFormatOptions] as const,
  );
  const own: Intl.DateTimeFormatOptions = { weekday: 'short', year: 'numeric', month: 'short', day: '2-digit' };
  const withTime: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' };
  const numbers: [format: unknown, options: Intl.NumberFormatOptions][] = [
    ['short', { notation: 'compact', compactDisplay: 'short' }],
    ['medium', {}],
    ['long', { notation: 'compact', compactDisplay: 'long' }],
    ['full', { maximumFractionDigits: 20 }],
    [
      { style: 'currency', currency: 'EUR' },
      { style: 'currency', currency: 'EUR' },
    ],
  ];
  const cases = [
    ...[...dates, [own, own] as const, [withTime, withTime] as const].map(([format, options]) => ({
      definition: { type: 'date', format },
      value: DATE,
      shown: new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(DATE)),
    })),
    ...numbers.map(([format, options]) => ({
      definition: { type: 'number', format },
      value: NUMBER,
      shown: new Intl.NumberFormat(language, options).format(NUMBER),
    })),
  ];
  const of = <T>(pick: (one: (typeof cases)[number]) => T) =>
    Object.fromEntries(cases.map((one, index) => [`v${index}`, pick(one)]));
  const shown = await shownTexts(
    of(({ definition }) => definition),
    of(({ value }) => value),
    { language },
  );
  expect(shown).toEqual(cases.map((one) => one.shown.normalize('NFC')));
});

test('a day is the same in every time zone, and a number keeps all its digits', async () => {
  const zone = { dateStyle: 'short', timeZone: 'America/Los_Angeles' };
  const variables = {
    day: { type: 'date', format: zone },
    moment: { type: 'date', format: zone },
    long: { type: 'number' },
  };
  const values = { day: '2026-03-05', moment: '2026-03-05T00:30:00+01:00', long: '-12345678901234567890.1234567' };
  expect(await shownTexts(variables, values, { language: 'en' })).toEqual([
    '3/5/26',
    '3/4/26',
    '-12,345,678,901,234,567,890.1234567',
  ]);
});

test('numbers have the format of their language, also in a design without dates', async () => {
  expect(await shownTexts({ sum: { type: 'number' } }, { sum: '1234.5' }, { language: 'de' })).toEqual(['1.234,5']);
});

test('a time without an offset is in UTC, also on a server in another zone', async () => {
  const format = { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Los_Angeles' };
  const variables = { moment: { type: 'date', format }, plain: { type: 'date', format: 'short' } };
  const values = { moment: '2026-03-05T00:30', plain: '2026-03-05T23:30' };
  vi.stubEnv('TZ', 'Asia/Tokyo');
  try {
    expect(await shownTexts(variables, values, { language: 'de' })).toEqual(['04.03.26, 16:30', '05.03.26']);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('the date of issue has the format that the design sets', async () => {
  const variables = { issuedOn: { type: 'date', format: 'full' } };
  expect(await shownTexts(variables, { issuedOn: '2026-03-05' }, { language: 'de' })).toEqual([
    'Donnerstag, 5. März 2026',
  ]);
});

test('a preview shows the sample of a variable, or else its default, or else a value that it accepts', async () => {
  const variables = {
    both: { sample: 'Sample', default: 'Default' },
    own: { default: 'Default' },
    grade: { type: 'choice', options: ['A', 'B'] },
    sum: { type: 'number' },
    day: { type: 'date' },
  };
  const names = Object.keys(variables).map((name) => `{{${name}}}`);
  const design = designOf([textAt(60, names.join(' '))], {
    variables,
    language: { variable: 'tongue', default: 'de' },
  });
  const given = new Map([
    ['name', 'Ada'],
    ['day', ''],
  ]);
  expect(Object.fromEntries(withSamples(await compileTemplate(await parseDesign(design)), given))).toEqual({
    ...{ name: 'Ada', both: 'Sample', own: 'Default', grade: 'A', sum: '1234.5', day: '', tongue: 'de' },
  });
});

const CHOICE = { type: 'choice', options: ['A', 'B'] };
test.each([
  [
    'date',
    [
      ...['2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31', '2026-02-28T23:59', '2026-02-28T00:00:00.123Z'],
      ...['2026-02-28T10:00+14:00', '2026-02-28T10:00:59-12:00'],
    ],
    [
      '2026-02-30',
      '2023-02-29',
      '0000-01-01',
      '275760-09-13',
      '+275760-09-13',
      '२०२६-०१-०१',
      '1.2.2026',
      '2026-1-1',
      '2026-02-28 10:00',
      '2026-02-28T24:00Z',
      '2026-02-28T10:00+15:00',
      '2026-02-28T10:00+25:00',
      'today',
      ' 2026-02-28',
      '2026-02-28\n',
    ],
  ],
  [
    'number',
    ['0', '-0', '-12.50', '0.1', '9'.repeat(100)],
    [
      '1 000',
      '1,5',
      '0x10',
      'NaN',
      'Infinity',
      '1e400',
      '+1',
      '.5',
      '5.',
      '--1',
      '',
      '１２',
      '9'.repeat(101),
      '1\n',
    ].filter(Boolean),
  ],
  ['choice', ['A', 'B'], ['a', 'C', 'A ']],
] as const)('a variable of type %s accepts only its values and an empty one', async (type, right, wrong) => {
  const variables = { v: type === 'choice' ? CHOICE : { type } };
  const design = await parseDesign(
    designOf([textAt(60, '{{v}}', { width: 380, minSize: 1 })], {
      variables,
      language: 'en',
    }),
  );
  const template = await compileTexts(JSON.stringify(design));
  const problems = (v: string) =>
    checkValues(
      template,
      new Map([
        ['name', 'Ada'],
        ['v', v],
      ]),
    ).problems.filter(({ code }) => code !== 'does_not_fit');
  for (const value of [...right, '']) expect([value, problems(value)]).toEqual([value, []]);
  for (const value of wrong)
    expect([value, problems(value)]).toMatchObject([value, [{ variable: 'v', ...WRONG[type] }]]);
});

const WRONG = {
  date: { code: 'not_a_date', message: 'Not a date. Use YYYY-MM-DD, or 2026-11-20T09:30Z.' },
  number: { code: 'not_a_number', params: {} },
  choice: { code: 'not_an_option', params: { options: ['A', 'B'] } },
} as const;

test('a picture can only be named by its digest', () => {
  const elements = [{ type: 'image', x: 20, y: 60, width: 80, height: 80, src: '{{v}}' }];
  const check = (sample: string) =>
    checkDocument(designOf(elements, { variables: { v: { type: 'picture', sample } } }));
  check(`asset:${'0f'.repeat(32)}`);
  for (const wrong of ['portrait.png', 'https://example.org/a.png', `asset:${'0F'.repeat(32)}`, 'asset:1'])
    expect(() => check(wrong)).toThrow('variables.v.sample: No such picture. Use one that was uploaded');
});

test('an older design with pictures in lines and comparisons can still be read', () => {
  const root = { type: 'div', children: [{ type: 'p', each: { variable: 'v', as: 'row' }, children: ['{{row}}'] }] };
  const elements = [
    { type: 'image', x: 20, y: 60, width: 80, height: 80, src: '{{v}}', showIf: { variable: 'v', isNot: 'none' } },
    { type: 'markup', x: 20, y: 160, width: 80, height: 80, root },
  ];
  const design = designOf(elements);
  expect(() => checkDocument(design)).toThrow('root.children[0].each.variable');
  expect(readDesign(JSON.stringify(design)).variables).toEqual({ v: { type: 'picture' } });
});

const ofVariable = (definition: unknown) => ({ variables: { v: definition } });
test.each([
  ['variables.other', { variables: { other: {} } }],
  ['variables.__proto__', JSON.parse('{"variables":{"__proto__":{"type":"date"}}}')],
  ['variables.verificationUrl', { variables: { verificationUrl: {} } }],
  ['variables.v.typ', ofVariable({ typ: 'date' })],
  ['variables.v.type', ofVariable({ type: 'money' })],
  ['variables.v.label', ofVariable({ label: 'Name\u202eeman' })],
  ['variables.v.required', ofVariable({ required: 'yes' })],
  ['variables.v.format', ofVariable({ type: 'date', format: 'tiny' })],
  ['variables.v.format', ofVariable({ type: 'text', format: 'short' })],
  ['variables.v.format', ofVariable({ type: 'date', format: { dateStyle: 'short', month: 'long' } })],
  ['variables.v.format', ofVariable({ type: 'date', format: { timeZone: 'Mars/Base' } })],
  ['variables.v.format', ofVariable({ type: 'number', format: { style: 'currency' } })],
  ['variables.v.format.month', ofVariable({ type: 'date', format: { month: 'big' } })],
  ['variables.v.format.colour', ofVariable({ type: 'number', format: { colour: 'red' } })],
  ['variables.v.options', ofVariable({ type: 'choice' })],
  ['variables.v.options', ofVariable({ type: 'choice', options: ['A', 'A'] })],
  ['variables.v.options', ofVariable({ type: 'choice', options: Array.from({ length: 10_000 }, (_, n) => `${n}`) })],
  ['variables.v.options', ofVariable({ options: ['A'] })],
  ['variables.v.default', ofVariable({ type: 'date', default: '2026-02-30' })],
  ['variables.v.sample', ofVariable({ type: 'number', sample: '1 000' })],
  ['recipientNameVariable', { variables: { name: { type: 'date' } } }],
  ['language', { language: 'x' }],
  ['language.default', { language: { variable: 'v', default: 'und' } }],
  ['language.variable', { language: { variable: 'name' } }],
  ['variables.v.default', { language: { variable: 'v' }, ...ofVariable({ default: 'German' }) }],
  ['elements[0].showIf', { showIf: { variable: 'v' } }],
  ['elements[0].showIf', { showIf: { variable: 'v', is: 'A', isNot: 'B' } }],
  ['elements[0].showIf.isEmpty', { showIf: { variable: 'v', isEmpty: false } }],
  ['elements[0].showIf.oneOf[1]', { showIf: { variable: 'v', oneOf: ['A', 1] } }],
  ['elements[0].showIf.was', { showIf: { variable: 'v', is: 'A', was: 'B' } }],
])('a fault is reported with its path: %s in %j', async (path, { showIf, ...more }) => {
  const document = designOf([textAt(60, '{{v}}', { ...(showIf && { showIf }) })], more);
  const error = await parseDesign(document).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(DesignError);
  expect((error as DesignError).issues.map((issue) => issue.path)).toContain(path);
});

test.each([
  [{ is: 'A' }, ['A'], ['B', 'a', '']],
  [{ isNot: 'A' }, ['B', ''], ['A']],
  [{ oneOf: ['A', 'B'] }, ['A', 'B'], ['C', '']],
  [{ isEmpty: true }, [''], ['A', ' ']],
  [{ isNotEmpty: true }, ['A', ' '], ['']],
])('an element is shown on the condition %j, and costs nothing when hidden', async (operator, shows, hides) => {
  const showIf = { variable: 'grade', ...operator };
  const conditional = [
    textAt(60, 'With distinction', { size: 60, minSize: 60, width: 20, showIf }),
    { type: 'qr', x: 330, y: 20, width: 80, height: 80, showIf },
    { type: 'shape', shape: 'ellipse', x: 10, y: 10, width: 90, height: 90, fill: '#123456', showIf },
  ];
  const others = textAt(150, 'Grade {{grade}}');
  const [template, without] = await Promise.all(
    [[...conditional, others], [others]].map(async (elements) =>
      compileTemplate(await parseDesign(designOf(elements))),
    ),
  );
  if (!template || !without) throw new Error('Two templates expected');
  const values = (grade: string) =>
    new Map([
      ['name', 'Ada'],
      ['grade', grade],
      ['verificationUrl', 'https://laurel.example'],
    ]);
  for (const grade of shows)
    expect(checkValues(template, values(grade)).problems).toMatchObject([{ code: 'does_not_fit', element: 0 }]);
  for (const grade of hides) {
    expect(checkValues(template, values(grade)).problems).toEqual([]);
    expect(await difference(await renderPng(template, values(grade)), await renderPng(without, values(grade)))).toBe(0);
  }
});

test('a hidden element leaves no tag and no text in the PDF, and the next largest text is the heading', async () => {
  const showIf = { variable: 'grade', is: 'A' };
  const design = designOf([
    textAt(60, 'With distinction', { size: 40, height: 60, width: 380, showIf }),
    textAt(150, 'Course', { size: 30, height: 50 }),
  ]);
  const tagsOf = async (grade: string) => {
    const document = new mupdf.PDFDocument((await certificateOf(design, { grade })).pdf);
    const kids = document.getTrailer().get('Root').get('StructTreeRoot').get('K').get('K');
    const tags = Array.from({ length: kids.length }, (_, index) => kids.get(index).get('S').asName());
    return { tags, text: document.loadPage(0).toStructuredText('preserve-whitespace').asText() };
  };
  const [shown, hidden] = [await tagsOf('A'), await tagsOf('B')];
  expect(shown.tags).toEqual(['H1', 'P', 'P', 'Form']);
  expect(shown.text).toContain('With distinction');
  expect(hidden.tags).toEqual(['H1', 'P', 'Form']);
  expect(hidden.text).not.toContain('distinction');
});

test('a variable sets the language of dates and of the PDF, with a default for an empty value', async () => {
  const variables = { day: { type: 'date', format: 'long' } };
  const language = { variable: 'language', default: 'fr' };
  const design = designOf([textAt(60, '{{day}}', { width: 380 })], { variables, language });
  const template = await compileTemplate(await parseDesign(design));
  const given = (value: string) => ({ day: '2026-03-05', language: value });
  for (const [value, shown, tag] of [
    ['de', '5. März 2026', 'de'],
    ['ja', '2026年3月5日', 'ja'],
    ['', '5 mars 2026', 'fr'],
  ] as const) {
    // One template, whose pages of several languages must not share a layer.
    const values = new Map(Object.entries({ name: 'Ada', ...given(value) }));
    const document = new mupdf.PDFDocument((await renderPdf(template, values, FULL)).pdf);
    expect(document.getTrailer().get('Root').get('Lang').asString()).toBe(tag);
    expect(document.loadPage(0).toStructuredText('preserve-whitespace').asText()).toContain(shown);
  }
  const problems = checkValues(template, new Map(Object.entries({ name: 'Ada', ...given('en_US') }))).problems;
  expect(problems).toMatchObject([{ variable: 'language', code: 'not_a_language', params: {} }]);
});

test('text without variables follows the rules of the language that a variable sets', async () => {
  const design = designOf([textAt(60, 'i', { uppercase: true })], {
    language: { variable: 'language', default: 'en' },
  });
  const template = await compileTemplate(await parseDesign(design));
  for (const [language, shown] of [
    ['en', 'I'],
    ['tr', 'İ'],
    ['de', 'I'],
  ] as const) {
    const { pdf } = await renderPdf(template, new Map(Object.entries({ name: 'Ada', language })), FULL);
    const text = new mupdf.PDFDocument(pdf).loadPage(0).toStructuredText('preserve-whitespace').asText();
    expect(text.trim().split('\n')[0]).toBe(shown);
  }
});
