import { expect, test } from 'vitest';
import { oddValuesOf, repeatedRows } from '../../tables/values/odd-values.ts';
import { properCase } from '../../tables/values/proper-case.ts';
import { dateOf, numberOf } from '../../tables/values/value-of.ts';
import { number, odsOf, questionOf, readingOf, rowOf, text, xlsxOf } from '../support/tables.ts';

/** Returns a column of a table with these values. */
async function columnOf(values: readonly string[], dateOrders?: Record<number, 'dmy' | 'mdy'>) {
  const reading = await readingOf(['name\tvalue', ...values.map((value, index) => `P${index}\t${value}`)].join('\n'), {
    dateOrders,
  });
  const [, column] = reading.columns;
  const cells = reading.rows.map(({ cells }) => cells[1] ?? { text: '', kind: 'text' as const });
  return { reading, column, cells };
}
const datesIn = async (values: readonly string[], dateOrders?: Record<number, 'dmy' | 'mdy'>) => {
  const { column, cells } = await columnOf(values, dateOrders);
  return cells.map((cell) => dateOf(cell, column?.dateOrders[0]));
};

test.each([
  [
    'English',
    ['14-Mar-2026', 'March 14, 2026', '14th March 2026', 'Sat, 14 Mar 2026', 'Mar 14 2026', '14 March 2026 10:15 AM'],
  ],
  ['German', ['14. März 2026', 'Samstag, 14. März 2026', '14.3.26', '14.03.2026', '14. Mär. 2026']],
  ['Austrian', ['14. Jänner 2026']],
  ['Spanish', ['14 de marzo de 2026', '14 marzo 2026']],
  ['French', ['14 mars 2026', 'samedi 14 mars 2026', 'le 14 mars 2026']],
  ['Italian', ['14 marzo 2026', 'sabato 14 mar 2026']],
  ['Portuguese', ['14 de março de 2026', '14 mar. 2026']],
  ['Arabic', ['١٤ مارس ٢٠٢٦', '14 آذار 2026', '١٤/٠٣/٢٠٢٦']],
  ['Hindi', ['14 मार्च 2026', '१४ मार्च २०२६']],
  ['Japanese', ['2026年3月14日', '２０２６年３月１４日', '2026年3月14日(土)', '2026/03/14']],
  ['Chinese', ['2026年3月14日', '2026-3-14']],
  ['ISO 8601', ['2026-03-14', '2026-03-14']],
])('reads dates as written in %s', async (language, values) => {
  const expected = language === 'Austrian' ? '2026-01-14' : '2026-03-14';
  expect(await datesIn(values)).toEqual(values.map(() => expected));
});

test.each([
  ['14/04/2026', 'dmy', '2026-04-03'],
  ['04/14/2026', 'mdy', '2026-03-04'],
])('finds the order of a column by the one value %s', async (decisive, order, first) => {
  const { reading, column } = await columnOf(['03/04/2026', '05/04/2026', decisive]);
  expect(column?.dateOrders).toEqual([order]);
  expect(reading.questions).toEqual([]);
  expect((await datesIn(['03/04/2026', decisive]))[0]).toBe(first);
});

test('asks once for the order of a column that nothing decides, and takes the answer', async () => {
  const { reading } = await columnOf(['03/04/2026', '05/06/2026', '14 March 2026']);
  expect(questionOf(reading, 'date_order')).toEqual({
    code: 'date_order',
    column: 1,
    name: 'value',
    candidates: ['dmy', 'mdy'],
    samples: ['03/04/2026', '05/06/2026'],
  });
  expect(await datesIn(['03/04/2026'], { 1: 'mdy' })).toEqual(['2026-03-04']);
  expect((await columnOf(['03/04/2026'], { 1: 'mdy' })).reading.questions).toEqual([]);
  // The index stays that of the file when columns without values are left out.
  const beside = await readingOf('name\t\tvalue\nAnn\t\t03/04/2026');
  expect(questionOf(beside, 'date_order')).toMatchObject({ column: 2, name: 'value' });
  const answered = await readingOf('name\t\tvalue\nAnn\t\t03/04/2026', { dateOrders: { 2: 'mdy' } });
  expect([answered.questions, answered.columns[1]?.dateOrders]).toEqual([[], ['mdy']]);
});

