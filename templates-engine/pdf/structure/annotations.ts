import type { Box } from '../../graphics/geometry.ts';
import type { SceneElement } from '../../scene/scene.ts';
import { asciiString, dictionary, type ObjectNumber, reference, textString } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import { boxOnPage, partOnPage, rectangle } from './bounds.ts';
import type { DocumentLanguage } from './document-language.ts';
import type { AnnotationPlace, PageGeometry } from './elements.ts';
import { type LinkedPage, takeArea } from './link-areas.ts';
import { textLinks } from './text-links.ts';

/** Returns the address of a QR code; null for any other element. */
export function linkOf({ primitive, semantics }: SceneElement): string | null {
  const isCode = semantics.role === 'code' && primitive.kind === 'qr';
  return isCode && /^https?:\/\//.test(primitive.value) && URL.canParse(primitive.value) ? primitive.value : null;
}

/** Adds a link over a QR code. */
export function addCodeLink(
  file: PdfWriter,
  page: LinkedPage,
  element: SceneElement,
  place: AnnotationPlace,
  address: string,
  { phrases }: DocumentLanguage,
): void {
  const isVerification = element.semantics.role === 'code' && element.semantics.isVerification;
  const contents = isVerification ? phrases.verify : address;
  addLink(file, page, place, { box: boxOnPage(element), address, contents });
}

/** Adds the links of a text. `places` has the same order as the links. */
export function addTextLinks(
  file: PdfWriter,
  page: LinkedPage,
  element: SceneElement,
  places: readonly AnnotationPlace[],
): void {
  const links = textLinks(element.primitive).flatMap(({ address, boxes }) => boxes.map((box) => ({ address, box })));
  for (const [index, { address, box }] of links.entries()) {
    const place = places[index];
    if (place) addLink(file, page, place, { box: partOnPage(box, element), address, contents: address });
  }
}

/** Adds a link annotation (ISO 32000-1, 12.5.6.5), with the print flag (F 4). */
function addLink(
  file: PdfWriter,
  page: LinkedPage,
  { annotation, key }: AnnotationPlace,
  { box, address, contents }: { box: Box; address: string; contents: string },
): void {
  file.add(
    dictionary({
      Type: '/Annot',
      Subtype: '/Link',
      Rect: rectangle(takeArea(page, box), page.height),
      Border: '[0 0 0]',
      F: '4',
      Contents: textString(contents),
      P: reference(page.number),
      StructParent: String(key),
      A: dictionary({ Type: '/Action', S: '/URI', URI: asciiString(new URL(address).href) }),
    }),
    annotation,
  );
}

/** Signature that is added to the file later and certifies it. */
export interface PdfSignature {
  /** Text of the signature dictionary, in ASCII. The file contains it unchanged. */
  dictionary: string;
  /** Name of the field. */
  name: string;
}

/**
 * Adds the field of an invisible signature (ISO 32000-1, 12.7.4.5): a widget without extent, printed and locked (F 132). Its appearance is
 * empty. PDF/A requires no appearance (ISO 19005-3, 6.3.3), but Ghostscript warns without one. Returns the position of the signature
 * dictionary in the file.
 */
export function addSignatureField(
  file: PdfWriter,
  page: PageGeometry,
  { annotation, key }: AnnotationPlace,
  signature: PdfSignature & { number: ObjectNumber },
  { phrases }: DocumentLanguage,
): number {
  const form = { Type: '/XObject', Subtype: '/Form', BBox: '[0 0 0 0]', Resources: '<< >>' };
  const appearance = file.addStream(form, new Uint8Array());
  file.add(
    dictionary({
      Type: '/Annot',
      Subtype: '/Widget',
      FT: '/Sig',
      T: textString(signature.name.replaceAll('.', ' ')),
      TU: textString(phrases.signature),
      Rect: '[0 0 0 0]',
      F: '132',
      P: reference(page.number),
      StructParent: String(key),
      AP: dictionary({ N: reference(appearance) }),
      V: reference(signature.number),
    }),
    annotation,
  );
  return file.addAt(signature.dictionary, signature.number);
}
