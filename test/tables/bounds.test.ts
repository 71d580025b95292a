import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  bytesOf,
  number,
  odsOf,
  readingOf,
  refusalOf,
  rowOf,
  text,
  textsOf,
  xlsxOf,
  zipOf,
} from '../support/tables.ts';

const latin = (content: string) => new Uint8Array(Buffer.from(content, 'latin1'));
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'.padEnd(1024, '\0');
const utf16 = (content: string) => Buffer.from(content, 'utf16le').toString('latin1');

test.each([
  ['an old Excel file', latin(OLE + utf16('Workbook').padEnd(128, '\0')), 'xls'],
  ['a spreadsheet with a password', latin(OLE + utf16('EncryptedPackage').padEnd(128, '\0')), 'encrypted'],
  ['a very old Excel file', latin('\x09\x00\x04\x00\x02\x00\x10\x00'), 'xls'],
  ['an old Excel file without its container', latin('\x09\x08\x10\x00\x00\x06\x05\x00'), 'xls'],
  ['SYLK', bytesOf('ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"name"\r\nC;Y2;K"Ann"\r\nE\r\n'), 'exchange'],
  ['DIF', bytesOf('TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\n'), 'exchange'],
  ['a web page named .xls', bytesOf('\ufeff<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>'), 'html'],
  ['a table of a web page', bytesOf('  <table><tr><td>x</table>'), 'html'],
  ['XML named .xls', bytesOf('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'), 'xml'],
  ['a PDF', bytesOf('%PDF-1.7\n'), 'pdf'],
  ['a picture', latin('\x89PNG\r\n\x1a\n\0'), 'image'],
  ['a compressed file', latin('\x1f\x8b\x08\0'), 'gzip'],
  ['formatted text', bytesOf('{\\rtf1\\ansi'), 'rtf'],
  ['JSON', bytesOf('[{"name": "Ann"}]'), 'json'],
  ['a program', latin('\x7fELF\x02\x01\x01\0\0\0\0'), 'binary'],
])('says that a file is %s', async (_what, bytes, format) => {
  expect(await refusalOf(bytes)).toEqual({ code: 'other_format', format });
});

test.each([
  ['a document', { 'word/document.xml': '<x/>', '_rels/.rels': '' }, 'docx'],
  ['a presentation', { 'ppt/presentation.xml': '<x/>', '_rels/.rels': '' }, 'pptx'],
  ['a binary workbook', { 'xl/workbook.bin': 'x', '_rels/.rels': '' }, 'xlsb'],
  ['a file of Numbers', { 'Index/Document.iwa': 'x' }, 'numbers'],
  ['an archive of other files', { 'a.txt': 'x', 'b.csv': 'y' }, 'zip'],
  [
    'an OpenDocument spreadsheet with a password',
    { 'content.xml': 'x', 'META-INF/manifest.xml': '<manifest:encryption-data manifest:checksum=""/>' },
    'encrypted',
  ],
])('says that a ZIP is %s', async (_what, files, format) => {
  expect(await refusalOf(await zipOf(files))).toEqual({ code: 'other_format', format });
});

const workbook = (xml: string) => xlsxOf({ sheets: { A: xml } });
const ROWS = `<sheetData>${rowOf(text('name'))}${rowOf(text('Ann'))}</sheetData>`;

test.each([
  ['tags that are not closed', '<sheetData><row><c><v>1</v>'],
  ['tags that do not match', '<sheetData><row></c></row></sheetData>'],
  ['a tag without an end', `${ROWS}<x y="`],
  ['a document type with entities', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'],
  ['100,000 nested elements', '<a>'.repeat(100_000) + '</a>'.repeat(100_000)],
  ['a shared text that is missing', '<sheetData><row><c t="s"><v>9</v></c></row></sheetData>'],
])('refuses a damaged sheet with %s', async (_what, xml) => {
  expect((await refusalOf(await workbook(xml))).code).toBe('damaged');
});

test('refuses a ZIP that is cut off, and one whose checksum differs', async () => {
  const bytes = await workbook(ROWS);
  expect((await refusalOf(bytes.slice(0, bytes.length / 2))).code).toBe('damaged');
  const changed = Uint8Array.from(bytes);
  const at = Buffer.from(bytes).indexOf('xl/worksheets/sheet1.xml') + 40;
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  expect((await refusalOf(changed)).code).toBe('damaged');
});

/** Returns a ZIP with one stored size and another true size, as bombs state. */
function bombOf(name: string, bytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(bytes, 0x20), { level: 9 });
  const field = (local: boolean) => {
    const header = Buffer.alloc(local ? 30 : 46);
    header.writeUInt32LE(local ? 0x04034b50 : 0x02014b50, 0);
    header.writeUInt16LE(20, local ? 4 : 6);
    header.writeUInt16LE(8, local ? 8 : 10);
    header.writeUInt32LE(packed.length, local ? 18 : 20);
    header.writeUInt32LE(100, local ? 22 : 24);
    header.writeUInt16LE(name.length, local ? 26 : 28);
    return Buffer.concat([header, Buffer.from(name)]);
  };
  const local = Buffer.concat([field(true), packed]);
  const central = field(false);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

test('stops unpacking a bomb that states a small size', async () => {
  const bytes = new Uint8Array(bombOf('xl/workbook.xml', 300_000_000));
  expect(bytes.length).toBeLessThan(500_000);
  const before = process.memoryUsage().rss;
  expect(['unpacked_too_large', 'damaged']).toContain((await refusalOf(bytes)).code);
  expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000);
});

