import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { mapRows, matchColumns, unmatched } from '../../dashboard/batches/match-columns.ts';
import { readFile } from '../../dashboard/batches/read-file.ts';
import { decodeText, readTable } from '../../dashboard/batches/read-table.ts';
import { EMAIL, EXTERNAL_ID, type Field } from '../../dashboard/issuing/recipients.ts';

const table = (text: string) => {
  const result = readTable(text, 'people.csv');
  if ('error' in result) throw new Error(result.error);
  return result.table;
};
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
  ['commas', 'name,course\nAda,"Logic, 1"'],
  ['semicolons, as Excel writes them in much of Europe', 'name;course\r\nAda;Logic, 1\r\n'],
  ['tabs, as pasted', 'name\tcourse\nAda\tLogic, 1'],
  ['a byte order mark and empty lines', '\uFEFFname,course\n\nAda,"Logic, 1"\n,\n\n'],
])('reads a table with %s', (_how, text) => {
  expect(table(text)).toMatchObject({ columns: ['name', 'course'], rows: [['Ada', 'Logic, 1']] });
});

test.each([
  ['UTF-8', new TextEncoder().encode('Zoë')],
  ['Windows-1252', Uint8Array.of(0x5a, 0x6f, 0xeb)],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0)],
])('recognises %s by its bytes', (_name, bytes) => {
  expect(decodeText(bytes)?.replace('\uFEFF', '')).toBe('Zoë');
});

test.each([
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['a spreadsheet', new TextEncoder().encode('PK\u0003\u0004\u0014\u0000')],
])('recognises %s with the name of a text file as binary', (_name, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});

test.each([
  ['', /empty/],
  ['name,course', /no rows/],
  [['name', ...Array.from({ length: 1001 }, (_, index) => `P${index}`)].join('\n'), /1,001 rows.*up to 1,000/],
  ['name\n"Ada', /quotation marks/],
])('refuses a table without usable recipients with a message: %#', (text, message) => {
  expect(readTable(text, 'x')).toEqual({ error: expect.stringMatching(message) });
});

test('matches columns by name regardless of case, accents and punctuation, and the recipient by usual names', () => {
  const variables = ['fullName', 'Cours_Été', 'date'].map(field);
  const columns = ['Name', 'E-mail address', 'cours été', 'ID', 'DATE', 'shoe size'];
  const mapping = matchColumns({ columns, rows: [] }, variables);
  expect(mapping).toEqual({
    'variables.fullName': { column: 0 },
    'variables.Cours_Été': { column: 2 },
    'variables.date': { column: 4 },
    [EMAIL.key]: { column: 1 },
    [EXTERNAL_ID.key]: { column: 3 },
  });
  const rows = mapRows({ name: 'x', columns, rows: [['Ada', 'a@b.c', 'Logic', '7', 'today', '40']] }, mapping);
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
    expect(matchColumns({ columns, rows: [] }, [field('name')])).toEqual({ 'variables.name': { column: 2 } });
  },
);

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
    'variables.name': { column: 0 },
    'variables.grade': { column: 2 },
    'variables.day': { column: 3 },
    [EMAIL.key]: { column: 1 },
  });
});

const WORKBOOK = {
  'xl/workbook.xml':
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  // Formats 14 and 22 are a day, and a day with a time.
  'xl/styles.xml':
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>',
};

/** Returns a workbook with one sheet, from the XML of its `sheetData`. */
async function workbook(rows: string, name = 'people.xlsx'): Promise<File> {
  const zip = new ZipFile();
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
  for (const [path, text] of Object.entries({ ...WORKBOOK, 'xl/worksheets/sheet1.xml': sheet }))
    zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Uint8Array.from(chunk as unknown as Buffer));
  return new File(chunks, name);
}
const inline = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

test.each(['people.xlsx', 'people.csv'])(
  'reads values of formulas, and dates as ISO 8601, from a spreadsheet called %s',
  async (name) => {
    const header = ['name', 'day', 'time', 'fee', 'passed'].map((text, index) => inline(`${'ABCDE'[index]}1`, text));
    const values =
      '<c r="A3" t="str"><f>UPPER("ada")</f><v>ADA</v></c><c r="B3" s="1"><v>46086</v></c><c r="C3" s="2"><v>46086.39583333333</v></c>' +
      '<c r="D3"><v>0.30000000000000004</v></c><c r="E3" t="b"><v>1</v></c>';
    const file = await workbook(`<row r="1">${header.join('')}</row><row r="3">${values}</row>`, name);
    expect(await readFile(file)).toMatchObject({
      table: {
        columns: ['name', 'day', 'time', 'fee', 'passed'],
        rows: [['ADA', '2026-03-05', '2026-03-05T09:30', '0.3', 'true']],
      },
    });
  },
);

test.each([
  ['a bomb', () => workbook(' '.repeat(60_000_000)), /too large/],
  [
    'a value a million rows down',
    () => workbook(`<row r="1048576">${inline('XFD1048576', 'x')}</row>`),
    /far outside the table, in XFD1048576/,
  ],
  [
    'an archive of something else',
    async () => new File([Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9, 9)], 'x.xlsx'),
    /damaged/,
  ],
  [
    'an old or password-protected workbook',
    async () => new File([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)], 'x.xls'),
    /before 2007.*password/,
  ],
  [
    'a picture called .csv',
    async () => new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1)], 'x.csv'),
    /neither a spreadsheet .* nor a text file/,
  ],
])('refuses %s with a message', async (_what, make, message) => {
  expect(await readFile(await make())).toEqual({ error: expect.stringMatching(message) });
});
