import { type PdfFile, textOf } from './pdf-file.ts';
import { type Rule, unless } from './rule.ts';
import { NAMESPACE, propertyOf, readXmp } from './xmp.ts';

/** Schemas predefined by PDF/A that certificates use. */
const PREDEFINED: readonly string[] = [
  NAMESPACE.dc,
  NAMESPACE.xmp,
  NAMESPACE.pdf,
  NAMESPACE.pdfaid,
  NAMESPACE.extension,
];

/** Entries of the information dictionary with their equivalent properties (ISO 19005-3, 6.6.3). */
const SAME: readonly (readonly [entry: string, schema: 'dc' | 'pdf' | 'xmp', name: string])[] = [
  ['/Title', 'dc', 'title'],
  ['/Author', 'dc', 'creator'],
  ['/Creator', 'xmp', 'CreatorTool'],
  ['/Producer', 'pdf', 'Producer'],
  ['/CreationDate', 'xmp', 'CreateDate'],
  ['/ModDate', 'xmp', 'ModifyDate'],
];

/** Returns a PDF date in UTC in XMP's format. */
const asIso = (text: string): string =>
  text.replace(/^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z');

/** Rewrites the XMP packet. */
function edit(file: PdfFile, change: (packet: string) => string): void {
  const object = file.objects.get(String(file.catalog['/Metadata']));
  if (object) object.data = Buffer.from(change(object.data?.toString('utf8') ?? ''));
}

/** ISO 19005-3, 6.6, and ISO 14289-1, 5 and 7.1: metadata. */
export const METADATA_RULES: Rule[] = [
  {
    rule: 'ISO 19005-3, 6.6.2.1: the catalog has an unfiltered metadata stream',
    faults: (file) => {
      const stream = file.dict(file.catalog['/Metadata']);
      return unless(
        stream['/Type'] === '/Metadata' && stream['/Subtype'] === '/XML' && !('/Filter' in stream),
        'Metadata',
      );
    },
    breakIt: (file) => {
      file.dict(file.catalog['/Metadata'])['/Filter'] = '/FlateDecode';
    },
  },
  {
    rule: 'ISO 19005-3, 6.6.2.1: the packet is well-formed XML in UTF-8, and its header has neither bytes nor encoding',
    faults: (file) => {
      const { fault, packet } = readXmp(file);
      const [header = ''] = /<\?xpacket begin[\s\S]*?\?>/.exec(packet) ?? [];
      return [...(fault ? [fault] : []), ...unless(header !== '' && !/bytes=|encoding=/.test(header), header)];
    },
    breakIt: (file) => edit(file, (packet) => packet.replace('</dc:title>', '')),
  },
  {
    rule: 'ISO 19005-3, 6.6.2.3: properties belong to predefined schemas or are described in the file',
    faults: (file) => {
      const { properties, described } = readXmp(file);
      return [...properties.keys()].filter(
        (name) => !described.has(name) && !PREDEFINED.some((schema) => name.startsWith(`{${schema}}`)),
      );
    },
    breakIt: (file) => edit(file, (packet) => packet.replace('<pdfaProperty:name>part<', '<pdfaProperty:name>other<')),
  },
  {
    rule: 'ISO 19005-3, 6.6.2.3: a described schema has name, namespace, prefix and properties',
    faults: (file) => {
      const { packet } = readXmp(file);
      const missing = [
        'pdfaSchema:schema',
        'pdfaSchema:namespaceURI',
        'pdfaSchema:prefix',
        'pdfaSchema:property',
        'pdfaProperty:valueType',
        'pdfaProperty:category',
        'pdfaProperty:description',
      ];
      return missing.filter((name) => !packet.includes(`<${name}>`));
    },
    breakIt: (file) =>
      edit(file, (packet) => packet.replace(/<pdfaProperty:category>.*?<\/pdfaProperty:category>/, '')),
  },
  {
    rule: 'ISO 19005-3, 6.6.3: the information dictionary matches the metadata',
    faults: (file) => {
      const [info, xmp] = [file.dict(file.trailer['/Info']), readXmp(file)];
      return SAME.filter(
        ([entry, schema, name]) => asIso(textOf(info[entry]) ?? '') !== (propertyOf(xmp, schema, name) ?? ''),
      ).map(([entry]) => entry);
    },
    breakIt: (file) => {
      file.dict(file.trailer['/Info'])['/Title'] = 'u:Another';
    },
  },
  {
    rule: 'ISO 19005-3, 6.6.4: the metadata states PDF/A-3, level A or B',
    faults: (file) => {
      const xmp = readXmp(file);
      return unless(
        propertyOf(xmp, 'pdfaid', 'part') === '3' && /^[AB]$/.test(propertyOf(xmp, 'pdfaid', 'conformance') ?? ''),
        'pdfaid',
      );
    },
    breakIt: (file) => edit(file, (packet) => packet.replace('<pdfaid:part>3', '<pdfaid:part>2')),
  },
  {
    rule: 'ISO 14289-1, 5: the metadata states PDF/UA-1',
    faults: (file) => unless(propertyOf(readXmp(file), 'pdfuaid', 'part') === '1', 'pdfuaid'),
    breakIt: (file) => edit(file, (packet) => packet.replace(/<pdfuaid:part>.*?<\/pdfuaid:part>/, '')),
  },
  {
    rule: 'ISO 14289-1, 7.1: the document has a one-line title that viewers show',
    faults: (file) => {
      const title = propertyOf(readXmp(file), 'dc', 'title') ?? '';
      return [
        ...unless(title.trim() !== '' && !/[\r\n\u2028\u2029]/.test(title), 'title'),
        ...unless(file.dict(file.catalog['/ViewerPreferences'])['/DisplayDocTitle'] === true, 'DisplayDocTitle'),
      ];
    },
    breakIt: (file) => {
      delete file.catalog['/ViewerPreferences'];
    },
  },
];
