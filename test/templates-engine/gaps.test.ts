import { expect, test } from 'vitest';
import { compileTemplate } from '../../templates-engine/template/compile.ts';
import { parseDesign } from '../../templates-engine/template/parse-design.ts';
import { build } from '../../templates-engine/template/render.ts';

const BOX = { x: 0, y: 0, width: 300, height: 90 };

/** Returns the lines that a text shows, of a text element or a markup. */
async function linesOf(text: string | object[], values: Record<string, string>, more: object = {}, kind = 'text') {
  const shown =
    kind === 'markup'
      ? { type: 'markup', ...BOX, root: { type: 'p', style: { fontSize: 20, ...more }, children: [text] } }
      : { type: 'text', ...BOX, text, font: 'Inter', size: 20, ...more };
  const design = await parseDesign({
    name: 'Test',
    recipientNameVariable: 'name',
    page: { width: 300, height: 200 },
    elements: [{ type: 'text', ...BOX, text: '{{name}}', font: 'Inter', size: 20 }, shown],
  });
  const template = await compileTemplate(design);
  const { scene } = await build(template, new Map(Object.entries(values)), {});
  const found = scene.elements.at(-1)?.primitive;
  const primitives = found?.kind === 'group' ? found.elements.map(({ primitive }) => primitive) : [found];
  return primitives.flatMap((one) => (one?.kind === 'text' ? one.layout.lines : []));
}

const textsOf = async (...args: Parameters<typeof linesOf>) => (await linesOf(...args)).map(({ line }) => line.text);

const CASES = [
  ['{{last}} {{first}}', { first: 'Ann' }, 'Ann'],
  ['{{last}} {{first}}', { last: 'Kim' }, 'Kim'],
  ['Awarded to {{first}} {{last}}.', { first: 'Ann' }, 'Awarded to Ann.'],
  ['Awarded to {{first}} {{last}}.', { last: 'Kim' }, 'Awarded to Kim.'],
  ['Awarded to {{first}} {{last}}.', {}, 'Awarded to.'],
  ['{{first}} {{middle}} {{last}}', { first: 'Ann', last: 'Kim' }, 'Ann Kim'],
  ['{{first}} {{middle}} {{last}}', { first: 'Ann', middle: ' ', last: 'Kim' }, 'Ann Kim'],
  ['({{first}} {{last}}) and', { last: 'Kim' }, '(Kim) and'],
  ['“{{first}} {{last}}”', { first: 'Ann' }, '“Ann”'],
  ['{{first}} {{last}}’s work', { first: 'Ann' }, 'Ann’s work'],
  ['Merci {{first}} {{last}} !', { first: 'Ann' }, 'Merci Ann !'],
  ['من {{first}} {{last}}، شكرا', { first: 'ليلى' }, 'من ليلى، شكرا'],
] as const;

test.each(CASES)('a text closes the gaps of %s with %j', async (text, values, shown) => {
  expect((await textsOf(text, values)).map((line) => line.replaceAll(/[\u2066-\u2069]/g, ''))).toEqual([shown]);
  expect(await textsOf(text, values, {}, 'markup')).toEqual([shown]);
});

test.each([
  ['{{first}}  {{last}}', { first: 'Ann', last: 'Kim' }, ['Ann  Kim']],
  ['A   B {{x}}', { x: 'C' }, ['A   B C']],
  ['A   B\n{{x}}\n  C', {}, ['A   B', '', '  C']],
  ['A {{x}}\n{{x}} B', {}, ['A', 'B']],
  ['A{{x}}B', {}, ['AB']],
  ['A {{x}}– B', {}, ['A – B']],
])('what the design writes elsewhere stays: %j with %j', async (text, values, shown) => {
  expect(await textsOf(text, values)).toEqual(shown);
});

test('gaps close across runs, and stay with keepSpaces', async () => {
  const runs = ['To ', { text: '{{first}}', weight: 700 }, ' ', { text: '{{last}}', italic: true }, '.'] as object[];
  expect(await textsOf(runs, { first: 'Ann' })).toEqual(['To Ann.']);
  expect(await textsOf(runs, { first: 'Ann' }, { keepSpaces: true })).toEqual(['To Ann .']);
  expect(await textsOf('{{last}} {{first}}', { first: 'Ann' }, { keepSpaces: true })).toEqual([' Ann']);
  expect(await textsOf('To\n {{first}}\n {{last}}\n !', { first: 'Ann' }, {}, 'markup')).toEqual(['To Ann !']);
  expect(await textsOf('{{first}} {{last}}.', { first: 'Ann' }, { whiteSpace: 'pre-wrap' }, 'markup')).toEqual([
    'Ann .',
  ]);
});

test('a text with an empty value at its start is centred', async () => {
  const [line] = await linesOf('{{last}} {{first}}', { first: 'Ann' }, { align: 'center' });
  const [plain] = await linesOf('Ann', {}, { align: 'center' });
  expect(line?.x).toBe(plain?.x);
});
