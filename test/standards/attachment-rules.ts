import { createHash } from 'node:crypto';
import { type Dict, type PdfFile, textOf } from './pdf-file.ts';
import { type Rule, unless } from './rule.ts';

const RELATIONSHIPS = ['/Source', '/Data', '/Alternative', '/Supplement', '/Unspecified'];

/** Returns the file specifications of embedded files. */
const specifications = (file: PdfFile): [string, Dict][] =>
  [...file.objects]
    .map(([at, { value }]): [string, Dict] => [at, file.dict(value)])
    .filter(([, dict]) => '/EF' in dict);

const embedded = (file: PdfFile, specification: Dict): Dict => file.dict(file.dict(specification['/EF'])['/F']);
const first = (file: PdfFile): Dict => specifications(file)[0]?.[1] ?? {};
const ofEach =
  (holds: (specification: Dict, file: PdfFile, at: string) => boolean) =>
  (file: PdfFile): string[] =>
    specifications(file)
      .filter(([at, specification]) => !holds(specification, file, at))
      .map(([at]) => at);

/** ISO 19005-3, 6.8, and ISO 14289-1, 7.11: embedded files. */
export const ATTACHMENT_RULES: Rule[] = [
  {
    rule: 'ISO 19005-3, 6.8 and ISO 14289-1, 7.11: an embedded file has its name in F and in UF',
    faults: ofEach((own) => (textOf(own['/F']) ?? '') !== '' && own['/F'] === own['/UF']),
    breakIt: (file) => {
      delete first(file)['/UF'];
    },
  },
  {
    rule: 'ISO 19005-3, 6.8: an embedded file has a relationship to the document',
    faults: ofEach((own) => RELATIONSHIPS.includes(String(own['/AFRelationship']))),
    breakIt: (file) => {
      delete first(file)['/AFRelationship'];
    },
  },
  {
    rule: 'ISO 19005-3, 6.8: an embedded file has a media type',
    faults: ofEach((own, file) => /^\/[\w.+-]+\/[\w.+-]+$/.test(String(embedded(file, own)['/Subtype']))),
    breakIt: (file) => {
      delete embedded(file, first(file))['/Subtype'];
    },
  },
  {
    rule: 'ISO 19005-3, 6.8: an embedded file is associated with the document',
    faults: ofEach((_, file, at) => file.list(file.catalog['/AF']).includes(at)),
    breakIt: (file) => {
      file.catalog['/AF'] = [];
    },
  },
  {
    rule: 'ISO 32000-1, 7.7.4: an embedded file is in the sorted name tree',
    faults: (file) => {
      const entries = file.list(file.dict(file.dict(file.catalog['/Names'])['/EmbeddedFiles'])['/Names']);
      const names = entries.filter((_, index) => index % 2 === 0).map(String);
      return [
        ...unless([...names].sort().join() === names.join(), 'order'),
        ...ofEach((_, __, at) => entries.includes(at))(file),
      ];
    },
    breakIt: (file) => {
      delete file.catalog['/Names'];
    },
  },
  {
    rule: 'ISO 32000-1, 7.11.4: an embedded file has its size, its digest and its modification time',
    faults: ofEach((own, file) => {
      const content = file.data(file.dict(own['/EF'])['/F']);
      const parameters = file.dict(embedded(file, own)['/Params']);
      const digest = `b:${createHash('md5').update(content).digest('hex')}`;
      return (
        parameters['/Size'] === content.length &&
        asBytes(parameters['/CheckSum']) === digest &&
        /^D:\d{14}Z$/.test(textOf(parameters['/ModDate']) ?? '')
      );
    }),
    breakIt: (file) => {
      file.dict(embedded(file, first(file))['/Params'])['/Size'] = 1;
    },
  },
];

/** qpdf shows byte strings as text if possible. */
function asBytes(value: unknown): string {
  const text = String(value);
  return text.startsWith('u:') ? `b:${Buffer.from(text.slice(2), 'latin1').toString('hex')}` : text;
}
