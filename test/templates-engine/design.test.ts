import { expect, test } from 'vitest';
import { BACKGROUND_DEFAULTS } from '../../templates-engine/design/properties.ts';
import { IMAGE_DEFAULTS } from '../../templates-engine/elements/image/properties.ts';
import { QR_DEFAULTS } from '../../templates-engine/elements/qr/properties.ts';
import { SHAPE_DEFAULTS } from '../../templates-engine/elements/shape/properties.ts';
import { ELEMENT_DEFAULTS } from '../../templates-engine/elements/shared/properties.ts';
import { TEXT_DEFAULTS } from '../../templates-engine/elements/text/properties.ts';
import {
  compileTemplate,
  DesignError,
  lightCodesOf,
  parseDesign,
  parseWithWarnings,
  renderPdf,
  renderPng,
} from '../../templates-engine/index.ts';
import { fill, parsePlaceholders, readPlaceholders, variablesOf } from '../../templates-engine/text/placeholders.ts';

const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><path d="M0 0h15v10z"/></svg>';
const box = { x: 20, y: 20, width: 150, height: 70 };

async function drawn(withDefaults: boolean): Promise<Buffer[]> {
  const { element, text, image, shape, qr, background } = withDefaults ? DEFAULTS : NONE;
  const design = await parseDesign({
    name: 'Defaults',
    recipientNameVariable: 'name',
    page: { width: 400, height: 300 },
    background: { image: PICTURE, ...background },
    elements: [
      { type: 'image', ...box, src: PICTURE, ...element, ...image },
      { type: 'shape', ...box, y: 110, shape: 'rectangle', fill: '#d9e2ec', stroke: '#334e68', ...element, ...shape },
      { type: 'shape', ...box, y: 200, height: 1, shape: 'line', ...element, ...shape },
      { type: 'text', ...box, x: 200, text: '{{name}} and two lines', font: 'Lora', size: 24, ...element, ...text },
      { type: 'qr', ...box, x: 200, y: 110, background: '#ffffff', ...element, ...qr },
    ],
  });
  const values = new Map([
    ['name', 'Ada Lovelace'],
    ['verificationUrl', 'https://example.org/verify/1'],
  ]);
  const compiled = await compileTemplate(design);
  const info = { title: 'T', author: 'A', createdAt: new Date(0) };
  return [await renderPng(compiled, values), (await renderPdf(compiled, values, info)).pdf].map((file) =>
    Buffer.from(file),
  );
}

const DEFAULTS = {
  element: ELEMENT_DEFAULTS,
  text: TEXT_DEFAULTS,
  image: IMAGE_DEFAULTS,
  shape: SHAPE_DEFAULTS,
  qr: QR_DEFAULTS,
  background: BACKGROUND_DEFAULTS,
};
const NONE = { element: {}, text: {}, image: {}, shape: {}, qr: {}, background: {} };

test('an omitted member is drawn with the default that the designer shows', async () => {
  expect(await drawn(true)).toEqual(await drawn(false));
});

const stops = [
  { offset: 0, color: '#102030' },
  { offset: 1, color: '#405060' },
];
const linear = { type: 'linear', angle: 90, stops };
const shape = (more: object) => [{ type: 'shape', shape: 'rectangle', ...box, fill: '#123456', ...more }];
const path = (data: string) => shape({ shape: 'path', path: data });
const code = (more: object) => ({ type: 'qr', x: 200, y: 110, width: 80, height: 80, ...more });
const S = 'elements[1]';

test.each<[string, object[], string]>([
  ['a gradient without a stop', shape({ fill: { gradient: { ...linear, stops: [] } } }), `${S}.fill.gradient.stops`],
  [
    'a gradient of an unknown kind',
    shape({ fill: { gradient: { ...linear, type: 'conic' } } }),
    `${S}.fill.gradient.type`,
  ],
  [
    'a stop beyond the end',
    shape({
      stroke: {
        gradient: {
          ...linear,
          stops: [
            { offset: 0, color: '#000' },
            { offset: 2, color: '#fff' },
          ],
        },
      },
    }),
    `${S}.stroke.gradient.stops[1].offset`,
  ],
  ['a dash pattern of zeros', shape({ dash: [0, 0] }), `${S}.dash`],
  ['a dash below 0', shape({ dash: [5, -1] }), `${S}.dash[1]`],
  ['a shadow without a colour', shape({ shadow: { x: 1, y: 1, blur: 2 } }), `${S}.shadow.color`],
  ['a malformed path', path('M 0 0 L nowhere'), `${S}.path`],
  ['a path that draws nothing', path('M 0 0'), `${S}.path`],
  ['a path with distant coordinates', path('M 0 0 L 9e9 0'), `${S}.path`],
  ['a rectangle with a path', shape({ path: 'M0 0h9v9z' }), `${S}.path`],
  ['a path shape without a path', shape({ shape: 'path' }), `${S}.path`],
  ['a text with a variable off the page', [{ type: 'text', ...box, x: -30, text: '{{a}}', font: 'Lora', size: 9 }], S],
  ['a QR code off the page', [code({ x: 350 })], S],
  ['a QR code in grey on white', [code({ color: '#bbbbbb' })], S],
  ['a QR code that is faded to grey', [code({ opacity: 0.3 })], S],
  ['a QR code on a dark shape', [...shape({ x: 190, y: 100, width: 100, height: 100 }), code({})], 'elements[2]'],
  [
    'a QR code that is lighter than half of its background and darker than the rest',
    [...shape({ x: 190, y: 100, width: 50, height: 100, fill: '#000000' }), code({ color: '#777777' })],
    'elements[2]',
  ],
  ['an underline on an arc', [textOnArc([{ text: 'Under', underline: true }])], `${S}.text[0].underline`],
])('%s is rejected with its path', async (_what, elements, at) => {
  const name = { type: 'text', x: 20, y: 4, width: 200, height: 14, text: '{{name}}', font: 'Lora', size: 9 };
  const page = { width: 400, height: 300 };
  const parsed = parseDesign({ name: 'T', recipientNameVariable: 'name', page, elements: [name, ...elements] });
  const error: unknown = await parsed.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DesignError);
  expect((error as DesignError).issues.map((issue) => issue.path)).toEqual([at]);
});

