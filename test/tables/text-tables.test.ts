import { expect, test } from 'vitest';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/shared/csv.ts';
import { bytesOf, codesOf, questionOf, readingOf, refusalOf, textsOf } from '../support/tables.ts';

const NAMES = [
  ['Name', 'Email'],
  ['Ann', 'a@b.example'],
];

test.each([
  ['commas', 'Name,Email\nAnn,a@b.example\n'],
  ['semicolons', 'Name;Email\r\nAnn;a@b.example\r\n'],
  ['tabs', 'Name\tEmail\nAnn\ta@b.example'],
  ['bars', 'Name|Email\nAnn|a@b.example'],
  ['the line ends of old Macs', 'Name;Email\rAnn;a@b.example\r'],
  ["Excel's line that names the delimiter", 'sep=;\r\nName;Email\r\nAnn;a@b.example'],
  ['a named delimiter that is rare', 'sep=^\nName^Email\nAnn^a@b.example'],
  ['spaces before quotes', '"Name", "Email"\n"Ann", "a@b.example"'],
  ['spaces after quotes', '"Name" ,"Email"\n"Ann" ,"a@b.example"  '],
  ['empty lines and cells', '\n\nName;Email;;\n;;;\nAnn;a@b.example;;\n\n'],
])('reads a text with %s', async (_what, text) => {
  expect(textsOf(await readingOf(bytesOf(text)))).toEqual(NAMES);
  expect(textsOf(await readingOf(text))).toEqual(NAMES);
});

test.each([
  ['a decimal comma', 'name;score\nAnn;3,5\nBob;4,25', ['Ann', '3,5']],
  [
    'a comma in most names',
    'name;email\nMiller, Ann;a@b.example\nStone, Eva;b@b.example',
    ['Miller, Ann', 'a@b.example'],
  ],
  ['semicolons in quotes', 'name,note\nAnn,"a;b;c"\nBob,"d;e;f"', ['Ann', 'a;b;c']],
  [
    'more semicolons than commas in quotes, and in quoted names of columns',
    '"name; title; city",email\n"Ann; Dr.; Ulm",a@b.example\n"Bob; Mr; Bonn",b@b.example',
    ['Ann; Dr.; Ulm', 'a@b.example'],
  ],
  ['doubled quotes', 'name,note\nAnn,"says ""hi"", often"', ['Ann', 'says "hi", often']],
  ['lines in quotes', 'name,note\nAnn,"one\r\ntwo\rthree"', ['Ann', 'one\ntwo\nthree']],
  ['inches', 'name,size\nAnn,5" disk', ['Ann', '5" disk']],
])('keeps %s inside a cell', async (_what, text, row) => {
  expect(textsOf(await readingOf(text))[1]).toEqual(row);
});

test('counts lines as an editor does, also after values of several lines and a line that names the delimiter', async () => {
  const reading = await readingOf('sep=,\nname,note\nAnn,"one\ntwo"\n\nBob,x');
  expect(reading.rows.map(({ number }) => number)).toEqual([3, 6]);
  expect(reading.headerRow).toBe(2);
});

test('names the line on which quotes are left open', async () => {
  expect(await refusalOf('name,note\nAnn,x\nBob,"open\nEva,y\n')).toEqual({ code: 'open_quote', line: 3 });
  expect(await refusalOf('name,note\nBob,"open\nEva,"y"\n')).toEqual({ code: 'open_quote', line: 2 });
});

test('reads quotes with text beside them as written, and reports their lines', async () => {
  const reading = await readingOf('name,city\n"Bob" Smith,Ulm\n');
  expect(textsOf(reading)[1]).toEqual(['"Bob" Smith', 'Ulm']);
  expect(reading.report).toContainEqual({ code: 'loose_quotes', lines: [2] });
  const { report } = await readingOf('sep=,\nname,city\n"Bob" Smith,Ulm\n');
  expect(report).toContainEqual({ code: 'loose_quotes', lines: [3] });
});

