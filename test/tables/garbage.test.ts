import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { csvLine } from '../../domain/shared/csv.ts';
import { readTable } from '../../tables/read-table.ts';
import { number, readingOf, rowOf, text, textsOf, xlsxOf, zipOf } from '../support/tables.ts';

/** Reads anything. Throws unless the answer is a reading or a refusal. */
async function read(from: Uint8Array | string): Promise<void> {
  const result = await readTable(from);
  const { columns, rows } = 'reading' in result ? result.reading : { columns: [], rows: [] };
  for (const { cells } of rows) expect(cells).toHaveLength(columns.length);
}

test('answers any bytes and any text with a reading or a refusal', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), read), { numRuns: 300 });
  const piece = fc.constantFrom(
    '"',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r',
    'sep=',
    'a',
    'é',
    '山',
    ' ',
    '1.2.26',
    "'=",
    '\ufeff',
    '\x1a',
    '<',
    '{{',
  );
  const pieces = fc.array(piece, { maxLength: 200 }).map((parts) => parts.join(''));
  await fc.assert(fc.asyncProperty(pieces, read), { numRuns: 500 });
});

test.each(['openpyxl.xlsx', 'xlsxwriter.xlsx', 'odfpy.ods'])(
  'answers %s with changed bytes with a reading or a refusal',
  async (name) => {
    const bytes = new Uint8Array(await readFile(`test/tables/files/${name}`));
    const change = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
    const changed = change.map((changes) => {
      const copy = Uint8Array.from(bytes);
      for (const [at, byte] of changes) copy[at] = byte;
      return copy;
    });
    await fc.assert(fc.asyncProperty(changed, read), { numRuns: 100 });
  },
);

test('answers any XML in a workbook with a reading or a refusal', async () => {
  const piece = fc.constantFrom(
    ...[
      '<row>',
      '</row>',
      '<row r="-1">',
      '<row r="x" hidden="1">',
      '<c>',
      '</c>',
      '<c r="A1" t="s">',
      '<c r="ZZZ9"/>',
      '<c t="e">',
    ],
    ...[
      '<v>',
      '</v>',
      '<f>',
      '</f>',
      '<v/>',
      '1',
      '1e999',
      '-1',
      '&#0;',
      '&#x110000;',
      '&lt;',
      'NaN',
      '<is><t>x</t></is>',
      '<sheetData>',
    ],
    ...[
      '</sheetData>',
      '<mergeCell ref="A1:B9"/>',
      '<mergeCell ref="B9:A1"/>',
      '<col min="x" max="1e9" hidden="1"/>',
      '<!--',
      '-->',
    ],
  );
  const xml = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));
  const inSheet = xml.map((content) => `<sheetData>${rowOf(text('name'), number(1))}</sheetData>${content}`);
  await fc.assert(
    fc.asyncProperty(fc.oneof(xml, inSheet), async (content) => read(await xlsxOf({ sheets: { A: content } }))),
    { numRuns: 300 },
  );
});

test('answers relations that lead nowhere, to themselves or out of the package with a reading or a refusal', async () => {
  const base = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">';
  for (const target of [
    '',
    '/',
    '../../../etc/passwd',
    'xl/_rels/workbook.xml.rels',
    'xl/workbook.xml',
    'http://x.example/',
  ])
    await read(
      await zipOf({
        '_rels/.rels': `${base}<Relationship Id="r" Type="x/officeDocument" Target="${target}"/></Relationships>`,
        'xl/workbook.xml': '<workbook><sheets><sheet name="A" id="r"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': `${base}<Relationship Id="r" Type="x/worksheet" Target="${target}"/></Relationships>`,
      }),
    );
});

/** Texts as a CSV keeps them: trimmed, with line feeds. */
const value = fc
  .string({ unit: fc.constantFrom(...'aZ é山"\',;\t|=+-@1.\n'), minLength: 1, maxLength: 12 })
  .map((content) => content.trim())
  .filter((content) => content !== '');

test('reads every text of our own exports as it was', async () => {
  const table = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const written = ['name,email,date\n', ...rows.map(csvLine)].join('');
      expect(textsOf(await readingOf(written)).slice(1)).toEqual(rows);
    }),
    { numRuns: 500 },
  );
});

test.each(['utf-8', 'utf-16le', 'utf-16be'])('reads every text in %s as it was', async (encoding) => {
  const name = fc
    .string({ unit: fc.constantFrom(...'aZé ñŁЖω山김अم'), minLength: 1, maxLength: 12 })
    .map((content) => `x${content}y`);
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 8 }), async (names) => {
      const bytes = iconv.encode(['name;email', ...names.map((one) => `${one};a@b.example`)].join('\r\n'), encoding);
      expect(
        textsOf(await readingOf(new Uint8Array(bytes)))
          .slice(1)
          .map(([one]) => one),
      ).toEqual(names);
    }),
    { numRuns: 200 },
  );
});
