import { expect, test } from 'vitest';
import { BACKGROUND_DEFAULTS } from '../../templates-engine/design/properties.ts';
import { IMAGE_DEFAULTS } from '../../templates-engine/elements/image/properties.ts';
import { QR_DEFAULTS } from '../../templates-engine/elements/qr/properties.ts';
import { SHAPE_DEFAULTS } from '../../templates-engine/elements/shape/properties.ts';
import { ELEMENT_DEFAULTS } from '../../templates-engine/elements/shared/properties.ts';
import { TEXT_DEFAULTS } from '../../templates-engine/elements/text/properties.ts';
import { compileTemplate, parseDesign, renderPdf, renderPng } from '../../templates-engine/index.ts';
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

test('a member that is left out is drawn as the default that the designer shows for it', async () => {
  expect(await drawn(true)).toEqual(await drawn(false));
});

test.each([
  ['Dear {{name}}, of {{ course }}!', ['name', 'course']],
  ['{{name}} and {{cou', ['name']],
  ['{{bad!}} {{name}}', ['name']],
  ['{{bad {{name}} }}', ['name']],
  ['{{{name}}}', ['name']],
  ['{{}} {{ }} }} {', []],
  ['', []],
])('while %j is being written, its variables are %j, and nothing of it is lost', (text, names) => {
  const parts = readPlaceholders(text);
  expect(variablesOf(parts)).toEqual(names);
  const written = new Map(names.map((name) => [name, `{{${name}}}`]));
  expect(fill(parts, written)).toBe(text.replaceAll('{{ course }}', '{{course}}'));
  const strict = parsePlaceholders(text);
  if (strict) expect(fill(strict, written)).toBe(fill(parts, written));
});
