import { ZipFile } from 'yazl';
import { readTable } from '../../tables/read-table.ts';
import type { Choices, Question, Reading, Refusal } from '../../tables/shared/types.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the reading of a table that must be readable. */
export async function readingOf(from: Uint8Array | string, choices?: Choices): Promise<Reading> {
  const result = await readTable(from, choices);
  if ('refusal' in result) throw new Error(`refused: ${JSON.stringify(result.refusal)}`);
  return result.reading;
}

/** Returns the refusal of a file that must be refused. */
export async function refusalOf(from: Uint8Array | string, choices?: Choices): Promise<Refusal> {
  const result = await readTable(from, choices);
  if ('reading' in result) throw new Error(`read: ${JSON.stringify(textsOf(result.reading).slice(0, 5))}`);
  return result.refusal;
}

/** Returns the names of the columns and the texts of the rows. */
export const textsOf = ({ columns, rows }: Reading): string[][] => [
  columns.map(({ name }) => name),
  ...rows.map(({ cells }) => cells.map(({ text }) => text)),
];

export const codesOf = (list: readonly { code: string }[]): string[] => list.map(({ code }) => code);

/** Returns the open question with a code; undefined if it is not asked. */
export const questionOf = <Code extends Question['code']>(reading: Reading, code: Code) =>
  reading.questions.find((question): question is Extract<Question, { code: Code }> => question.code === code);

/** Returns a ZIP with texts as files. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as unknown as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

interface Workbook {
  /** XML inside `cellXfs` and `numFmts`. */
  styles?: string;
  formats?: string;
  shared?: string;
  /** Attributes of `workbookPr`. */
  properties?: string;
  /** XML of `worksheet` by the name of its sheet; an attribute of `sheet` may follow the name after a bar. */
  sheets: Readonly<Record<string, string>>;
  isStrict?: boolean;
}

/** Returns an XLSX from its XML by hand, so that the reader is not tested with a writer that shares its mistakes. */
export async function xlsxOf({ styles, formats, shared, properties, sheets, isStrict }: Workbook): Promise<Uint8Array> {
  const base = isStrict ? 'http://purl.oclc.org/ooxml' : 'http://schemas.openxmlformats.org';
  const main = isStrict ? `${base}/spreadsheetml/main` : `${base}/spreadsheetml/2006/main`;
  const office = isStrict ? `${base}/officeDocument/relationships` : `${base}/officeDocument/2006/relationships`;
  const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const tags = names.map((name, index) => {
    const [shown = '', attributes = ''] = name.split('|');
    return `<sheet name="${shown}" sheetId="${index + 1}" r:id="rId${index + 1}" ${attributes}/>`;
  });
  const parts = Object.fromEntries(
    Object.values(sheets).map((xml, index) => [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet xmlns="${main}">${xml}</worksheet>`,
    ]),
  );
  return zipOf({
    '_rels/.rels': `<Relationships xmlns="${packageRelations}">${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr ${properties ?? ''}/><sheets>${tags.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${names
      .map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
      .join(
        '',
      )}${relation('s', 'styles', 'styles.xml')}${relation('t', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats ?? ''}</numFmts><cellXfs><xf numFmtId="0"/>${styles ?? ''}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${shared ?? ''}</sst>`,
    ...parts,
  });
}

/** Returns an OpenDocument spreadsheet with one sheet, which has these rows as XML. */
export const odsOf = (rows: string): Promise<Uint8Array> =>
  zipOf({
    'content.xml': `<office:document-content><table:table table:name="A">${rows}</table:table></office:document-content>`,
    'META-INF/manifest.xml': '<manifest:manifest/>',
  });

/** Returns a cell with a text. */
export const text = (value: string, at = ''): string =>
  `<c ${at && `r="${at}"`} t="inlineStr"><is><t>${value}</t></is></c>`;
/** Returns a cell with a number in the style of an index. */
export const number = (value: number | string, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;
export const rowOf = (...cells: string[]): string => `<row>${cells.join('')}</row>`;
