import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  checkValues,
  compileTemplate,
  DesignError,
  detectedVariables,
  parseDesign,
  RenderError,
  renderPdf,
  renderPng,
} from '../../templates-engine/index.ts';

const text = (content: string | object[], more: object = {}) => ({
  type: 'text',
  x: 10,
  y: 10,
  width: 200,
  height: 40,
  text: content,
  font: 'Inter',
  size: 20,
  ...more,
});
const image = (src: string) => ({ type: 'image', x: 0, y: 0, width: 50, height: 50, src });
const whole = { type: 'shape', shape: 'rectangle', x: 0, y: 0, width: 100, height: 100 };
const svg = (inside: string) =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`).toString('base64')}`;
const design = (elements: object[], more: object = {}) => ({
  name: 'Test',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [text('{{name}}'), ...elements],
  ...more,
});
const info = { title: 'T', author: 'A', createdAt: new Date(0) };

test.each([
  ['a wrong unit', design([text('a', { size: '12px' })]), 'elements[1].size'],
  ['a page that is too small', design([], { page: { width: 10, height: 200 } }), 'page.width'],
  ['an unknown font', design([text('a', { font: 'Comic Sans' })]), 'elements[1].font'],
  ['an unknown member', design([text('a', { colour: '#fff' })]), 'elements[1].colour'],
  ['a malformed placeholder', design([text('{{ }}')]), 'elements[1].text'],
  ['a recipient that is not a variable', design([], { recipientNameVariable: 'who' }), 'recipientNameVariable'],
  [
    'invalid image data',
    design([image(`data:image/png;base64,${Buffer.from('no').toString('base64')}`)]),
    'elements[1].src',
  ],
  ['an SVG that names a local file', design([image(svg('<image href="file:///etc/passwd"/>'))]), 'elements[1].src'],
  [
    'an SVG that names the network',
    design([image(svg('<rect fill="url(http://example.org/a)"/>'))]),
    'elements[1].src',
  ],
  ['an SVG with a script', design([image(svg('<script>1</script>'))]), 'elements[1].src'],
  ['an SVG with an event handler', design([image(svg('<rect onclick="1"/>'))]), 'elements[1].src'],
])('a design with %s is rejected with its path', async (_what, document, path) => {
  const error = await parseDesign(document).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(DesignError);
  expect((error as DesignError).issues.map((issue) => issue.path)).toContain(path);
});

test('unknown fonts are reported beside other faults', async () => {
  const elements = [
    text('a', { font: 'Comic Sans', size: '12px' }),
    text([{ text: 'b', font: 'Papyrus' }]),
    text('{{ }}'),
  ];
  const error = await parseDesign(design(elements)).catch((refusal: unknown) => refusal);
  const faults = (error as DesignError).issues.map(({ path, code }) => [path, code]);
  expect(faults).toEqual([
    ['elements[1].size', 'wrong_type'],
    ['elements[3].text', expect.any(String)],
    ['elements[1].font', 'unknown_font'],
    ['elements[2].text[0].font', 'unknown_font'],
  ]);
});

test.each([
  [
    'characters shaped',
    Array(4).fill(text('word '.repeat(1900), { width: 280, height: 100, size: 2, minSize: 1 })),
    { resource: 'characters shaped to fit texts', most: 100_000 },
  ],
  [
    'fixed elements over variable ones',
    Array(60).fill({ ...whole, fill: '#ff0000', width: 2000, height: 2000 }),
    { resource: 'pixels of fixed elements over variable ones', amount: expect.any(Number), most: 24_000_000 },
  ],
])('a design with too many %s is rejected with the limit', async (_what, elements, params) => {
  const large = design(elements, { page: { width: 2000, height: 2000 } });
  const error = await parseDesign(large).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(DesignError);
  const { issues } = error as DesignError;
  expect(issues).not.toEqual([]);
  for (const issue of issues) expect(issue).toMatchObject({ code: 'too_complex', params });
});

test('values that no font can show are rejected with their variable and the characters', async () => {
  const template = await compileTemplate(await parseDesign(design([])));
  expect(checkValues(template, new Map([['name', 'A\u{10FFFE}']])).problems).toMatchObject([
    { code: 'no_glyph', variable: 'name', element: 0, params: { characters: ['\u{10FFFE} (U+10FFFE)'] } },
  ]);
});

