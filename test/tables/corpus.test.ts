import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { meaningOf } from '../../tables/columns/words.ts';
import type { Choices, DateOrder, DecimalMark, Reading } from '../../tables/shared/types.ts';
import { dateOf, numberOf } from '../../tables/values/value-of.ts';
import { text as cell, questionOf, readingOf, rowOf, xlsxOf, zipOf } from '../support/tables.ts';

interface Language {
  locale: string;
  encoding: string;
  /** Names of the columns of name, expiry, and score. */
  header: readonly [string, string, string];
  names: readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    locale: 'ar-EG',
    encoding: 'utf-16be',
    header: ['الاسم', 'تاريخ الانتهاء', 'الدرجة'],
    names: ['محمد علي', 'فاطمة الزهراء', 'سارة'],
  },
  {
    locale: 'de-DE',
    encoding: 'windows-1252',
    header: ['Teilnehmer', 'Gültig bis', 'Punkte'],
    names: ['Jörg Groß', 'Käthe Müller', 'Zoë'],
  },
  {
    locale: 'en-US',
    encoding: 'macintosh',
    header: ['Full name', 'Expiry date', 'Score'],
    names: ['Chloë O’Neil', 'Renée Zellweger', 'Ann'],
  },
  {
    locale: 'es-ES',
    encoding: 'windows-1252',
    header: ['Nombre', 'Fecha de caducidad', 'Nota'],
    names: ['José Núñez', 'María Peña', 'Ana'],
  },
  {
    locale: 'fr-FR',
    encoding: 'cp850',
    header: ['Nom', 'Date d’expiration', 'Note'],
    names: ['François Lefèvre', 'Zoé', 'Hélène'],
  },
  {
    locale: 'hi-IN',
    encoding: 'utf-16le',
    header: ['नाम', 'समाप्ति तिथि', 'अंक'],
    names: ['अमित कुमार', 'प्रिया', 'सीता'],
  },
  {
    locale: 'it-IT',
    encoding: 'windows-1252',
    header: ['Nominativo', 'Scadenza', 'Voto'],
    names: ['Niccolò Rossi', 'José', 'Ada'],
  },
  {
    locale: 'ja-JP',
    encoding: 'shift_jis',
    header: ['氏名', '有効期限', '点数'],
    names: ['山田 太郎', '佐藤 花子', '鈴木'],
  },
  {
    locale: 'pt-BR',
    encoding: 'windows-1252',
    header: ['Nome', 'Validade', 'Nota'],
    names: ['João Gonçalves', 'Inês', 'Antônio'],
  },
  { locale: 'zh-CN', encoding: 'gb18030', header: ['姓名', '有效期', '成绩'], names: ['张伟', '王芳', '李娜'] },
];
const DAYS = ['2027-03-04', '2027-11-12', '2028-08-09'];
const SCORES = ['7.5', '1234.25', '80'];

/** Writes days as people of a language do: in long, short and numeric forms of CLDR, as ISO 8601, and with two digits. */
const DATE_STYLES: Readonly<Record<string, (day: Date, locale: string) => string>> = {
  'ISO 8601': (day) => day.toISOString().slice(0, 10),
  words: (day, locale) => day.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
  numbers: (day, locale) =>
    day.toLocaleDateString(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }),
  'short numbers': (day, locale) =>
    day.toLocaleDateString(locale, { year: '2-digit', month: 'numeric', day: 'numeric', timeZone: 'UTC' }),
  'abbreviated words': (day, locale) =>
    day.toLocaleDateString(locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }),
};
const orderIn = (locale: string): DateOrder => (locale === 'en-US' ? 'mdy' : /^(ja|zh)/.test(locale) ? 'ymd' : 'dmy');
const markIn = (locale: string): DecimalMark => (/^(de|es|fr|it|pt)/.test(locale) ? ',' : '.');

type Rows = readonly (readonly string[])[];
const csvOf = (rows: Rows, delimiter: string) =>
  rows.map((row) => row.map((value) => `"${value}"`).join(delimiter)).join('\r\n');

/** Writes a table as a file of a kind. */
const FILES: Readonly<Record<string, (rows: Rows, language: Language) => Promise<Uint8Array> | Uint8Array>> = {
  'CSV in UTF-8': (rows) => new TextEncoder().encode(csvOf(rows, ',')),
  'CSV in its old encoding, with a title': (rows, { encoding }) =>
    new Uint8Array(iconv.encode(`2027\r\n\r\n${csvOf(rows, ';')}`, encoding)),
  'XLSX with texts': (rows) =>
    xlsxOf({
      sheets: { A: `<sheetData>${rows.map((row) => rowOf(...row.map((value) => cell(value)))).join('')}</sheetData>` },
    }),
  ODS: (rows) =>
    zipOf({
      'META-INF/manifest.xml': '<manifest:manifest/>',
      'content.xml': `<x:content><table:table table:name="A">${rows
        .map(
          (row) =>
            `<table:table-row>${row.map((value) => `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`).join('')}</table:table-row>`,
        )
        .join('')}</table:table></x:content>`,
    }),
};

const CASES = LANGUAGES.flatMap((language) =>
  Object.keys(DATE_STYLES).flatMap((style) =>
    Object.keys(FILES).map((file) => ({ language, style, file, locale: language.locale })),
  ),
);

/** Answers the questions as the author of the table would. */
function answersOf(reading: Reading, { locale, encoding, header }: Language): Choices {
  const answers: { -readonly [Name in keyof Choices]: Choices[Name] } = {};
  const encodings = questionOf(reading, 'encoding')?.candidates.map((candidate) => candidate.encoding) ?? [];
  const own = encoding.replace('cp', 'ibm');
  if (encodings.length > 0) answers.encoding = encodings.includes(own) ? own : 'windows-1252';
  const row = questionOf(reading, 'header')?.candidates.find(({ texts }) => texts.includes(header[0]))?.row;
  if (row !== undefined) answers.headerRow = row;
  return { ...answers, dateOrders: { 1: orderIn(locale) }, decimalMarks: { 2: markIn(locale) } };
}

test.each(CASES)(
  'reads a table of $locale right or asks: $file, dates as $style',
  async ({ language, style, file }) => {
    const written = DAYS.map((day) => DATE_STYLES[style]?.(new Date(`${day}T00:00:00Z`), language.locale) ?? '');
    const scores = SCORES.map((score) => Number(score).toLocaleString(language.locale, { useGrouping: false }));
    const rows = [
      language.header,
      ...language.names.map((name, index) => [name, written[index] ?? '', scores[index] ?? '']),
    ];
    const bytes = (await FILES[file]?.(rows, language)) ?? new Uint8Array();
    const first = await readingOf(bytes);
    const valuesOf = ({ columns, rows: read }: Reading) =>
      read.map(({ cells: [name, date, score] }) => [
        name?.text,
        date && dateOf(date, columns[1]?.dateOrders[0]),
        score && numberOf(score, columns[2]?.decimalMarks[0]),
      ]);
    const expected = language.names.map((name, index) => [name, DAYS[index], SCORES[index]]);
    // Without a question, nothing may be wrong. With one, its answer leads to the right values.
    if (first.questions.length === 0) expect(valuesOf(first)).toEqual(expected);
    const reading = await readingOf(bytes, answersOf(first, language));
    expect(reading.questions).toEqual([]);
    expect(valuesOf(reading)).toEqual(expected);
    expect(reading.columns.slice(0, 2).map(({ name }) => meaningOf(name))).toEqual(['recipientName', 'expiresAt']);
  },
);