test('asks about names with a comma below a single column name, and reads them as one cell first', async () => {
  const text = 'Full Name\nMiller, Ann\nStone, Eva\n';
  const reading = await readingOf(text);
  expect(textsOf(reading)).toEqual([['Full Name'], ['Miller, Ann'], ['Stone, Eva']]);
  expect(questionOf(reading, 'extra_cells')).toEqual({
    code: 'extra_cells',
    line: 2,
    rows: 2,
    candidates: ['one-column', 'keep', 'leave-out'],
  });
  const one = await readingOf(text, { delimiter: '' });
  expect(one.questions).toEqual([]);
  expect(textsOf(one)).toEqual(textsOf(reading));
  const kept = await readingOf(text, { extraCells: 'keep' });
  expect(textsOf(kept)).toEqual([
    ['Full Name', ''],
    ['Miller', 'Ann'],
    ['Stone', 'Eva'],
  ]);
  expect(codesOf(kept.report)).toContain('unnamed_columns');
});

test('asks about rows with more cells than the header, and can leave them out', async () => {
  const text = 'name,email\nAnn,a@b.example\nStone, Eva,b@b.example\n';
  expect(questionOf(await readingOf(text), 'extra_cells')).toMatchObject({
    line: 3,
    rows: 1,
    candidates: ['keep', 'leave-out'],
  });
  const reading = await readingOf(text, { extraCells: 'leave-out' });
  expect(textsOf(reading)).toEqual([
    ['name', 'email'],
    ['Ann', 'a@b.example'],
  ]);
  expect(reading.report).toContainEqual({ code: 'rows_left_out', lines: [3], count: 1 });
  const many = await readingOf(`name\n${'a,b\n'.repeat(25)}Ann\n`, { extraCells: 'leave-out' });
  const lines = Array.from({ length: 20 }, (_, index) => index + 2);
  expect(many.report).toContainEqual({ code: 'rows_left_out', lines, count: 25 });
});

test('gives repeated columns names of their own', async () => {
  expect(textsOf(await readingOf('a,a,A,a (2),\n1,2,3,4,5', { extraCells: 'keep' }))[0]).toEqual([
    'a',
    'a (2)',
    'A',
    'a (2) (2)',
    '',
  ]);
});

test('reads our own exports back to the same values', async () => {
  const values = [
    '=SUM(A1)',
    '-5',
    '+49 30 1',
    '-Anna-',
    '@home',
    '＝x',
    "'=x",
    "'-5",
    "O'Neil",
    'a"b',
    'one\ntwo',
    "''",
  ];
  const columns = values.map((_, index) => `c${index}`);
  const reading = await readingOf(bytesOf(BYTE_ORDER_MARK + csvLine(columns) + csvLine(values)));
  expect(textsOf(reading)[1]).toEqual(values);
});

test.each([
  ['', 'empty'],
  [' \n,,\n', 'empty'],
  ['name;email\n', 'no_rows'],
])('refuses a text without rows: %j', async (text, code) => {
  expect((await refusalOf(text)).code).toBe(code);
});

test('reads a CSV whose first column is ID, which begins as SYLK does', async () => {
  const reading = await readingOf(bytesOf('ID;Person\nA;Ann\nE;Eve\n'));
  expect(textsOf(reading)).toEqual([
    ['ID', 'Person'],
    ['A', 'Ann'],
    ['E', 'Eve'],
  ]);
});

test('keeps a stray control character for the check of its row, and takes many for a binary file', async () => {
  const rows = Array.from({ length: 10 }, (_, row) => `Person ${row},p${row}@b.example\n`).join('');
  const reading = await readingOf(bytesOf(`name,email\n${rows}An\u0016n,a@b.example\n`));
  expect(textsOf(reading).at(-1)).toEqual(['An\u0016n', 'a@b.example']);
  expect(await refusalOf(bytesOf(`name,email\nAnn,${'\u0001x'.repeat(100)}\n`))).toEqual({
    code: 'other_format',
    format: 'binary',
  });
});