test('does not ask about dates with dots, which no country writes with the month first', async () => {
  expect((await columnOf(['03.04.2026'])).reading.questions).toEqual([]);
  expect(await datesIn(['03.04.2026', '3.4.2026'])).toEqual(['2026-04-03', '2026-04-03']);
});

test('reads years of two digits as 1970 to 2069', async () => {
  expect(await datesIn(['31/12/69', '31/12/70', '31-Dec-05'])).toEqual(['2069-12-31', '1970-12-31', '2005-12-31']);
});

test.each([
  '31/02/2026',
  '2026-13-01',
  '2026-02-30T10:00',
  'soon',
  '12',
  '1234',
  'May 2026',
  '14 Foo 2026',
  '3/4',
  '2026',
  '1.5',
  '00/00/0000',
])('takes %s for no date', async (value) => {
  expect(dateOf({ text: value, kind: 'text' }, 'dmy')).toBeNull();
});

test.each([
  [['1.234,50', '80'], ',', ['1234.50', '80']],
  [['1,234.50', '80'], '.', ['1234.50', '80']],
  [['0,5', '1,25'], ',', ['0.5', '1.25']],
  [['1 234,5', '12'], ',', ['1234.5', '12']],
  [['٣٫٥', '٤٫٢٥'], '.', ['3.5', '4.25']],
  [['12,34,567.8'], '.', ['1234567.8']],
  [['-5', '7'], undefined, ['-5', '7']],
])('finds the decimal mark of a column with %j', async (values, mark, expected) => {
  const { reading, column, cells } = await columnOf(values);
  expect(column?.decimalMarks[0]).toBe(mark);
  expect(reading.questions).toEqual([]);
  expect(cells.map((cell) => numberOf(cell, column?.decimalMarks[0]))).toEqual(expected);
});

test('asks for the decimal mark where thousands and decimals look alike', async () => {
  const { reading } = await columnOf(['1.234', '5.678']);
  expect(questionOf(reading, 'decimal_mark')).toMatchObject({ candidates: ['.', ','], samples: ['1.234', '5.678'] });
});

