import { expect, test } from 'vitest';
import { defineTemplate, Each, Image, Markup, Page, Text, when } from '../../client/template/index.ts';
import { jsx as compiled, Fragment } from '../../client/template/jsx-runtime.ts';

/** Returns the result of compiling `<type {...props}>children</type>`. */
const jsx = (type: unknown, props: object = {}, ...children: unknown[]): never =>
  compiled(type as string, {
    ...props,
    ...(children.length > 0 && { children: children.length === 1 ? children[0] : children }),
  }) as never;

const BOX = { x: 0, y: 0, width: 9, height: 9 };
const PAGE = { name: 'x', page: { width: 100, height: 100 }, recipientName: 'name' } as const;
const VARIABLES = { name: {}, kind: { type: 'choice', options: ['a', 'b'] }, lines: {} } as const;

type Rendered = (v: Record<string, string>) => unknown;
/** Returns the elements of a template with these variables. */
const elementsOf = (render: Rendered, variables: Record<string, object> = VARIABLES) =>
  defineTemplate({ ...PAGE, variables, render: render as never }).design.elements as unknown as Record<string, never>[];
const text = (...children: unknown[]) => jsx(Text, { ...BOX, font: 'Inter', size: 9 }, ...children);
const textOf = (...children: unknown[]) => elementsOf(() => text(...children))[0]?.text;
const rootOf = (...children: unknown[]) => elementsOf(() => jsx(Markup, BOX, ...children))[0]?.root;

test('shows content between tags as React does', () => {
  const nothing = [null, undefined, false, true, '', []];
  expect(textOf(...nothing)).toBe('');
  expect(textOf('a', ...nothing, 0, -1.5, 7n, ['b', [['c']]], jsx(Fragment, {}, 'd', jsx(Fragment)))).toBe(
    'a0-1.57bcd',
  );
  expect(textOf(jsx('b', { key: 'k' }, 'x'))).toEqual([{ text: 'x', weight: 700 }]);
  expect(rootOf(jsx('div', { key: 1, style: { width: undefined } }, ...nothing))).toEqual({ type: 'div', style: {} });
  expect(rootOf('a', 1, jsx('p', {}, 'b'))).toEqual({ type: 'div', children: ['a1', { type: 'p', children: ['b'] }] });
  expect(rootOf()).toEqual({ type: 'div', children: [] });
  expect(elementsOf(() => [null, [text('x')], jsx(Fragment, {}, text('y'))])).toHaveLength(2);
});

test('turns tags in a text into runs, adds up styles, and merges runs with equal styles', () => {
  const link = { href: 'https://example.org/{{name}}', color: '#00f' };
  expect(
    textOf('a ', jsx('b', {}, 'b', jsx('em', {}, 'c')), jsx('strong', {}, 'd'), jsx('span', { size: 7 }, 'e')),
  ).toEqual([
    'a ',
    { text: 'b', weight: 700 },
    { text: 'c', weight: 700, italic: true },
    { text: 'd', weight: 700 },
    { text: 'e', size: 7 },
  ]);
  expect(textOf(jsx('u', {}, 'a'), jsx('br'), jsx('a', link, 'b'))).toEqual([
    { text: 'a', underline: true },
    '\n',
    { text: 'b', link: link.href, color: '#00f' },
  ]);
  expect(textOf(jsx('span', {}, 'a'), jsx('span', { weight: undefined }, 'b'))).toBe('ab');
});

