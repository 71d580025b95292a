import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Choices } from '../../tables/shared/types.ts';
import {
  codesOf,
  number,
  odsOf,
  questionOf,
  readingOf,
  refusalOf,
  rowOf,
  text,
  textsOf,
  xlsxOf,
  zipOf,
} from '../support/tables.ts';

/** Files of other programs and of public test suites. */
const stored = async (name: string, choices?: Choices) =>
  readingOf(new Uint8Array(await readFile(`test/tables/files/${name}`)), choices);
const HEADER = rowOf(text('name'), text('value'));
/** Returns the second text of the first row, for a cell in a style with a number format. */
const shown = async (...args: Parameters<typeof readCell>) => (await readCell(...args))?.text;
async function readCell(
  cell: string,
  format: string | number,
  more: { properties?: string; locale?: string | null } = {},
) {
  const [formats, id] =
    typeof format === 'number'
      ? ['', format]
      : [`<numFmt numFmtId="164" formatCode="${format.replaceAll('"', '&quot;')}"/>`, 164];
  const sheets = { A: `<sheetData>${HEADER}${rowOf(text('Ann'), cell)}</sheetData>` };
  const { locale = 'en' } = more;
  const bytes = await xlsxOf({ styles: `<xf numFmtId="${id}"/>`, formats, sheets, properties: more.properties });
  return (await readingOf(bytes, locale === null ? {} : { locale })).rows[0]?.cells[1];
}

test.each([
  [0.95, '0%', '95%'],
  [0.95, '0 %', '95 %'],
  [123, '00000', '00123'],
  [1234.5, '#,##0.00 [$€-407]', '1.234,50 €'],
  [1234.5, '#,##0.00 "€"', '1,234.50 €'],
  [-5.5, '"$"#,##0.00_);("$"#,##0.00)', '($5.50)'],
  [0.5208333, 'h:mm', '12:30'],
  [0.5625, 18, '1:30 PM'],
  [1.5, '[h]:mm', '36:00'],
  [46000, 'mmmm yyyy', 'December 2025'],
  [46000, 'dddd', 'Tuesday'],
  [46000, 14, '2025-12-09'],
  [46000, 31, '2025-12-09'],
  [46000.5, 22, '2025-12-09T12:00'],
  [46000 + 1 / 48, 22, '2025-12-09T00:30'],
  [46000.5, 'dd/mm/yyyy', '2025-12-09'],
  [46000, '[$-407]d. mmmm yyyy', '2025-12-09'],
  [46000, 'yyyy"年"m"月"d"日"', '2025-12-09'],
  [0.25, '# ?/?', '1/4'],
  [5, '"Grade "0', 'Grade 5'],
  [123456789012, 0, '123456789012'],
  [1e15, 0, '1000000000000000'],
  [0.1 + 0.2, 0, '0.3'],
  [42, 49, '42'],
])('shows %d in the format %s as %s, as people see it', async (value, format, expected) => {
  expect(await shown(number(value, 1), format)).toBe(expected);
});