test('takes the number behind a formatted price, with 15 digits, and not the one behind a percentage', async () => {
  const bytes = await xlsxOf({
    styles: '<xf numFmtId="164"/><xf numFmtId="9"/>',
    formats: '<numFmt numFmtId="164" formatCode="#,##0.00 [$€-407]"/>',
    sheets: {
      A: `<sheetData>${rowOf(text('name'), text('fee'), text('score'))}${rowOf(text('Ann'), number(1234.5, 1), number(0.95, 2))}${rowOf(text('Bob'), number(0.1 + 0.2), number(123456789.012345))}</sheetData>`,
    },
  });
  const { rows } = await readingOf(bytes);
  const [, fee, score] = rows[0]?.cells ?? [];
  expect(fee && [fee.text, numberOf(fee, undefined)]).toEqual(['1.234,50 €', '1234.5']);
  expect(score && [score.text, numberOf(score, undefined)]).toEqual(['95%', null]);
  const plain = rows[1]?.cells.slice(1).map((cell) => numberOf(cell, undefined));
  expect(plain).toEqual(['0.3', '123456789.012345']);
  const cell = (shown: string, attributes = '') =>
    `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
  const odsRows = [
    [cell('fee'), cell('score')],
    [
      cell('1.234,50 €', 'office:value-type="currency" office:value="1234.5"'),
      cell('95 %', 'office:value-type="percentage" office:value="0.95"'),
    ],
  ];
  const open = await readingOf(
    await odsOf(odsRows.map((cells) => `<table:table-row>${cells.join('')}</table:table-row>`).join('')),
  );
  expect(open.rows[0]?.cells.map((one) => [one.text, numberOf(one, undefined)])).toEqual([
    ['1.234,50 €', '1234.5'],
    ['95 %', null],
  ]);
});

const ROLES = { names: [0], emails: [1], dates: [2], today: '2026-11-27' };
/** Returns the codes of one row's odd values. */
const oddIn = (...texts: string[]) => oddValuesOf({ number: 2, texts }, ROLES).map(({ code }) => code);

test.each([
  ['undefined undefined', 'placeholder'],
  ['null', 'placeholder'],
  ['NULL NULL', 'placeholder'],
  ['N/A', 'placeholder'],
  ['n/a', 'placeholder'],
  ['-', 'placeholder'],
  ['[object Object]', 'placeholder'],
  ['#N/A', 'error_value'],
  ['#REF!', 'error_value'],
  ['{{name}}', 'template_text'],
  ['«Name»', 'template_text'],
  ['ann@b.example', 'address_as_name'],
  ['ANN MILLER', 'all_capitals'],
  ['ann miller', 'all_small'],
  ['ANNA', 'all_capitals'],
  ['Miller, Ann', 'surname_first'],
  ['Ann M?ller', 'lost_letter'],
  ['Ann M\ufffdller', 'lost_letter'],
])('holds back the name %s', (name, code) => {
  expect(oddIn(name, 'a@b.example', '2026-03-14')).toEqual([code]);
});

test.each([
  'Ann Miller',
  'Null Karl-Heinz',
  'Li',
  'J.R.',
  'Ann N. Adams',
  '山田 太郎',
  'محمد علي',
  "O'Neil",
  'Van Undefinedson',
  'DJ X',
  'Ann Miller, PhD',
  'Ann Miller, M.Sc.',
  'Ann Miller, Jr.',
  'Anna Schmidt, geb. Klein',
  'Acme, Inc.',
  'ANN',
])('lets the name %s pass', (name) => {
  expect(oddIn(name, 'a@b.example', '2026-03-14')).toEqual([]);
});

test.each(['4.91523E+11', '4,91523E+11', '-1.2e+099'])('holds back the shortened number %s', (text) => {
  expect(oddValuesOf({ number: 2, texts: ['Ann Miller', text, ''] }, ROLES)).toMatchObject([
    { column: 1, code: 'shortened_number' },
  ]);
});

test.each([
  ['Miller, Ann', 'Ann Miller'],
  ['van der Berg, Ann-Marie K.', 'Ann-Marie K. van der Berg'],
  ['MILLER,ANN', 'Ann Miller'],
  ['miller, ann', 'Ann Miller'],
  ['Miller, J.', 'J. Miller'],
  ['Иванова, Анна', 'Анна Иванова'],
])('offers the name %s as %s', (name, offer) => {
  expect(oddValuesOf({ number: 2, texts: [name, '', ''] }, ROLES)).toMatchObject([{ code: 'surname_first', offer }]);
});

test.each([
  ['Ann MÃ¼ller', 'Ann Müller'],
  ['ZoÃ« â€œZâ€\u009d', 'Zoë “Z”'],
  ['Ann M√ºller', 'Ann Müller'],
  ['Ãƒâ€°va', 'Éva'],
  ['Åukasz'.replace('Å', 'Å\u0081'), 'Łukasz'],
  ['РђРЅРЅР°', 'Анна'],
  ['Zoë MÃ¼ller', 'Zoë Müller'],
  ['å±±ç”°', '山田'],
])('finds the letters that a program has misread in %s', (text, offer) => {
  expect(oddValuesOf({ number: 2, texts: [text, text, ''] }, ROLES)).toMatchObject([
    { column: 0, code: 'misread_letters', offer },
    { column: 1, code: 'misread_letters', offer },
  ]);
});

test.each([
  ...['49152300000', '4.91', 'E+11', 'Vitamin E+10', '1E2'],
  'CAFÉ’S',
  'Cours «École»',
  '“école',
  '“ÉCOLE',
  'l’école',
  'Paris–École',
  'Strauß’',
  'JOÃO',
  'Ñandú',
  'Сі Цзіньпін',
  'Ève-Åsa',
  'Où ça ?',
  'İÜÖ',
  'ÂÊÎ',
  'Сёма Рёв',
])('lets the value %s pass', (text) => {
  expect(oddValuesOf({ number: 2, texts: ['Ann Miller', text, ''] }, ROLES)).toEqual([]);
});

test('offers a name without invisible characters, and keeps joiners', () => {
  const offered = (text: string) => oddValuesOf({ number: 2, texts: [text, text, ''] }, ROLES);
  for (const text of ['Ann\u200b Miller', '\u202aAnn Miller\u202c', 'Ann Mil\u00adler', '\ufeffAnn \u200e Miller'])
    expect(offered(text)).toMatchObject([{ column: 0, code: 'invisible_characters', offer: 'Ann Miller' }]);
  expect(offered('Ann\u2028Miller')).toMatchObject([{ code: 'extra_spaces', offer: 'Ann Miller' }]);
  expect(offered('ANN\u200b MILLER')).toMatchObject([{ code: 'all_capitals', offer: 'Ann Miller' }]);
  for (const text of ['नरेन्द्र श्रीक\u200dृष्ण', 'می\u200cنا']) expect(offered(text)).toEqual([]);
});

test('offers a name with one space between its words', () => {
  const offered = (text: string) => oddValuesOf({ number: 2, texts: [text, '', ''] }, ROLES);
  for (const text of ['Ann  Miller', 'Ann\tMiller', 'Ann \u00a0Miller'])
    expect(offered(text)).toMatchObject([{ code: 'extra_spaces', offer: 'Ann Miller' }]);
  expect(offered('MILLER,  ANN')).toMatchObject([{ code: 'surname_first', offer: 'Ann Miller' }]);
  expect(offered('Ann\u00a0Miller')).toEqual([]);
});

test('holds back dates that are decades away, and values of programs in every column', () => {
  expect(oddIn('Ann', 'undefined', '2206-03-14')).toEqual(['placeholder', 'far_date']);
  for (const given of ['N/A', 'n.a.', 'k. A.', 'NaN']) expect(oddIn('Ann', given, '')).toEqual(['placeholder']);
  for (const given of ['none', 'NA', 'Nan Goldin']) expect(oddIn('Ann', given, '')).toEqual([]);
  expect(oddIn('Ann', '-', '1926-03-14')).toEqual(['far_date']);
  for (const far of ['1975-12-31', '2077-01-01']) expect(oddIn('Ann', '', far)).toEqual(['far_date']);
  for (const near of ['1976-01-01', '2076-12-31']) expect(oddIn('Ann', '', near)).toEqual([]);
});

test('names the first of two rows for the same recipient, in any case and form', () => {
  const rows = [
    ['José', 'A@b.example'],
    ['José', 'other@b.example'],
    ['Jose\u0301\u200b ', 'a@b.example'],
  ].map((texts, index) => ({ number: index + 2, texts }));
  expect([...repeatedRows(rows, ROLES)]).toEqual([[4, 2]]);
});

test.each([
  ['ANN MCDONALD', 'en', 'Ann McDonald'],
  ["SEAN O'NEIL-SMITH", 'en', "Sean O'Neil-Smith"],
  ['LUDWIG VAN BEETHOVEN', 'de', 'Ludwig van Beethoven'],
  ['JOÃO DA SILVA', 'pt', 'João da Silva'],
  ['IŞIK İNCE', 'tr', 'Işık İnce'],
  // Lower case cannot restore the accents that Greek capitals lack.
  ['ΓΙΩΡΓΟΣ ΠΑΠΑΣ', 'el', 'Γιωργος Παπας'],
  ['ijsbrand de vries', 'nl', 'IJsbrand de Vries'],
  ['élodie d’arc', 'fr', 'Élodie D’Arc'],
  ['ﬁona ﬂynn', 'en', 'Fiona Flynn'],
])('offers %s in %s as %s', (name, locale, expected) => {
  expect(properCase(name, locale)).toBe(expected);
});

test('never changes a value that looks wrong', async () => {
  const names = ['undefined undefined', 'ANN MILLER', '#N/A', '{{name}}', "d'arc"];
  const reading = await readingOf(['name', ...names].join('\n'));
  expect(reading.rows.map(({ cells }) => cells[0]?.text)).toEqual(names);
});