test('supports any variable name, conditions on variables, and cells of rows', () => {
  const names = ['name', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'Ünïcode name', 'then', 'toJSON'];
  const variables = Object.fromEntries(names.map((name) => [name, { label: name }]));
  const { design } = defineTemplate({
    ...PAGE,
    variables,
    render: ((v: Record<string, string>) => text(...names.map((name) => v[name]))) as never,
  });
  expect(design.elements).toMatchObject([{ text: names.map((name) => `{{${name}}}`).join('') }]);
  const given = (design as unknown as { variables: object }).variables;
  expect(Object.entries(given)).toEqual(names.map((name) => [name, { label: name }]));
  const [conditional] = elementsOf((v) =>
    jsx(Text, { ...BOX, showIf: when(v.kind ?? '').oneOf('a', 'b') }, v.issuedOn),
  );
  expect(conditional).toMatchObject({ text: '{{issuedOn}}', showIf: { variable: 'kind', oneOf: ['a', 'b'] } });
  const row = jsx(Each, { of: '{{lines}}', as: 'line' }, (r: { line: string; cell(n: number): string }) =>
    jsx('tr', { if: when('{{kind}}').is('a') }, jsx('td', {}, r.line), jsx('td', {}, r.cell(2))),
  );
  expect(rootOf(jsx('table', {}, row))).toEqual({
    type: 'table',
    children: [
      {
        type: 'tr',
        if: { variable: 'kind', is: 'a' },
        each: { variable: 'lines', as: 'line' },
        children: [
          { type: 'td', children: ['{{line}}'] },
          { type: 'td', children: ['{{line.2}}'] },
        ],
      },
    ],
  });
});

test.each<[string, Rendered]>([
  ['declares no variable "nobody"', (v) => text(v.nobody)],
  ['got an element of type image', () => text(jsx(Image, { ...BOX, src: 'x' }))],
  ['got <b>', () => jsx('b', {}, 'x')],
  ['got the text "loose"', () => ['loose']],
  ['got <Page>', () => [jsx(Page), jsx(Page)]],
  ['got <div>', () => text(jsx('div'))],
  ['<span> in a <Text> takes font, weight', () => text(jsx('span', { style: {} }, 'x'))],
  ['a promise', () => Promise.resolve(text('x'))],
  ["can't show an object", () => text({})],
  ["can't show a function", () => text(() => 'x')],
  ['a tag is a name', () => jsx(undefined)],
  [
    'gives one tag, got several',
    () =>
      jsx(
        Markup,
        BOX,
        jsx(Each, { of: '{{lines}}' }, () => ['a', 'b']),
      ),
  ],
  [
    'takes a variable as in v.name',
    () =>
      jsx(
        Markup,
        BOX,
        jsx(Each, { of: 'lines' }, () => jsx('p')),
      ),
  ],
])('refuses an invalid template when it is defined: %s', (complaint, render) => {
  expect(() => elementsOf(render)).toThrow(complaint);
});

test('converts values to the texts of the API', async () => {
  const { generate, createBatch, issueAll } = defineTemplate({
    ...PAGE,
    variables: { name: {}, on: { type: 'date' }, count: { type: 'number' }, note: { default: '' } },
    render: () => null,
  });
  const calls: { variables?: object; recipients?: { variables: object }[] }[] = [];
  const mutate = async (input: object) => void calls.push(input);
  const all = async (rows: AsyncIterable<{ variables: object }>, options: object) =>
    mutate({ ...options, recipients: await Array.fromAsync(rows) });
  const client = { certificates: { generate: { mutate } }, batches: { create: { mutate } }, issueAll: all } as never;
  const on = new Date('2026-11-20T12:00:00Z');
  const send = (count: number) =>
    generate(client, { templateId: 't', variables: { name: 'A', on, count, note: undefined } });
  for (const count of [7.5, 1e21, -1.5e-7, 0.1, -0]) await send(count);
  const common = { name: 'A', on: '2026-11-20T12:00:00.000Z' };
  expect(calls.map(({ variables }) => variables)).toEqual(
    ['7.5', '1000000000000000000000', '-0.00000015', '0.1', '0'].map((count) => ({ ...common, count })),
  );
  for (const count of [Number.NaN, Number.POSITIVE_INFINITY])
    await expect(send(count)).rejects.toThrow('the variable count');
  const recipients = [{ variables: { name: 'B', on, count: 10n }, externalId: 'e' }];
  await createBatch(client, { templateId: 't', recipients });
  const sent = [{ variables: { ...common, name: 'B', count: '10' }, externalId: 'e' }];
  expect(calls.at(-1)).toEqual({ templateId: 't', recipients: sent });
  await issueAll(client, recipients, { templateId: 't' });
  expect(calls.at(-1)).toEqual({ templateId: 't', recipients: sent });
});
