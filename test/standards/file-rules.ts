import { type Dict, isDict, nested, type PdfFile } from './pdf-file.ts';
import { type Rule, rewrite, unless } from './rule.ts';

const FILTERS = [
  '/FlateDecode',
  '/DCTDecode',
  '/ASCIIHexDecode',
  '/ASCII85Decode',
  '/RunLengthDecode',
  '/CCITTFaxDecode',
  '/JBIG2Decode',
  '/JPXDecode',
];

/** Returns the bytes without the contents of streams. */
const withoutStreams = (file: PdfFile): string =>
  file.bytes.toString('latin1').replaceAll(/\nstream\r?\n[\s\S]*?\nendstream\n/g, '\n');

const streams = (file: PdfFile): [string, Dict][] =>
  [...file.dicts()].filter(([, , isStream]) => isStream).map(([at, dict]) => [at, dict]);

/** Returns the first dictionary of a type. */
const ofType = (file: PdfFile, type: string): Dict => file.dict(file.find((dict) => dict['/Type'] === type));

/** ISO 19005-3, 6.1: the file's structure. */
export const FILE_RULES: Rule[] = [
  {
    rule: 'ISO 19005-3, 6.1.2: begins with %PDF-1.n and a comment of four bytes above 127',
    faults: ({ bytes }) =>
      unless(
        /^%PDF-1\.[0-7][\r\n]+%[\x80-\xff]{4}/.test(bytes.toString('latin1', 0, 20)),
        bytes.toString('latin1', 0, 15),
      ),
    breakIt: (file) => rewrite(file, (text) => text.replace(/\n%.{4}/, '\n%abcd')),
  },
  {
    rule: 'ISO 19005-3, 6.1.3: the trailer has an ID',
    faults: ({ trailer }) => unless(Array.isArray(trailer['/ID']) && trailer['/ID'].length === 2, 'trailer'),
    breakIt: (file) => {
      delete file.trailer['/ID'];
    },
  },
  {
    rule: 'ISO 19005-3, 6.1.3: nothing is encrypted',
    faults: ({ trailer }) => unless(!('/Encrypt' in trailer), 'trailer'),
    breakIt: (file) => {
      file.trailer['/Encrypt'] = {};
    },
  },
  {
    rule: 'ISO 19005-3, 6.1.3: nothing follows the end of the file',
    faults: ({ bytes }) => unless(/%%EOF\r?\n?$/.test(bytes.toString('latin1', bytes.length - 10)), 'end of file'),
    breakIt: (file) => rewrite(file, (text) => `${text}more`),
  },
  {
    rule: 'ISO 19005-3, 6.1.4: the cross-reference table is correct',
    faults: (file) =>
      unless(/\nxref\r?\n0 \d+\r?\n(\d{10} \d{5} [fn](?: \n| \r|\r\n))+trailer/.test(withoutStreams(file)), 'xref'),
    breakIt: (file) => rewrite(file, (text) => text.replace(/\nxref\n0 /, '\nxref\n\n0 ')),
  },
  {
    rule: 'ISO 19005-3, 6.1.6: hexadecimal strings have only an even number of digits',
    faults: (file) =>
      [...withoutStreams(file).matchAll(/(?<!<)<(?!<)([^>]*)>/g)]
        .map(([, digits = '']) => digits)
        .filter((digits) => digits.length % 2 === 1 || /[^0-9A-Fa-f\s]/.test(digits)),
    breakIt: (file) => rewrite(file, (text) => text.replace(/<FEFF/, '<FEFFA')),
  },
  {
    rule: 'ISO 19005-3, 6.1.7.1: a stream has the stated length',
    faults: ({ bytes }) => {
      const text = bytes.toString('latin1');
      return [...text.matchAll(/\n(\d+) 0 obj\n<< [^\n]*\/Length (\d+) >>\nstream\n/g)]
        .filter(({ 0: head, 2: length, index }) => {
          const end = index + head.length + Number(length);
          return text.slice(end, end + 11) !== '\nendstream\n';
        })
        .map(([, number]) => `object ${number}`);
    },
    breakIt: (file) =>
      rewrite(file, (text) => text.replace(/\/Length (\d+) >>/, (_, length) => `/Length ${Number(length) - 1} >>`)),
  },
  {
    rule: 'ISO 19005-3, 6.1.7.1: no stream is external',
    faults: (file) =>
      streams(file)
        .filter(([, dict]) => ['/F', '/FFilter', '/FDecodeParms'].some((key) => key in dict))
        .map(([at]) => at),
    breakIt: (file) => {
      ofType(file, '/EmbeddedFile')['/F'] = 'u:other';
    },
  },
  {
    rule: 'ISO 19005-3, 6.1.7.2: filters are those of ISO 32000-1 except LZW and Crypt',
    faults: (file) =>
      streams(file)
        .filter(([, dict]) => [dict['/Filter'] ?? []].flat().some((filter) => !FILTERS.includes(String(filter))))
        .map(([at]) => at),
    breakIt: (file) => {
      ofType(file, '/EmbeddedFile')['/Filter'] = '/LZWDecode';
    },
  },
  {
    rule: 'ISO 19005-3, 6.1.9: objects are delimited by single spaces and line breaks',
    faults: (file) => {
      const text = withoutStreams(file);
      const begun = text.match(/(?<=[\r\n])\d+ \d+ obj[\r\n]/g)?.length;
      const all = text.match(/\bobj\b/g)?.length;
      return unless(begun === all && text.match(/[\r\n]endobj[\r\n]/g)?.length === all, `${begun} of ${all}`);
    },
    breakIt: (file) => rewrite(file, (text) => text.replace(' 0 obj\n', '  0 obj\n')),
  },
  {
    rule: 'ISO 19005-3, 6.1.12: the only permissions are those of a certifying signature',
    faults: (file) =>
      Object.keys(file.dict(file.catalog['/Perms'])).filter((key) => !['/DocMDP', '/UR3'].includes(key)),
    breakIt: (file) => {
      file.catalog['/Perms'] = { '/Other': {} };
    },
  },
  {
    rule: 'ISO 19005-3, 6.1.13: numbers, strings, names and objects are within limits',
    faults: (file) => [
      ...unless(file.objects.size <= 8388607, 'number of objects'),
      ...[...file.objects].flatMap(([at, { value }]) => [...nested(value)].filter(isTooLarge).map(() => at)),
    ],
    breakIt: (file) => {
      ofType(file, '/Filespec')['/Desc'] = `u:${'x'.repeat(20000)}`;
    },
  },
  {
    rule: 'ISO 19005-3, 6.1.13: the sides of a page have 3 to 14,400 units',
    faults: (file) => {
      const [left, bottom, right, top] = file.list(file.page['/MediaBox']).map(Number) as [
        number,
        number,
        number,
        number,
      ];
      return [right - left, top - bottom].filter((side) => !(side >= 3 && side <= 14400)).map((side) => `side ${side}`);
    },
    breakIt: (file) => {
      file.page['/MediaBox'] = [0, 0, 2, 100];
    },
  },
  {
    rule: 'ISO 19005-3, 6.9: optional content has a name and no automatic states',
    faults: (file) => {
      const properties = file.catalog['/OCProperties'];
      if (properties === undefined) return [];
      const main = file.dict(file.dict(properties)['/D']);
      return unless('/Name' in main && !('/AS' in main), 'OCProperties');
    },
    breakIt: (file) => {
      file.catalog['/OCProperties'] = { '/D': { '/AS': [] } };
    },
  },
  {
    rule: 'ISO 19005-3, 6.10: no alternate presentations or presentation steps',
    faults: (file) => [
      ...unless(!('/AlternatePresentations' in file.dict(file.catalog['/Names'])), 'Names'),
      ...unless(!('/PresSteps' in file.page), 'page'),
    ],
    breakIt: (file) => {
      file.page['/PresSteps'] = {};
    },
  },
  {
    rule: 'ISO 19005-3, 6.11: no requirements',
    faults: (file) => unless(!('/Requirements' in file.catalog), 'catalog'),
    breakIt: (file) => {
      file.catalog['/Requirements'] = [];
    },
  },
];

/** Returns whether a value exceeds the limits of ISO 32000-1, annex C, which 6.1.13 adopts. */
function isTooLarge(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > (Number.isInteger(value) ? 2147483647 : 3.403e38);
  if (isDict(value as never)) return Object.keys(value as Dict).some((key) => Buffer.byteLength(key) > 128);
  if (typeof value !== 'string') return false;
  if (value.startsWith('/')) return Buffer.byteLength(value) > 128;
  return value.startsWith('b:') ? value.length > 2 * 32767 + 2 : value.length * 2 + 2 > 32767;
}
