import { createHash } from 'node:crypto';
import {
  array,
  asciiString,
  dateString,
  dictionary,
  nameOf,
  type ObjectNumber,
  reference,
  textString,
} from './syntax.ts';
import type { PdfWriter } from './writer.ts';

/** File embedded in the PDF (ISO 19005-3, 6.8). */
export interface PdfAttachment {
  /** File name, unique among the attachments. */
  name: string;
  /** Media type (RFC 2046). */
  type: string;
  description: string;
  /** Relationship to the document. */
  relationship: 'Source' | 'Data' | 'Alternative' | 'Supplement' | 'Unspecified';
  content: Uint8Array;
  modifiedAt: Date;
}

/** Writes the attachments. Returns entries for the catalog: associated files, and a name tree, which must be sorted. */
export function addAttachments(file: PdfWriter, attachments: readonly PdfAttachment[]): Record<string, string> {
  if (attachments.length === 0) return {};
  const sorted = attachments
    .map((attachment) => ({ name: fileName(attachment.name), number: addAttachment(file, attachment) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = array(sorted.flatMap(({ name, number }) => [name, reference(number)]));
  return {
    AF: array(sorted.map(({ number }) => reference(number))),
    Names: dictionary({ EmbeddedFiles: dictionary({ Names: names }) }),
  };
}

function addAttachment(file: PdfWriter, attachment: PdfAttachment): ObjectNumber {
  const { name, type, description, relationship, content, modifiedAt } = attachment;
  const parameters = dictionary({
    ModDate: dateString(modifiedAt),
    Size: String(content.length),
    CheckSum: `<${createHash('md5').update(content).digest('hex').toUpperCase()}>`,
  });
  const data = file.addCompressed({ Type: '/EmbeddedFile', Subtype: nameOf(type), Params: parameters }, content);
  return file.add(
    dictionary({
      Type: '/Filespec',
      F: fileName(name),
      UF: textString(name),
      Desc: textString(description),
      AFRelationship: `/${relationship}`,
      EF: dictionary({ F: reference(data), UF: reference(data) }),
    }),
  );
}

const fileName = (name: string): string => (/^[\x20-\x7e]*$/.test(name) ? asciiString(name) : textString(name));
