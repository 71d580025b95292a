/**
 * Certificates as pages for a printer. Certificates of a batch share most objects, and each is written once. A print PDF is written in
 * parts, so its size does not limit memory.
 */

import { PDFArray, PDFDocument, PDFName, type PDFPage, PDFRawStream } from 'pdf-lib';
import type { PdfValue } from '../graphics/pdf-objects.ts';
import { array } from '../pdf/file/syntax.ts';
import { bleedingContent, type Content } from './bleed.ts';
import { Copier, Objects, type PrintObject } from './copy-objects.ts';

/** Pages of a print PDF: objects, and the indexes of the pages among them. */
export interface PrintPages {
  objects: PrintObject[];
  pages: number[];
  hasBleed: boolean;
  /** Output intents of the pages; null if the certificates have none. */
  outputIntents: PdfValue | null;
}

/**
 * Returns certificates as pages for a printer, without links, signature, tags and attachments. Each has `bleed` points around it. Objects
 * that several certificates share are included once.
 */
export async function readPrintPages(pdfs: readonly Uint8Array[], bleed: number): Promise<PrintPages> {
  const objects = new Objects();
  const pages: number[] = [];
  let outputIntents: PdfValue | null = null;
  for (const pdf of pdfs) {
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    const copier = new Copier(document.context, objects);
    const intents = document.catalog.get(PDFName.of('OutputIntents'));
    if (outputIntents === null && intents) outputIntents = copier.copy(intents);
    pages.push(addPage(objects, copier, document.getPage(0), bleed));
  }
  return { objects: objects.all, pages, hasBleed: bleed > 0, outputIntents };
}

/** Adds a page. Its boxes (ISO 32000-1, 14.11.2) show the cut. */
function addPage(objects: Objects, copier: Copier, page: PDFPage, bleed: number): number {
  const { width, height } = page.getSize();
  const all = [0, 0, width + 2 * bleed, height + 2 * bleed];
  const resources = page.node.Resources();
  const own = {
    resources: resources ? copier.entries(resources) : {},
    streams: streamsOf(page).map(({ dict, contents }) => ({ entries: copier.entries(dict), data: contents })),
  };
  return objects.add({
    Type: '/Page',
    MediaBox: array(all),
    BleedBox: array(all),
    TrimBox: array([bleed, bleed, bleed + width, bleed + height]),
    ...(bleed > 0 ? bleedingContent(objects, own, { width, height, bleed }) : plainContent(objects, own)),
  });
}

function streamsOf(page: PDFPage): PDFRawStream[] {
  const contents = page.node.Contents();
  const all = contents instanceof PDFArray ? contents.asArray() : [contents];
  return all.flatMap((item) => {
    const stream = item && page.doc.context.lookup(item);
    return stream instanceof PDFRawStream ? [stream] : [];
  });
}

const plainContent = (objects: Objects, { resources, streams }: Content): Record<string, PdfValue> => ({
  Resources: resources,
  Contents: streams.map(({ entries, data }) => objects.add(withoutLength(entries), data)),
});

/** Removes the length, which the writer adds. */
const withoutLength = ({ Length: _, ...entries }: Record<string, PdfValue>): Record<string, PdfValue> => entries;