test('callers need not provide built-in variables', async () => {
  const parsed = await parseDesign(
    design([text('{{course}}, {{issuedOn}}'), { type: 'qr', x: 0, y: 100, width: 80, height: 80 }]),
  );
  expect(detectedVariables(parsed)).toEqual(['name', 'course']);
});

test('two texts with the same content keep their styles', async () => {
  const png = async (color: string) => {
    const parsed = await parseDesign(design([text('{{name}}', { y: 100, color })]));
    return renderPng(await compileTemplate(parsed), new Map([['name', 'Ada']]));
  };
  expect(Buffer.compare(await png('#b3261e'), await png('#1f4e8c'))).not.toBe(0);
});

test('a hex colour has 3, 4, 6 or 8 digits, in elements and in CSS of markup', async () => {
  const filled = (color: string) => [
    { ...whole, x: 100, y: 20, width: 60, height: 60, fill: color },
    { type: 'markup', x: 200, y: 20, width: 60, height: 60, root: box(color) },
  ];
  const box = (backgroundColor: string) => ({ type: 'div', style: { width: 60, height: 60, backgroundColor } });
  const png = async (color: string) =>
    renderPng(await compileTemplate(await parseDesign(design(filled(color)))), new Map([['name', 'Ada']]));
  for (const [short, long] of [
    ['#B3e', '#bb33ee'],
    ['#b3e8', '#bb33ee88'],
  ] as const)
    expect(Buffer.compare(await png(short), await png(long))).toBe(0);
  for (const wrong of ['#b3', '#b3e26', '#b3261ef', '#b3261eff0', 'b3e8', '#b3eg']) {
    const [shape, markup] = filled(wrong);
    await expect(parseDesign(design([{ ...shape }]))).rejects.toThrow('#rgb, #rgba, #rrggbb or #rrggbbaa');
    await expect(parseDesign(design([{ ...markup }]))).rejects.toThrow('#rgb, #rgba, #rrggbb or #rrggbbaa');
  }
});

test('markup and placeholders in a value are shown as text', async () => {
  const template = await compileTemplate(await parseDesign(design([])));
  const png = (value: string) => renderPng(template, new Map([['name', value]]));
  expect(await png('{{x}}')).not.toEqual(await png(''));
  expect(await png('<b>a</b>')).not.toEqual(await png('a'));
});

test('text shrinks to its minimum size, and is rejected with its variable if it still does not fit', async () => {
  const template = await compileTemplate(await parseDesign(design([text('{{long}}', { minSize: 12 })])));
  const values = (long: string) =>
    new Map([
      ['name', 'A'],
      ['long', long],
    ]);
  expect(checkValues(template, values('fits when it is smaller')).problems).toEqual([]);
  expect(checkValues(template, values('too long '.repeat(40))).problems).toMatchObject([
    { code: 'does_not_fit', variable: 'long', element: 1 },
  ]);
  await expect(renderPdf(template, values('too long '.repeat(40)), info)).rejects.toBeInstanceOf(RenderError);
});

test('a variable named __proto__ is filled in like any other', async () => {
  const template = await compileTemplate(await parseDesign(design([text('{{__proto__}}')])));
  const png = (value: string) =>
    renderPng(
      template,
      new Map([
        ['name', 'A'],
        ['__proto__', value],
      ]),
    );
  expect(await png('one')).not.toEqual(await png('two'));
});

test.each(['classic-diploma', 'modern-portrait', 'arabic-appreciation'])(
  '%s renders to the same bytes without a picture of the page, and parses to itself',
  async (name) => {
    const parsed = await parseDesign(JSON.parse(await readFile(`samples/${name}.json`, 'utf8')));
    expect(await parseDesign(structuredClone(parsed))).toEqual(parsed);
    const template = await compileTemplate(parsed);
    const values = new Map([['verificationUrl', 'https://example.org/verify/0']]);
    const { pdf } = await renderPdf(template, values, info);
    expect(Buffer.compare(pdf, (await renderPdf(template, values, info)).pdf)).toBe(0);
    const widths = [
      ...Buffer.from(pdf)
        .toString('latin1')
        .matchAll(/\/Subtype \/Image[^>]*\/Width (\d+)/g),
    ].map(([, width]) => Number(width));
    expect(widths.every((width) => width < parsed.page.width * 2)).toBe(true);
  },
);
