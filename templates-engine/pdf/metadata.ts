import { escapeMarkup } from '../text/markup.ts';
import { dateString, dictionary, type ObjectNumber, type PdfWriter, textString } from './writer.ts';

export interface PdfInfo {
  title: string;
  author: string;
  createdAt: Date;
}

const PRODUCER = 'Laurel';

/** The document information dictionary (ISO 32000-1, 14.3.3). */
export const addInfo = (file: PdfWriter, { title, author, createdAt }: PdfInfo): ObjectNumber =>
  file.add(
    dictionary({
      Title: textString(title),
      Author: textString(author),
      Creator: textString(PRODUCER),
      Producer: textString(PRODUCER),
      CreationDate: dateString(createdAt),
      ModDate: dateString(createdAt),
    }),
  );

/** The same as XMP (ISO 16684-1), uncompressed for tools that look for it; `language` is BCP 47. */
export function addXmp(file: PdfWriter, info: PdfInfo, language: string): ObjectNumber {
  const at = `${info.createdAt.toISOString().slice(0, 19)}Z`;
  const [title, author] = [info.title, info.author].map(escapeMarkup);
  const xmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${escapeMarkup(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${at}</xmp:CreateDate><xmp:ModifyDate>${at}</xmp:ModifyDate><xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool>
<pdf:Producer>${PRODUCER}</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
  return file.addStream({ Type: '/Metadata', Subtype: '/XML' }, Buffer.from(xmp));
}
