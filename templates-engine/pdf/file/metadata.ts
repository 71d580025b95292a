import escapeHtml from 'escape-html';
import { dateString, dictionary, type ObjectNumber, textString } from './syntax.ts';
import type { PdfWriter } from './writer.ts';

/** Metadata of a document. */
export interface Metadata {
  title: string;
  author: string;
  createdAt: Date;
}

const PRODUCER = 'Laurel';

/** Adds the document information dictionary (ISO 32000-1, 14.3.3), with the same content as the XMP. */
export function addInfo(file: PdfWriter, { title, author, createdAt }: Metadata): ObjectNumber {
  return file.add(
    dictionary({
      Title: textString(oneLine(title)),
      Author: textString(oneLine(author)),
      Creator: textString(PRODUCER),
      Producer: textString(PRODUCER),
      CreationDate: dateString(createdAt),
      ModDate: dateString(createdAt),
    }),
  );
}

/**
 * Description of the PDF/UA identification schema. PDF/A does not predefine that schema, so the file must describe it (ISO 19005-3,
 * 6.6.2.3).
 */
const EXTENSION = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Indicates, which part of ISO 14289 standard is followed</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

/** Claims of a document: its language (BCP 47) and its conformance level of PDF/A-3. */
export interface Claims {
  language: string;
  level: 'A' | 'B';
}

/** Adds the metadata as uncompressed XMP (ISO 16684-1), with claims of PDF/A-3 and PDF/UA-1. */
export function addXmp(file: PdfWriter, info: Metadata, { language, level }: Claims): ObjectNumber {
  const at = `${info.createdAt.toISOString().slice(0, 19)}Z`;
  const [title, author] = [info.title, info.author].map((text) => escapeHtml(oneLine(text)));
  const xmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>${level}</pdfaid:conformance>
<pdfuaid:part>1</pdfuaid:part>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${escapeHtml(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${at}</xmp:CreateDate><xmp:ModifyDate>${at}</xmp:ModifyDate><xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool>
<pdf:Producer>${PRODUCER}</pdf:Producer>
</rdf:Description>
${EXTENSION}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
  return file.addStream({ Type: '/Metadata', Subtype: '/XML' }, Buffer.from(xmp));
}

/** Characters that XML forbids, and line breaks, which viewers show as boxes in a title. */
const NOT_ON_A_LINE = /[\s\p{Cc}\u2028\u2029\uFFFE\uFFFF]+/gu;

const oneLine = (text: string): string => text.toWellFormed().replaceAll(NOT_ON_A_LINE, ' ').trim();
