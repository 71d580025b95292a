import { expect, test } from 'vitest';
import { rowFiller } from '../../dashboard/batches/kept-values.ts';
import {
  isRelevant,
  mapRows,
  matchColumns,
  readTyped,
  unmatched,
  unusedColumns,
} from '../../dashboard/batches/match-columns.ts';
import { correctionFields, correctionRows, matchCorrections } from '../../dashboard/corrections/rows.ts';
import { expiryRows, matchExpiries } from '../../dashboard/expiries/rows.ts';
import { importFields, matchImport } from '../../dashboard/imports/fields.ts';
import { importRows } from '../../dashboard/imports/rows.ts';
import { EMAIL, EXTERNAL_ID, type Field, type Template } from '../../dashboard/issuing/recipients.ts';
import { valueIn } from '../../dashboard/tables/fields.ts';
import { answer, type OpenResult, openFile, openPasted } from '../../dashboard/tables/open-table.ts';
import type { Table } from '../../dashboard/tables/table.ts';
import { number, rowOf, text, xlsxOf } from '../support/tables.ts';

/** Returns the table of a text. */
async function tableOf(text: string): Promise<Table> {
  const result = await openPasted(text);
  if ('error' in result) throw new Error(result.error);
  return result.table;
}
const PLAIN = {
  type: 'text',
  required: false,
  optional: false,
  default: null,
  sample: null,
  options: null,
  format: null,
  description: null,
} as const;
const field = (label: string): Field => ({
  key: `variables.${label}`,
  label,
  name: label,
  variable: { ...PLAIN, name: label, label },
});

test.each([
  ['', /empty/],
  ['name,course', /no rows/],
  [['name', ...Array.from({ length: 1001 }, (_, index) => `P${index}`)].join('\n'), /1,001 rows.* 1,000/],
  ['name\n\n"Ada\nBob', /line 3 aren’t closed/],
])('refuses a table without usable recipients with a message: %#', async (text, message) => {
  expect(await openPasted(text)).toEqual({ error: expect.stringMatching(message) });
});

test('matches columns by name regardless of case, accents and punctuation, and the recipient by usual names', async () => {
  const variables = ['fullName', 'Cours_Été', 'date'].map(field);
  const columns = ['Name', 'E-mail address', 'cours été', 'ID', 'DATE', 'shoe size'];
  const mapping = matchColumns({ columns, rows: [] }, variables);
  expect(mapping).toEqual({
    'variables.fullName': { columns: [0] },
    'variables.Cours_Été': { columns: [2] },
    'variables.date': { columns: [4] },
    [EMAIL.key]: { columns: [1] },
    [EXTERNAL_ID.key]: { columns: [3] },
  });
  const table = await tableOf(
    [columns, ['Ada', 'a@b.c', 'Logic', '7', 'today', '40']].map((row) => row.join('\t')).join('\n'),
  );
  const rows = mapRows(table, mapping, variables);
  expect(rows).toEqual([
    {
      'variables.fullName': 'Ada',
      'variables.Cours_Été': 'Logic',
      'variables.date': 'today',
      recipientEmail: 'a@b.c',
      externalId: '7',
    },
  ]);
});

test.each(['Teilnehmer', 'Nom et prénom', 'Imię i nazwisko', 'Ім’я', 'Adı Soyadı', '受講者名', 'اسم المشارك'])(
  "matches a column called %s with the recipients' names",
  (name) => {
    const columns = ['Nr.', 'Kurs', name];
    expect(matchColumns({ columns, rows: [] }, [field('name')])).toEqual({ 'variables.name': { columns: [2] } });
  },
);

test('takes the references of our own export, not the ids of its certificates', () => {
  const columns = ['id', 'recipientName', 'recipientEmail', 'externalId', 'awardedOn'];
  expect(matchColumns({ columns, rows: [] }, [field('name')])).toEqual({
    'variables.name': { columns: [1] },
    recipientEmail: { columns: [2] },
    externalId: { columns: [3] },
    awardedOn: { columns: [4] },
  });
});

test('matches a variable to its word in another language before any other field', () => {
  const variables = ['name', 'course', 'date', 'last name'].map(field);
  const columns = ['Teilnehmer', 'Nachname', 'Datum', 'Ablaufdatum', 'Kurs'];
  expect(matchColumns({ columns, rows: [] }, variables)).toEqual({
    'variables.name': { columns: [0] },
    'variables.last name': { columns: [1] },
    'variables.date': { columns: [2] },
    expiresAt: { columns: [3] },
    'variables.course': { columns: [4] },
  });
  expect(matchColumns({ columns, rows: [] }, [field('name')])).toMatchObject({ awardedOn: { columns: [2] } });
});

test('joins the columns of first name and surname for the name, and lists neither as unused', async () => {
  const table = await tableOf('Surname\tFirst name\tRoom\nLovelace\tAda\t3\nPrince\t\t4');
  const mapping = matchColumns(table, [field('name')]);
  expect(mapRows(table, mapping, [field('name')])).toEqual([
    { 'variables.name': 'Ada Lovelace' },
    { 'variables.name': 'Prince' },
  ]);
  expect(unusedColumns(table.columns, mapping)).toEqual(['Room']);
});