test.each([
  [46000, 'dd.mm.yyyy', null, '09.12.2025'],
  [46000, '[$-407]d. mmmm yyyy', null, '9. Dezember 2025'],
  [46000, 'd. mmmm yyyy', 'de', '9. Dezember 2025'],
  [46000, 'd mmmm yyyy', null, undefined],
  [46000, 14, null, undefined],
  [46000, 14, 'de', '09.12.2025'],
  [46000, 14, 'en-US', '12/9/2025'],
  [46000, 14, 'en-GB', '09/12/2025'],
  [46000, 14, 'ja', '2025/12/09'],
  [46000, 14, 'ar', '9/12/2025'],
  [46000, 14, 'no language', undefined],
  [46000.604166667, 22, 'de', '09.12.2025 14:30'],
  [46000.604166667, 'yyyy-mm-dd hh:mm', null, '2025-12-09 14:30'],
  [46000, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'de', 'Dienstag, 9. Dezember 2025'],
  [46000, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', null, undefined],
])('keeps the text of the date %d in the format %s in the language %s: %s', async (value, format, locale, expected) => {
  const cell = await readCell(number(value, 1), format, { locale });
  expect(cell?.text).toMatch(/^2025-12-09(T14:30)?$/);
  expect(cell?.shown).toBe(expected);
});

test('keeps the text of dates of 1904, of strict workbooks and of OpenDocument spreadsheets', async () => {
  const before = await readCell(number(46000 - 1462, 1), 'd/m/yyyy', { properties: 'date1904="1"' });
  expect(before).toMatchObject({ text: '2025-12-09', shown: '9/12/2025' });
  const strict = await readCell('<c s="1" t="d"><v>2025-12-09T14:30:00</v></c>', 'd.m.yyyy h:mm');
  expect(strict).toMatchObject({ text: '2025-12-09T14:30', shown: '9.12.2025 14:30' });
  // Excel has a 29 February 1900, so that days before it have other numbers.
  const early = await readCell(number(8, 1), 14, { locale: 'en-US' });
  expect(early).toMatchObject({ text: '1900-01-08', shown: '1/8/1900' });
  const earlyStrict = await readCell('<c s="1" t="d"><v>1900-01-08</v></c>', 'd.m.yyyy');
  expect(earlyStrict).toMatchObject({ text: '1900-01-08', shown: '8.1.1900' });
  const { rows } = await stored('odfpy.ods');
  expect(rows.map(({ cells }) => cells[1]?.shown)).toEqual(['14/03/26', '4 marzo 2026']);
});

test('shows marks and months in the language of the reader, and asks for it only if the text depends on it', async () => {
  expect(await shown(number(1234.5, 1), '#,##0.00 "€"', { locale: 'de' })).toBe('1.234,50 €');
  expect(await shown(number(46000, 1), 'mmmm yyyy', { locale: 'de' })).toBe('Dezember 2025');
  const bytes = (format: string) =>
    xlsxOf({
      styles: '<xf numFmtId="164"/>',
      formats: `<numFmt numFmtId="164" formatCode="${format}"/>`,
      sheets: { A: `<sheetData>${HEADER}${rowOf(text('Ann'), number(1234.5, 1))}</sheetData>` },
    });
  expect(questionOf(await readingOf(await bytes('#,##0.00')), 'locale')).toEqual({
    code: 'locale',
    samples: ['1,234.50'],
  });
  expect((await readingOf(await bytes('0%'))).questions).toEqual([]);
  expect((await readingOf(await bytes('dd/mm/yyyy'))).questions).toEqual([]);
});

test('counts dates from 1904 in workbooks of old Macs', async () => {
  expect(await shown(number(44_538, 1), 14, { properties: 'date1904="1"' })).toBe('2025-12-09');
  expect(textsOf(await stored('epoch-1904.xlsx'))[1]).toEqual(['Ann', '2026-03-14']);
});

test.each([
  ['a shared text', '<c t="s"><v>0</v></c>', 'Zoë & Co'],
  ['formatted parts', '<c t="s"><v>1</v></c>', 'Jürgen Groß'],
  ['a text with its reading', '<c t="s"><v>2</v></c>', '山田'],
  ['an escaped character', '<c t="inlineStr"><is><t>a_x000D_&#10;b_x0041_</t></is></c>', 'a\nbA'],
  ['formatted parts in the cell', '<c t="inlineStr"><is><r><t>A</t></r><r><t>da</t></r></is></c>', 'Ada'],
  ['the text of a formula', '<c t="str"><f>UPPER("a")</f><v>A</v></c>', 'A'],
  ['a truth value', '<c t="b"><v>1</v></c>', 'TRUE'],
  ['a day of ISO 8601', '<c t="d"><v>2026-03-14T09:30:00</v></c>', '2026-03-14T09:30'],
  ['a full hour of ISO 8601 without seconds', '<c t="d"><v>2026-03-14T09:00</v></c>', '2026-03-14T09:00'],
  ['CDATA', '<c t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>', 'a<b'],
])('reads %s', async (_what, cell, expected) => {
  const shared =
    '<si><t>Zoë &amp; Co</t></si><si><r><t xml:space="preserve">Jürgen </t></r><r><rPr><b/></rPr><t>Groß</t></r></si><si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si>';
  const sheets = { A: `<sheetData>${HEADER}${rowOf(text('Ann'), cell)}</sheetData>` };
  const reading = await readingOf(await xlsxOf({ shared, sheets }));
  expect(reading.rows[0]?.cells[1]?.text).toBe(expected);
});

test('reads strict documents, prefixes, and cells and rows with and without positions', async () => {
  const sheets = {
    A: `<sheetData><row r="3">${text('name', 'B3')}${text('email')}</row>${rowOf(text('-'), text('Ann'), text('a@b.example'))}</sheetData>`,
  };
  const strict = await readingOf(await xlsxOf({ isStrict: true, sheets }));
  expect(textsOf(strict)).toEqual([
    ['', 'name', 'email'],
    ['-', 'Ann', 'a@b.example'],
  ]);
  expect(strict.rows[0]?.number).toBe(4);
  const prefixed = Object.values(sheets)[0]?.replaceAll(/<(\/?)(\w)/g, '<$1x:$2') ?? '';
  expect(textsOf(await readingOf(await xlsxOf({ sheets: { A: prefixed } })))).toEqual(textsOf(strict));
});

test('reads rows in the order of their numbers, in which some libraries do not write them', async () => {
  const rows = [
    [2, 'Ann'],
    [1, 'name'],
    [3, 'Bob'],
  ].map(([number, name]) => `<row r="${number}">${text(String(name))}</row>`);
  const reading = await readingOf(await xlsxOf({ sheets: { A: `<sheetData>${rows.join('')}</sheetData>` } }));
  expect(textsOf(reading)).toEqual([['name'], ['Ann'], ['Bob']]);
});

test('names errors, formulas without a result and numbers with lost digits by address, and shows no wrong value', async () => {
  const bytes = await xlsxOf({
    sheets: {
      A: `<sheetData>${HEADER}${rowOf(text('Ann'), '<c t="e"><v>#N/A</v></c>', '<c><f>A1</f></c>', '<c><f>A1</f><v></v></c>', number('12345678901234567'))}</sheetData>`,
    },
  });
  const { rows, report } = await readingOf(bytes);
  expect(rows[0]?.cells.map(({ kind }) => kind)).toEqual(['text', 'error', 'uncalculated', 'uncalculated', 'number']);
  expect(report).toContainEqual({ code: 'error_cells', addresses: ['B2'], count: 1 });
  expect(report).toContainEqual({ code: 'uncalculated_cells', addresses: ['C2', 'D2'], count: 2 });
  expect(report).toContainEqual({ code: 'long_numbers', addresses: ['E2'], count: 1 });
});

test('leaves out what is hidden, with a count, and includes it by choice', async () => {
  const sheetWith = (
    first: string,
  ) => `<cols><col min="1" max="1" ${first}/><col min="4" max="16384" hidden="1"/></cols><sheetData>${rowOf(text('Name'), text('Full name'))}
    <row hidden="1">${text('x')}${text('Filtered')}</row>${rowOf(text('y'), text('Ann'))}</sheetData>`;
  const sheet = sheetWith('hidden="1"');
  const bytes = await xlsxOf({
    sheets: { A: sheet, 'B|state="veryHidden"': `<sheetData>${HEADER}${HEADER}</sheetData>` },
  });
  const reading = await readingOf(bytes);
  expect(textsOf(reading)).toEqual([['Full name'], ['Ann']]);
  expect(reading.report).toContainEqual({ code: 'hidden_rows', count: 1, isIncluded: false });
  expect(reading.report).toContainEqual({ code: 'hidden_columns', names: ['Name'], isIncluded: false });
  expect(reading.report).toContainEqual({ code: 'hidden_sheets', names: ['B'] });
  expect(reading.questions).toEqual([]);
  const all = await readingOf(bytes, { includesHidden: true });
  expect(textsOf(all)).toEqual([
    ['Name', 'Full name'],
    ['x', 'Filtered'],
    ['y', 'Ann'],
  ]);
  expect(all.columns.map(({ isHidden }) => isHidden)).toEqual([true, false]);
  expect(textsOf(await readingOf(await xlsxOf({ sheets: { A: sheetWith('width="0"') } })))).toEqual(textsOf(reading));
  expect(textsOf(await readingOf(bytes, { sheet: 1 }))).toHaveLength(2);
});

test('fills merged cells for all their rows, and not for the columns beside them', async () => {
  const sheet = `<sheetData>${rowOf(text('name'), text('course'), text('room'))}${rowOf(text('Ann'), text('Logic'))}${rowOf(text('Bob'))}</sheetData>
    <mergeCells><mergeCell ref="B2:C3"/></mergeCells>`;
  const reading = await readingOf(await xlsxOf({ sheets: { A: sheet } }));
  expect(textsOf(reading).slice(1)).toEqual([
    ['Ann', 'Logic', ''],
    ['Bob', 'Logic', ''],
  ]);
  expect(reading.report).toContainEqual({ code: 'merged_cells', count: 1 });
});

test('asks which sheet, if several have a table, and takes the answer', async () => {
  const sheets = Object.fromEntries(
    ['A', 'B', 'Empty'].map((name) => [
      name,
      name === 'Empty' ? '<sheetData/>' : `<sheetData>${HEADER}${rowOf(text(name))}</sheetData>`,
    ]),
  );
  const bytes = await xlsxOf({ sheets });
  const reading = await readingOf(bytes);
  expect(questionOf(reading, 'sheet')?.candidates).toEqual([
    { sheet: 0, name: 'A', rows: 2 },
    { sheet: 1, name: 'B', rows: 2 },
  ]);
  const chosen = await readingOf(bytes, { sheet: 1 });
  expect(textsOf(chosen)[1]?.[0]).toBe('B');
  expect(chosen.questions).toEqual([]);
});

test('reads the table of a workbook although another sheet is damaged, unless that one is chosen', async () => {
  const bytes = await xlsxOf({
    sheets: { A: '<sheetData><row>', B: `<sheetData>${HEADER}${rowOf(text('Ann'))}</sheetData>` },
  });
  expect(textsOf(await readingOf(bytes))[1]?.[0]).toBe('Ann');
  expect((await refusalOf(bytes, { sheet: 0 })).code).toBe('damaged');
});

test('reads a workbook of openpyxl: title, merged cells, formats, hidden row, column and sheet, formulas', async () => {
  const reading = await stored('openpyxl.xlsx');
  expect(textsOf(reading)).toEqual([
    ['Name', 'Finished', 'Score', 'Fee', 'Course', 'Twice'],
    ['José Núñez', '2026-03-14', '95%', '1.234,50 €', 'First aid', ''],
    ['山田 太郎', '2025-12-31', '100%', '0,00 €', 'First aid', ''],
  ]);
  expect(codesOf(reading.report)).toEqual(
    expect.arrayContaining(['hidden_rows', 'hidden_columns', 'hidden_sheets', 'merged_cells', 'uncalculated_cells']),
  );
  expect(reading.questions).toEqual([]);
  expect(textsOf(await stored('openpyxl.xlsx', { includesHidden: true }))[2]).toContain('2026-03-04T09:30');
});

test('reads a workbook of XlsxWriter: formatted text, duration, filtered row, formula', async () => {
  const reading = await stored('xlsxwriter.xlsx', { locale: 'de', sheet: 0 });
  expect(textsOf(reading)[1]).toEqual(['Jürgen Groß', '2026-03-14', '36:00', '1.234,50 €', '2', 'one\ntwo']);
  expect(textsOf(await stored('strings-in-cells.xlsx'))[1]).toEqual(['Zoë & Co <x>', 'z@x.example']);
});

test('reads an OpenDocument spreadsheet as shown: repeats, spans, hidden columns and rows, several lines', async () => {
  const reading = await stored('odfpy.ods');
  expect(textsOf(reading)).toEqual([
    ['Nome', 'Data', 'Voto', 'Corso', 'Mese'],
    ['Niccolò\nRossi', '2026-03-14', '95 %', 'Primo soccorso', 'dicembre 2025'],
    ['Ada', '2026-03-04', '1.234,50 €', 'Primo soccorso', '123456789012'],
  ]);
  expect(codesOf(reading.report)).toEqual(expect.arrayContaining(['hidden_rows', 'hidden_columns', 'merged_cells']));
});

test('reads an OpenDocument spreadsheet by hand: notes, repeated rows and cells, hidden sheet, errors', async () => {
  const cell = (shown: string, attributes = 'office:value-type="string"') =>
    `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
  const header = `<table:table-row>${cell('name')}${cell('a')}${cell('b')}</table:table-row>`;
  const content = `<office:document-content><office:automatic-styles><style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>
    <table:table table:name="Old" table:style-name="h">${header}${header}</table:table>
    <table:table table:name="New">${header}
    <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p>A<text:s text:c="2"/>d<text:span>a</text:span></text:p></table:table-cell>
    ${cell('x', 'office:value-type="string" table:number-columns-repeated="2"')}</table:table-row>
    <table:table-row>${cell('14/03/2026', 'office:value-type="date" office:date-value="2026-03-14T09:30:00"')}${cell('14/03/2026 09:30', 'office:value-type="date" office:date-value="2026-03-14T09:30:00"')}</table:table-row>
    <table:table-row>${cell('14/03/2026 09:30:05', 'office:value-type="date" office:date-value="2026-03-14T09:30:05"')}</table:table-row>
    <table:table-row>${cell('#N/A', 'table:formula="of:=NA()" office:value-type="string" calcext:value-type="error"')}<table:table-cell table:formula="of:=1"/>${cell('')}</table:table-row>
    </table:table></office:spreadsheet></office:body></office:document-content>`;
  const reading = await readingOf(
    await zipOf({ 'content.xml': content, 'META-INF/manifest.xml': '<manifest:manifest/>' }),
  );
  expect(textsOf(reading).slice(1)).toEqual([
    ['A  da', 'x', 'x'],
    ['A  da', 'x', 'x'],
    ['2026-03-14', '2026-03-14T09:30', ''],
    ['2026-03-14T09:30:05', '', ''],
    ['#N/A', '', ''],
  ]);
  expect(codesOf(reading.report)).toEqual(
    expect.arrayContaining(['hidden_sheets', 'error_cells', 'uncalculated_cells']),
  );
});

test('reads the table of an OpenDocument spreadsheet beside a sheet with too many rows, unless that one is chosen', async () => {
  const row = (text: string, times = 1) =>
    `<table:table-row table:number-rows-repeated="${times}"><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`;
  const bytes = await odsOf(
    `${row('name')}${row('x', 60_000)}</table:table><table:table table:name="B">${row('name')}${row('Ann')}`,
  );
  expect(textsOf(await readingOf(bytes))).toEqual([['name'], ['Ann']]);
  expect((await refusalOf(bytes, { sheet: 0 })).code).toBe('too_many_rows');
});

test('keeps the spaces of an OpenDocument text, and takes line ends of its XML for one', async () => {
  const shown = async (written: string) => {
    const cells = ['name', written].map(
      (content) =>
        `<table:table-row><table:table-cell office:value-type="string"><text:p>${content}</text:p></table:table-cell></table:table-row>`,
    );
    return (await readingOf(await odsOf(cells.join('')))).rows[0]?.cells[0]?.text;
  };
  expect(await shown('山田\u3000太郎')).toBe('山田\u3000太郎');
  expect(await shown('20\u00a0h')).toBe('20\u00a0h');
  expect(await shown('A  B')).toBe('A  B');
  expect(await shown('\n    Ann\n    Lee\n  ')).toBe('Ann Lee');
});

test('reads the collected workbooks of other test suites as their programs show them', async () => {
  expect(textsOf(await stored('formats.xlsx', { locale: 'en' }))[1]?.slice(0, 11)).toEqual([
    ...[
      'Ada',
      '95%',
      '1:30 PM',
      '36:00',
      '00123',
      '1,234.50 €',
      'March 2024',
      '#N/A',
      'TRUE',
      '',
      '123456789012345680',
    ],
  ]);
  expect(textsOf(await stored('sheetjs-export-dateNF.xlsx'))).toEqual([
    ['name', 'finished'],
    ['Ada', '2024-03-01'],
  ]);
  expect(textsOf(await stored('NoReferencesOnRowsOrCells.xlsx'))).toEqual([
    ['Test1', 'Test2'],
    ['1', '2'],
  ]);
  expect(textsOf(await stored('row-index-1-based.xlsx'))[1]).toEqual([
    'Jerry',
    'This is a longer Text.\nSecond line.\nThird line.',
  ]);
  const scattered = await stored('tdf100709.xlsx', { locale: 'en', headerRow: 0 });
  expect(scattered.rows[0]).toMatchObject({ number: 34, cells: [{ text: '' }, { text: '$31.00' }, { text: '' }] });
  const formats = new Map(textsOf(await stored('dateformats.xlsx', { locale: 'en' })).slice(1) as [string, string][]);
  expect(Object.fromEntries(formats)).toMatchObject({
    'mmmm yyyy': 'March 2024',
    'mm/yyyy': '03/2024',
    dddd: 'Friday',
    'dd/mm/yyyy': '2024-03-01',
    '[$-411]ggge"年"m"月"d"日"': '2024-03-01',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy': '2024-03-01',
    'B1dd/mm/yyyy': '2024-03-01',
    '0"yr"': '45352yr',
    'General" days"': '45352 days',
  });
});