test('refuses a sheet that unpacks to more than 50 MB', async () => {
  const bytes = await workbook(`<sheetData>${' '.repeat(60_000_000)}</sheetData>`);
  expect((await refusalOf(bytes)).code).toBe('unpacked_too_large');
});

test.each([
  ['a file of 100 MB', new Uint8Array(100_000_000).fill(0x41), 'file_too_large'],
  ['a million columns', bytesOf(`${'a,'.repeat(1_000_000)}\n${'b,'.repeat(1_000_000)}`), 'too_many_columns'],
  ['2,000 columns', bytesOf(`${'a,'.repeat(2000)}a\n`), 'too_many_columns'],
  ['100,000 rows', bytesOf(`name\n${'Ann\n'.repeat(100_000)}`), 'too_many_rows'],
  ['a text of 1 MB', bytesOf(`name\n${'A'.repeat(1_000_000)}`), 'cell_too_long'],
  ['10 MB of quotes', bytesOf(`name\n${'"'.repeat(10_000_001)}`), 'open_quote'],
  ['quotes that swallow lines', bytesOf(`name,x\n"Ann,x\n${'Bob,y\n'.repeat(40_000)}Eva,"z"\n`), 'open_quote'],
])('refuses %s', async (_what, bytes, code) => {
  expect((await refusalOf(bytes)).code).toBe(code);
});

test.each([
  [
    'a value in the last cell',
    `<sheetData>${rowOf(text('name'))}<row r="1048576">${text('x', 'XFD1048576')}</row></sheetData>`,
    'too_many_columns',
  ],
  ['60,000 rows', `<sheetData>${rowOf(number(1)).repeat(60_000)}</sheetData>`, 'too_many_rows'],
  [
    'merged cells that overlap many times',
    `<sheetData>${rowOf(text('a')).repeat(40_000)}</sheetData><mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(10_000)}</mergeCells>`,
    'damaged',
  ],
])('refuses a sheet with %s', async (_what, xml, code) => {
  expect((await refusalOf(await workbook(xml))).code).toBe(code);
});

test.each([
  ['a text', async (rows: number) => bytesOf(`name\n${'Ann\n'.repeat(rows)}`)],
  [
    'a workbook',
    (rows: number) => workbook(`<sheetData>${rowOf(text('name'))}${rowOf(number(1)).repeat(rows)}</sheetData>`),
  ],
  [
    'an OpenDocument spreadsheet',
    (rows: number) => {
      const row = (content: string, repeats = 1) =>
        `<table:table-row table:number-rows-repeated="${repeats}"><table:table-cell office:value-type="string"><text:p>${content}</text:p></table:table-cell></table:table-row>`;
      return odsOf(row('name') + row('Ann', rows));
    },
  ],
])('reads 50,000 rows of %s below the names of the columns, and no more', async (_what, tableOf) => {
  expect((await readingOf(await tableOf(50_000))).rows).toHaveLength(50_000);
  expect(await refusalOf(await tableOf(50_001))).toMatchObject({ code: 'too_many_rows', most: 50_000 });
});

test('reads few rows spread over a whole sheet, and empty cells with styles to its end', async () => {
  const xml = `<cols><col min="1" max="16384" width="9"/></cols><sheetData>${rowOf(text('name'))}<row r="5"><c r="XFD5" s="0"/></row><row r="1048576">${text('Ann', 'A1048576')}</row></sheetData>`;
  const reading = await readingOf(await workbook(xml));
  expect(textsOf(reading)).toEqual([['name'], ['Ann']]);
  expect(reading.rows[0]?.number).toBe(1_048_576);
});

test('limits rows to those that the caller takes, and states both numbers', async () => {
  expect(await refusalOf(`name\n${'Ann\n'.repeat(30)}`, { maxRows: 20 })).toEqual({
    code: 'too_many_rows',
    rows: 30,
    most: 20,
  });
});

test.each([
  ['dates', `1/2/2026 ${'1'.repeat(30_000)}`],
  ['numbers', '1,111'.repeat(6000)],
  ['addresses', `a@${'.a'.repeat(15_000)} `],
  ['letters', 'a'.repeat(32_000)],
])('takes no more time for long texts like %s than for others', async (_what, value) => {
  const table = (cell: string) => `name;x\n${`Ann;${cell}\n`.repeat(50)}`;
  const time = async (source: string) => {
    const start = performance.now();
    await readingOf(source);
    return performance.now() - start;
  };
  await time(table('b '.repeat(16_000)));
  const plain = await time(table('b '.repeat(16_000)));
  expect(await time(table(value))).toBeLessThan(10 * plain + 200);
});