test('writes the dates of a workbook as it shows them into a text, and as ISO 8601 into a date', async () => {
  const sheet = `<sheetData>${rowOf(text('name'), text('on'), text('from'))}${rowOf(text('Ada'), number(46000, 1), number(46000, 2))}</sheetData>`;
  const [long, formats] = [164, '<numFmt numFmtId="164" formatCode="[$-407]d. mmmm yyyy"/>'];
  const styles = `<xf numFmtId="${long}"/><xf numFmtId="14"/>`;
  const bytes = await xlsxOf({ styles, formats, sheets: { A: sheet } });
  const result = await openFile(new File([Buffer.from(bytes)], 'people.xlsx'));
  if ('error' in result) throw new Error(result.error);
  const [{ table }, dated] = [result, field('on')];
  const written = (fields: Field[]) => mapRows(table, matchColumns(table, fields), fields)[0];
  const texts = ['name', 'on', 'from'].map(field);
  expect(written(texts)).toMatchObject({ 'variables.on': '9. Dezember 2025', 'variables.from': '12/9/2025' });
  if (dated.variable) dated.variable = { ...dated.variable, type: 'date' };
  expect(written([field('name'), dated])).toMatchObject({ 'variables.on': '2025-12-09' });
  const place = { row: 0, columns: [1], dates: 'ymd' } as const;
  expect([valueIn(table, { ...place, type: 'text' }), valueIn(table, { ...place, type: 'date' })]).toEqual([
    '9. Dezember 2025',
    '2025-12-09',
  ]);
});

test('takes the address of a mailbox with a name, and of a link, in a column and where it is typed', async () => {
  const table = await tableOf(
    'name\temail\nAda\tLovelace, Ada <ada@example.org>\nBob\tmailto:bob@example.org?subject=Hi\nCy\tnone',
  );
  const variables = [field('name')];
  const mapping = matchColumns(table, variables);
  expect(mapping[EMAIL.key]).toEqual({ columns: [1] });
  expect(mapRows(table, mapping, variables).map((row) => row[EMAIL.key])).toEqual([
    'ada@example.org',
    'bob@example.org',
    'none',
  ]);
  expect(readTyped(' "Ada" <ada@example.org> ', EMAIL.key, { table, mapping, variables })).toBe('ada@example.org');
});

test('lists variables without a column, and uses no column twice', () => {
  const variables = ['name', 'Name '].map(field);
  const mapping = matchColumns({ columns: ['name'], rows: [] }, variables);
  expect(unmatched(variables, mapping).map(({ label }) => label)).toEqual(['Name ']);
});

test('matches a column by its content if its name says nothing, in any language', () => {
  const grade: Field = {
    ...field('grade'),
    variable: { ...PLAIN, name: 'grade', label: 'grade', type: 'choice', options: ['A', 'B'] },
  };
  const day: Field = { ...field('day'), variable: { ...PLAIN, name: 'day', label: 'day', type: 'date' } };
  const columns = ['氏名', '連絡先', 'X', 'Y', 'Z'];
  const rows = [
    ['山田 太郎', 'taro@example.jp', 'A', '2026-03-05', '1'],
    ['佐藤 花子', 'hanako@例え.jp', 'B', '2026-03-06T10:00', '2'],
    ['鈴木', '', '', '', '3'],
  ];
  expect(matchColumns({ columns, rows }, [field('name'), grade, day])).toEqual({
    'variables.name': { columns: [0] },
    'variables.grade': { columns: [2] },
    'variables.day': { columns: [3] },
    [EMAIL.key]: { columns: [1] },
  });
});

test.each([
  ['an archive of something else', [0x50, 0x4b, 3, 4, 9, 9, 9], /damaged/],
  ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], /before 2007/],
  ['a program called .csv', [0x7f, 0x45, 0x4c, 0x46, 0, 1], /isn’t a spreadsheet/],
  ['a wrong character', [...new TextEncoder().encode('name\nZoë\nJos'), 0xe9, 10], /Line 3 .* UTF-8, after “Jos”/],
])('refuses %s with a message', async (_what, bytes, message) => {
  expect(await openFile(new File([Uint8Array.from(bytes)], 'x.csv'))).toEqual({
    error: expect.stringMatching(message),
  });
});

test('gives dates and numbers to the fields that take them, and texts as written to others', async () => {
  const day: Field = { ...field('day'), variable: { ...PLAIN, name: 'day', label: 'day', type: 'date' } };
  const hours: Field = { ...field('hours'), variable: { ...PLAIN, name: 'hours', label: 'hours', type: 'number' } };
  const fields = [field('name'), day, hours, field('text')];
  const table = await tableOf('name\tday\thours\ttext\nAda\t14.3.26\t1.234,5\t14.3.26\nBob\tsoon\tmany\t1,5');
  expect(mapRows(table, matchColumns(table, fields), fields)).toEqual([
    {
      'variables.name': 'Ada',
      'variables.day': '2026-03-14',
      'variables.hours': '1234.5',
      'variables.text': '14.3.26',
    },
    { 'variables.name': 'Bob', 'variables.day': 'soon', 'variables.hours': 'many', 'variables.text': '1,5' },
  ]);
});

