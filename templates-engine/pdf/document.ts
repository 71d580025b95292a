/**
 * Output of a scene as a PDF (PDF/A-3a or 3b, and PDF/UA-1). `file/` writes objects, `fonts/` embeds fonts, `painting/` draws elements, and
 * `structure/` describes them to assistive technology. The start of a file is written once per version. The same scene and information give
 * the same bytes. All painted content is tagged or an artifact.
 */

import { imageElementsIn } from '../scene/image-elements.ts';
import type { Scene, SceneElement } from '../scene/scene.ts';
import { conformanceLevel } from './conformance-level.ts';
import { addContent } from './content.ts';
import { addAttachments, type PdfAttachment } from './file/attachments.ts';
import { addInfo, addXmp, type Metadata } from './file/metadata.ts';
import { array, asciiString, dictionary, type ObjectNumber, reference } from './file/syntax.ts';
import type { PdfWriter } from './file/writer.ts';
import { continueFile, type PdfLayer } from './layer.ts';
import { ContentStream, type Resources } from './painting/content-stream.ts';
import { addImages } from './painting/image.ts';
import { addCodeLink, addSignatureField, addTextLinks, linkOf, type PdfSignature } from './structure/annotations.ts';
import { structureElement } from './structure/elements.ts';
import { addGroupLinks } from './structure/group-structure.ts';
import type { Structure } from './structure/structure.ts';
import type { Tag } from './structure/tag.ts';
import { tagElements } from './structure/tags.ts';

/** Contents of a PDF besides its page. */
export interface PdfInfo extends Metadata {
  attachments?: readonly PdfAttachment[];
  signature?: PdfSignature;
}

export interface RenderedPdf {
  pdf: Uint8Array;
  /** Position of the signature dictionary's text; null without a signature. */
  signatureAt: number | null;
}

/**
 * Renders the page as a vector PDF of the same size, conforming to PDF/A-3a or 3b (ISO 19005-3) and PDF/UA-1 (ISO 14289-1). The same scene
 * and info give the same bytes.
 */
export async function renderPdfPage(layer: PdfLayer, { page, elements }: Scene, info: PdfInfo): Promise<RenderedPdf> {
  const tags = tagElements(elements, layer.textSizes, page);
  const isLink = elements.map((element) => linkOf(element) !== null);
  const { file, structure } = continueFile(layer, elements, { tags, isLink, isSigned: info.signature !== undefined });
  const stream = new ContentStream(file, 'V', await imagesOf(file, layer, elements));
  const { language } = layer.language;
  const contents = layer.contents.map((content) =>
    'stream' in content
      ? content.stream
      : addContent(file, stream, page, content.elements, { elements, tags, language }),
  );
  const resources = merge(layer.resources, stream.finish());
  addVarying(file, layer, structure, elements, tags);
  const annotations = [...[...structure.links.values()].flat(), ...(structure.widget ? [structure.widget] : [])];
  const pages = addPage(file, layer.page.number, page, {
    Contents: array(contents.map(reference)),
    Resources: resources,
    ...(annotations.length > 0 && { Annots: array(annotations.map(({ annotation }) => reference(annotation))) }),
  });
  const signature = info.signature && structure.widget ? { ...info.signature, number: file.reserve() } : null;
  const level = conformanceLevel(elements);
  const root = addCatalog(file, layer, structure, { pages, info, level, signature: signature?.number ?? null });
  const infoNumber = addInfo(file, info);
  // Written last, so that almost nothing follows the part that is filled in later.
  const signatureAt =
    signature && structure.widget
      ? addSignatureField(file, layer.page, structure.widget, signature, layer.language)
      : null;
  return { pdf: file.save({ root, info: infoNumber }), signatureAt };
}

/** Returns the objects of all images. The template's images are already written; those of the certificate's values are added. */
async function imagesOf(
  file: PdfWriter,
  { images }: PdfLayer,
  elements: readonly SceneElement[],
): Promise<PdfLayer['images']> {
  const own = elements
    .flatMap(imageElementsIn)
    .flatMap(({ primitive: { image } }) => (images.has(image) ? [] : [image]));
  return own.length > 0 ? new Map([...images, ...(await addImages(file, own))]) : images;
}

/** Writes the parts that vary per certificate: figures with variable alternative texts, and the links of codes and texts. */
function addVarying(
  file: PdfWriter,
  { page, language }: PdfLayer,
  { document, figures, links }: Structure,
  elements: readonly SceneElement[],
  tags: readonly Tag[],
): void {
  for (const [index, number] of figures) {
    const [element, tag] = [elements[index], tags[index]];
    if (element && tag && tag.type !== 'Group')
      file.add(structureElement(tag, document, page, element, language), number);
  }
  const linked = { ...page, areas: [] };
  for (const [index, places] of links) {
    const element = elements[index];
    const address = element && linkOf(element);
    const [place] = places;
    if (address && place) addCodeLink(file, linked, element, place, address, language);
    else if (element && tags[index]?.type === 'Group') addGroupLinks(file, linked, element, tags[index], places);
    else if (element) addTextLinks(file, linked, element, places);
  }
}

/** Writes the page and a page tree that contains only this page. Returns the page tree. */
function addPage(
  file: PdfWriter,
  number: ObjectNumber,
  { width, height }: Scene['page'],
  entries: Record<string, string>,
): ObjectNumber {
  const pages = file.add(dictionary({ Type: '/Pages', Kids: array([reference(number)]), Count: '1' }));
  const own = { Type: '/Page', Parent: reference(pages), MediaBox: array([0, 0, width, height]) };
  file.add(dictionary({ ...own, StructParents: '0', Tabs: '/S', ...entries }), number);
  return pages;
}

function addCatalog(
  file: PdfWriter,
  { language: { language }, outputIntent }: PdfLayer,
  { root, widget }: Structure,
  {
    pages,
    info,
    level,
    signature,
  }: { pages: ObjectNumber; info: PdfInfo; level: 'A' | 'B'; signature: ObjectNumber | null },
): ObjectNumber {
  return file.add(
    dictionary({
      Type: '/Catalog',
      Pages: reference(pages),
      Lang: asciiString(language),
      MarkInfo: '<< /Marked true >>',
      StructTreeRoot: reference(root),
      ViewerPreferences: '<< /DisplayDocTitle true >>',
      OutputIntents: array([reference(outputIntent)]),
      Metadata: reference(addXmp(file, info, { language, level })),
      ...addAttachments(file, info.attachments ?? []),
      ...(widget && { AcroForm: `<< /Fields ${array([reference(widget.annotation)])} /SigFlags 3 >>` }),
      // Certifies the file (ISO 32000-1, 12.8.4), so that readers report every later change.
      ...(signature !== null && { Perms: dictionary({ DocMDP: reference(signature) }) }),
    }),
  );
}

function merge(first: Resources, second: Resources): string {
  const kinds = ['Font', 'XObject', 'Shading', 'ExtGState'] as const;
  return dictionary(Object.fromEntries(kinds.map((kind) => [kind, dictionary({ ...first[kind], ...second[kind] })])));
}
