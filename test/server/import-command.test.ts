import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAllowance } from '../../domain/imports/change-allowance.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { readDate } from '../../tables/values/dates.ts';
import { operate } from '../support/command.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { number, rowOf, text, xlsxOf } from '../support/tables.ts';

const DESIGN = {
  name: 'First aid',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [
    { type: 'text', x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12, text: '{{name}} {{grade}}' },
  ],
  variables: { grade: { default: '' } },
};

let laurel: Laurel;
const directory = mkdtempSync(join(tmpdir(), 'laurel-import-'));
beforeAll(async () => {
  laurel = await Laurel.start();
});
afterAll(() => rmSync(directory, { recursive: true }));

async function tenantWith(): Promise<Tenant> {
  const tenant = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(tenant), DESIGN);
  return { ...tenant, templateId };
}

const fileOf = (name: string, content: string | Uint8Array): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

const importFile = ({ organisationId }: Tenant, file: string, ...options: string[]) =>
  operate(laurel, 'certificate', 'import', '--organisation', organisationId, '--file', file, ...options);
const listOf = async ({ key }: Tenant) => (await laurel.call('/certificates?sort=oldest', { key })).body.certificates;

/** Returns the options of the guide's command for a sample. */
function optionsOf(sample: string): string[] {
  const guide = readFileSync('docs/moving.md', 'utf8').replaceAll('\\\n', ' ');
  const command = guide.split('\n').find((line) => line.includes(`--file samples/imports/${sample}`)) ?? '';
  const words = [...command.matchAll(/(?:[^\s']+|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));
  return words.slice(words.indexOf(`samples/imports/${sample}`) + 1);
}

const SAMPLES = {
  'accredible.csv': [
    ['James Brown', '2017-05-31', null, 'Accredible', '10234567'],
    ['Tammy Erringer', '2023-12-01', '2099-12-02T00:00:00.000Z', 'Accredible', '10234568'],
  ],
  'certifier.csv': [
    ['John Doe', '2022-01-01', '2023-01-02T00:00:00.000Z', 'Certifier', '124a8110-1af5-4747-9308-e9d06bd1852a'],
    ['Zoë Müller', '2024-02-29', null, 'Certifier', '91079f19-6ef7-4b10-8592-0d0967bd1853'],
  ],
  'canvas-credentials.csv': [
    ['Ada Lovelace', '2023-06-15', null, 'Canvas Credentials', null],
    ['Grace Hopper', '2021-06-15', '2099-06-15T00:00:00.000Z', 'Canvas Credentials', null],
  ],
  'moodle-customcert.csv': [
    ['Ada Lovelace', '2021-05-03', null, 'Moodle', 'mpZ4vGQ0Wd'],
    ['José Álvarez', '2024-02-29', null, 'Moodle', 'Tq81bXkYc7'],
  ],
} as const;

test.each(Object.entries(SAMPLES))('imports %s as the guide says', async (sample, expected) => {
  const tenant = await tenantWith();
  const { code, err } = await importFile(
    tenant,
    `samples/imports/${sample}`,
    ...['--template', tenant.templateId, ...optionsOf(sample)],
  );
  expect([code, err]).toEqual([0, '']);
  type Row = {
    recipientName: string;
    awardedOn: string;
    expiresAt: string;
    imported: { issuer: string };
    legacyCode: string;
  };
  const rows = (await listOf(tenant)).map((row: Row) => [
    ...[row.recipientName, row.awardedOn, row.expiresAt, row.imported.issuer, row.legacyCode],
  ]);
  expect(rows).toEqual(expected);
});

test('keeps the original PDFs of a directory, with revocations, values and tags', async () => {
  const tenant = await tenantWith();
  const document = await PDFDocument.create();
  document.addPage([300, 200]);
  const pdf = await document.save();
  fileOf('one.pdf', pdf);
  const table = fileOf(
    'table.csv',
    '\uFEFFname;awardedOn;originalPdf;revokedAt;revokedReason;grade;tags\nAda;2021-05-03;one.pdf;;;;\nGrace;2020-02-29;;2021-01-01;Left;A;"Old; Paid, old"\n',
  );
  const { code, err, out } = await importFile(tenant, table, '--template', tenant.templateId, '--pdfs', directory);
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({ imported: 2, credits: { consumed: 0 } });
  const [first, second] = await listOf(tenant);
  const { pdfUrl } = await laurel.rendered(tenant.key, first.id);
  expect(Buffer.from(await (await fetch(pdfUrl)).arrayBuffer()).equals(Buffer.from(pdf))).toBe(true);
  expect([second.status, second.variables]).toEqual(['REVOKED', { name: 'Grace', grade: 'A' }]);
  expect([first.tags, second.tags]).toEqual([[], ['Old', 'Paid']]);
});

test.each([
  ['an unknown column', 'name,awardedOn,colour\nAda,2021-05-03,red\n', 'unknown columns colour'],
  ['a wrong date', 'name,awardedOn\nAda,soon\n', 'row 2, awardedOn: not a date'],
  [
    'an open order of dates',
    'name,awardedOn\nAda,03/05/2021\n',
    'awardedOn: the order of dates such as 03/05/2021 is open. Use --date-order dmy or --date-order mdy',
  ],
  [
    'several possible encodings',
    Buffer.from('name,awardedOn\nZo\xeb,2021-05-03\n', 'latin1'),
    '--file: several encodings are possible. Use --encoding windows-1252 (Zoë) or --encoding windows-1257 (Zoė)',
  ],
  ['a web page', '<html><table><tr><td>Ann</table>', '--file: is a web page. Save it as XLSX, ODS or CSV'],
  ['more cells than names', 'name,awardedOn\nAda,2021-05-03,x\n', 'Use --extra-cells keep or --extra-cells leave-out'],
  ['a row without a date', 'name,awardedOn\nAda,2021-05-03\nGrace,\n', 'row 3, awardedOn:'],
  [
    'a file outside the directory',
    'name,awardedOn,originalPdf\nAda,2021-05-03,../x.pdf\n',
    'row 2, originalPdf: not the name',
  ],
  [
    'a missing file',
    'name,awardedOn,originalPdf\nAda,2021-05-03,none.pdf\n',
    "row 2, originalPdf: the file can't be read",
  ],
  ['a repeated column', 'name,awardedOn,grade,grade\nAda,2021-05-03,A,B\n', 'the column grade occurs twice'],
  ['no rows', 'name,awardedOn\n', 'has no rows'],
  ['unbalanced quotation marks', 'name,awardedOn\n"Ada,2021-05-03\n', 'quotation marks'],
  [
    'a wrong byte',
    Buffer.from('name,awardedOn\nZo\xc3\xab,2021-05-03\nJos\xe9,2021-05-03\n', 'latin1'),
    'line 3 is not UTF-8',
  ],
  ['a value that does not fit', `name,awardedOn\n${'W'.repeat(400)},2021-05-03\n`, 'row 2, variables.name:'],
])('refuses %s, and imports nothing', async (_, content, message) => {
  const tenant = await tenantWith();
  const table = fileOf('faulty.csv', content);
  const { code, err } = await importFile(tenant, table, '--template', tenant.templateId, '--pdfs', directory);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(await listOf(tenant)).toEqual([]);
});

test('reads what the options decide, and a spreadsheet as people see it', async () => {
  const tenant = await tenantWith();
  const names = async () =>
    (await listOf(tenant)).map((row: { recipientName: string; awardedOn: string }) => [
      row.recipientName,
      row.awardedOn,
    ]);
  const legacy = Buffer.from('Awards\nname;awardedOn\nZo\xeb;03/05/2021\n', 'latin1');
  const options = ['--template', tenant.templateId, '--encoding', 'windows-1252', '--date-order', 'dmy'];
  expect((await importFile(tenant, fileOf('legacy.csv', legacy), ...options)).err).toBe('');
  expect(await names()).toEqual([['Zoë', '2021-05-03']]);
  // A name that ends like that of a repeated column.
  const numbered = fileOf('numbered.csv', 'name,awardedOn,grade,grade (2)\nEve,2021-05-04,A,B\n');
  expect((await importFile(tenant, numbered, '--template', tenant.templateId, '--column', 'grade=grade (2)')).err).toBe(
    '',
  );
  expect((await listOf(tenant)).pop()).toMatchObject({ recipientName: 'Eve', variables: { grade: 'B' } });
  // Values that prove an order keep it, whatever the option says.
  const proven = fileOf('proven.csv', 'name,awardedOn\nAda,03/04/2021\nGrace,14/05/2021\n');
  expect((await importFile(tenant, proven, '--template', tenant.templateId, '--date-order', 'mdy')).err).toBe('');
  expect((await names()).slice(2)).toEqual([
    ['Ada', '2021-04-03'],
    ['Grace', '2021-05-14'],
  ]);
  const sheet = (name: string, more = '') =>
    `<sheetData>${rowOf(text('name'), text('awardedOn'))}${rowOf(text(name), number(44319, 1))}${more}</sheetData>`;
  const hidden = `<row hidden="1">${text('Cy')}${number(44320, 1)}</row>`;
  const book = fileOf(
    'book.xlsx',
    await xlsxOf({
      styles: '<xf numFmtId="14"/>',
      sheets: { Spring: sheet('Ann'), 'Late autumn': sheet('Bob', hidden) },
    }),
  );
  const open = await importFile(tenant, book, '--template', tenant.templateId);
  expect([open.code, open.err]).toEqual([
    1,
    expect.stringContaining("several sheets have rows. Use --sheet Spring (2 rows) or --sheet 'Late autumn' (3 rows)"),
  ]);
  const chosen = await importFile(tenant, book, '--template', tenant.templateId, '--sheet', 'Late autumn');
  expect(chosen.err).toBe('');
  expect((await names()).slice(4)).toEqual([['Bob', '2021-05-03']]);
  await importFile(tenant, book, '--template', tenant.templateId, '--sheet', 'Late autumn', '--hidden');
  expect((await names()).slice(5)).toEqual([
    ['Bob', '2021-05-03'],
    ['Cy', '2021-05-04'],
  ]);
});

test('imports the dates of a workbook as it shows them into a text, and as dates where they are', async () => {
  const tenant = await tenantWith();
  const header = rowOf(text('name'), text('awardedOn'), text('grade'));
  const sheet = `<sheetData>${header}${rowOf(text('Ann'), number(44319, 1), number(44319, 1))}</sheetData>`;
  const formats = '<numFmt numFmtId="164" formatCode="d. mmmm yyyy"/>';
  const book = fileOf('dates.xlsx', await xlsxOf({ styles: '<xf numFmtId="164"/>', formats, sheets: { A: sheet } }));
  const { code, err } = await importFile(tenant, book, '--template', tenant.templateId, '--locale', 'de');
  expect([code, err]).toEqual([0, '']);
  const [imported] = await listOf(tenant);
  expect(imported).toMatchObject({ awardedOn: '2021-05-03', variables: { grade: '3. Mai 2021' } });
});

test('imports more rows than a call can have, and nothing in a dry run', async () => {
  const tenant = await tenantWith();
  const rows = Array.from({ length: 1001 }, (_, index) => `Person ${index},2021-05-03,N-${index}`);
  const table = fileOf('long.csv', `name,awardedOn,number\n${rows.join('\n')}\n`);
  const tried = await importFile(tenant, table, '--template', tenant.templateId, '--dry-run');
  expect([tried.code, JSON.parse(tried.out).imported, (await listOf(tenant)).length]).toEqual([0, 0, 0]);
  const { code, out, err } = await importFile(tenant, table, '--template', tenant.templateId);
  expect([code, JSON.parse(out).imported, err]).toEqual([0, 1001, expect.stringContaining('imported 1001 of 1001')]);
});

test('checks the rows of several calls together, before it imports the first', async () => {
  const tenant = await laurel.tenant({ credits: 0 });
  const context = laurel.context(tenant);
  await context.em().transactional((em) => changeAllowance(em, context, () => ({ granted: 1000 })));
  const row = (index: number, number: string) => `Person ${index},p${index}@example.org,2021-05-03,${number}`;
  const rows = Array.from({ length: 1001 }, (_, index) => row(index, `N-${index}`));
  const importRows = (given: readonly string[], ...options: string[]) =>
    importFile(
      tenant,
      fileOf('together.csv', `name,recipientEmail,awardedOn,number\n${given.join('\n')}\n`),
      ...['--template', templateId, ...options],
    );
  const { id: templateId } = await importTemplate(context, {
    ...DESIGN,
    uniqueBy: 'recipientEmail',
  });
  for (const options of [['--dry-run'], []]) {
    const repeated = await importRows([...rows.slice(0, 1000), row(1000, 'N-1')], ...options);
    expect([repeated.code, repeated.err]).toEqual([1, expect.stringMatching(/row 1002, number: .*in row 3/)]);
    const same = await importRows([...rows.slice(0, 1000), 'Ada,P7@example.org,2021-05-03,A'], ...options);
    expect([same.code, same.err]).toEqual([1, expect.stringMatching(/row 1002, recipientEmail: .*in row 9/)]);
    const poor = await importRows(rows, ...options);
    expect([poor.code, poor.err]).toEqual([1, expect.stringContaining('1 credit is needed, the balance is 0')]);
  }
  expect(await listOf(tenant)).toEqual([]);
});

test('lists the warnings of a dry run with the rows of the file, and imports nothing', async () => {
  const tenant = await tenantWith();
  const rows = [
    '',
    'ADA LOVELACE,2021-05-03,A',
    '',
    'undefined,2021-05-03,A',
    'ADA LOVELACE,2021-05-03,A',
    'Zoë Ng,2021-05-03,#N/A',
  ];
  const table = fileOf('odd.csv', `name,awardedOn,grade\n${rows.join('\n')}\n`);
  const { code, out, err } = await importFile(tenant, table, '--template', tenant.templateId, '--dry-run');
  expect([code, JSON.parse(out)]).toEqual([0, { imported: 0, credits: { consumed: 0 }, certificates: [] }]);
  expect(err.trim().split('\n')).toEqual([
    expect.stringMatching(/^row 3, variables.name: .*capitals/),
    expect.stringMatching(/^row 5, variables.name: Looks like a missing value/),
    expect.stringMatching(/^row 6, variables.name: .*capitals/),
    'row 6, variables.name: Same recipient as in row 3. Check both.',
    expect.stringMatching(/^row 7, variables.grade: Looks like/),
    'checked 4 rows, 5 warnings',
  ]);
  expect(await listOf(tenant)).toEqual([]);
});

test('lists a warning about the template once, however many calls the rows need', async () => {
  const tenant = await laurel.tenant();
  const code = { type: 'qr', x: 10, y: 60, width: 100, height: 100, color: '#ffffff', background: '#1f2a44' };
  const { id } = await importTemplate(laurel.context(tenant), { ...DESIGN, elements: [...DESIGN.elements, code] });
  const rows = Array.from({ length: 1001 }, (_, index) => `Person ${index},2021-05-03`);
  const table = fileOf('light.csv', `name,awardedOn\n${rows.join('\n')}\n`);
  const { err } = await importFile(tenant, table, '--template', id, '--dry-run');
  expect(err.trim().split('\n')).toEqual([
    expect.stringMatching(/^template\.elements\[1\]: .*lighter/),
    'checked 1001 rows, 1 warning',
  ]);
});

test.each([
  ['5/31/17', 'mdy', '2017-05-31'],
  ['31.05.2017', 'dmy', '2017-05-31'],
  ['May 31st, 2017', 'ymd', '2017-05-31'],
  ['Monday, 3 May 2021, 10:15 AM', 'ymd', '2021-05-03'],
  ['2021-05-03T10:15:00Z', 'dmy', '2021-05-03T10:15:00Z'],
  ['31/02/2021', 'dmy', null],
  ['soon', 'dmy', null],
] as const)('reads %s in the order %s as %s', (text, order, date) => {
  expect(readDate(text, order)).toBe(date);
});