test.each<[string, object[], string[]]>([
  ['a dark code on the page', [code({})], []],
  [
    'a light code on a dark shape',
    [...shape({ x: 190, y: 100, width: 100, height: 100 }), code({ color: '#ffffff' })],
    ['elements[2]'],
  ],
  ['a light code on its own background', [code({ color: '#ffd54f', background: '#101010' })], ['elements[1]']],
  ['a faded light code', [code({ color: '#ffffff', background: '#000000', opacity: 0.8 })], ['elements[1]']],
])('%s is accepted, with a warning if scanners misread it', async (_what, elements, paths) => {
  const named = { type: 'text', x: 20, y: 4, width: 200, height: 14, text: '{{name}}', font: 'Lora', size: 9 };
  const page = { width: 400, height: 300 };
  const document = { name: 'T', recipientNameVariable: 'name', page, elements: [named, ...elements] };
  const { design, warnings } = await parseWithWarnings(document);
  expect(warnings).toMatchObject(paths.map((path) => ({ path, code: 'light_code' })));
  const published = await lightCodesOf(await compileTemplate(design));
  expect(published.map(({ element }) => `elements[${element}]`)).toEqual(paths);
});

test('warnings are about the addresses of the installation and the samples of the design', async () => {
  const text = { type: 'text', x: 20, y: 4, width: 200, height: 14, text: '{{name}}', font: 'Great Vibes', size: 9 };
  const variables = { name: { sample: 'Әлия Қазыбек' } };
  const page = { width: 400, height: 300 };
  const document = { name: 'T', recipientNameVariable: 'name', page, variables, elements: [text, code({ width: 37 })] };
  const warned = async (verificationUrl: string) => {
    const { warnings } = await parseWithWarnings(document, { values: new Map([['verificationUrl', verificationUrl]]) });
    return warnings.map(({ path, code: reason }) => [path, reason]);
  };
  const fallback = ['elements[0]', 'fallback_font'];
  expect(await warned(`https://a.example/verify/${'0'.repeat(64)}`)).toEqual([fallback]);
  expect(await warned(`https://certificates.academy.example/verify/${'0'.repeat(64)}`)).toEqual([
    fallback,
    ['elements[1]', 'qr_dense'],
  ]);
});

function textOnArc(text: unknown) {
  return { type: 'text', ...box, text, font: 'Lora', size: 9, arc: { radius: 60 } };
}

test('fixed text and decoration can extend beyond the page, and a QR code with a background has enough contrast', async () => {
  const elements = [
    { type: 'text', x: 20, y: 4, width: 200, height: 14, text: '{{name}}', font: 'Lora', size: 9 },
    { type: 'text', ...box, x: -30, text: 'PROUD', font: 'Lora', size: 9 },
    ...shape({ x: 190, y: 100, width: 300, height: 100 }),
    code({ background: '#ffffff' }),
    // The code is in the middle of its box.
    code({ x: 310, y: 190, height: 130 }),
  ];
  const page = { width: 400, height: 300 };
  await expect(parseDesign({ name: 'T', recipientNameVariable: 'name', page, elements })).resolves.toBeTruthy();
});

test.each([
  ['Dear {{name}}, of {{ course }}!', ['name', 'course']],
  ['{{name}} and {{cou', ['name']],
  ['{{bad!}} {{name}}', ['name']],
  ['{{bad {{name}} }}', ['name']],
  ['{{{name}}}', ['name']],
  ['{{}} {{ }} }} {', []],
  ['', []],
])('the unfinished text %j has the variables %j and keeps its characters', (text, names) => {
  const parts = readPlaceholders(text);
  expect(variablesOf(parts)).toEqual(names);
  const written = new Map(names.map((name) => [name, `{{${name}}}`]));
  expect(fill(parts, written)).toBe(text.replaceAll('{{ course }}', '{{course}}'));
  const strict = parsePlaceholders(text);
  if (strict) expect(fill(strict, written)).toBe(fill(parts, written));
});