test('asks about the order of dates only if a date uses the column, and keeps the answer', async () => {
  const opened = await openPasted('name\tday\nAda\t03/04/2026\nBob\t05/06/2026');
  if ('error' in opened) throw new Error(opened.error);
  const [question] = opened.table.reading.questions;
  if (!question) throw new Error('asks nothing');
  const day: Field = { ...field('day'), variable: { ...PLAIN, name: 'day', label: 'day', type: 'date' } };
  const relevant = (fields: Field[]) => isRelevant(question, opened.table, matchColumns(opened.table, fields), fields);
  expect(relevant([field('name'), field('day')])).toBe(false);
  expect(relevant([field('name'), day])).toBe(true);
  const answered = await answer(opened.source, { dateOrders: { 1: 'mdy' } });
  if ('error' in answered) throw new Error(answered.error);
  expect(answered.table.reading.questions).toEqual([]);
  expect(mapRows(answered.table, { 'variables.day': { columns: [1] } }, [day])).toEqual([
    { 'variables.day': '2026-03-04' },
    { 'variables.day': '2026-05-06' },
  ]);
  expect(answered.source.asked.map(({ code }) => code)).toEqual(['date_order']);
});

test('an answer about one column keeps the answers about others', async () => {
  const reading = (result: OpenResult) => {
    if ('error' in result) throw new Error(result.error);
    return result;
  };
  const opened = reading(await openPasted('name\tfrom\tuntil\nAda\t03/04/2026\t05/06/2026'));
  const first = reading(await answer(opened.source, { dateOrders: { 1: 'mdy' } }));
  const { table } = reading(await answer(first.source, { dateOrders: { 2: 'dmy' } }));
  expect(table.reading.columns.map(({ dateOrders }) => dateOrders)).toEqual([[], ['mdy'], ['dmy']]);
});

/** Template with a name, a date and a number. */
const TEMPLATE = {
  recipientNameVariable: 'name',
  variables: (['name', 'day', 'hours'] as const).map((name) => ({
    ...{ ...PLAIN, name, label: name },
    type: name === 'day' ? 'date' : name === 'hours' ? 'number' : 'text',
  })),
} as unknown as Template;

test('imports and corrections have dates and numbers as the API takes them, and other texts as written', async () => {
  const table = await tableOf(
    'id\tname\tday\thours\tawarded on\nx\tAda\t14.3.26\t1.234,5\t31/12/2025\ny\t\tsoon\tmany\t2026-01-021',
  );
  const fields = importFields(TEMPLATE);
  const columns = matchImport(table, fields);
  expect(importRows({ table, fields, columns, dates: 'ymd', pdfs: new Map() })).toEqual([
    {
      variables: { name: 'Ada', day: '2026-03-14', hours: '1234.5' },
      awardedOn: '2025-12-31',
      externalId: 'x',
    },
    // The server names a text that is no date.
    { variables: { day: 'soon', hours: 'many' }, externalId: 'y', awardedOn: '2026-01-021' },
  ]);
  const corrected = matchCorrections(table, correctionFields(TEMPLATE));
  expect(correctionRows(table, TEMPLATE, { columns: corrected, dates: 'ymd' })).toEqual([
    { certificate: 'x', variables: { name: 'Ada', day: '2026-03-14', hours: '1234.5' }, awardedOn: '2025-12-31' },
    { certificate: 'y', variables: { day: 'soon', hours: 'many' }, awardedOn: '2026-01-021' },
  ]);
});

test('a column that proves its order of dates keeps it, and others get the chosen one', async () => {
  const rowsOf = async (days: readonly string[], order: 'dmy' | 'mdy') => {
    const table = await tableOf(['id\texpires', ...days.map((day, index) => `${index}\t${day}`)].join('\n'));
    return expiryRows(table, matchExpiries(table), order).map(({ expiresAt }) => expiresAt);
  };
  expect(await rowsOf(['03/04/2027', '14/04/2027', 'Never'], 'mdy')).toEqual(['2027-04-03', '2027-04-14', null]);
  expect(await rowsOf(['03/04/2027', ''], 'mdy')).toEqual(['2027-03-04', '']);
  expect(await rowsOf(['03/04/2027', ''], 'dmy')).toEqual(['2027-04-03', '']);
});

test('a renewal fills empty cells only, and no text for all rows', () => {
  const [fill, kept] = [rowFiller(), { 'variables.name': 'Ann', [EMAIL.key]: 'ann@x.example', language: 'de' }];
  const mapping = { 'variables.name': { columns: [0] }, [EMAIL.key]: { text: '' } };
  const texts = { 'variables.name': ' ', [EMAIL.key]: '' };
  expect(fill(texts, kept, mapping)).toEqual({ 'variables.name': 'Ann', [EMAIL.key]: '', language: 'de' });
  expect(fill({ ...texts, 'variables.name': 'Eva' }, kept, mapping)).toMatchObject({ 'variables.name': 'Eva' });
  expect(fill(texts, undefined, mapping)).toBe(texts);
});
