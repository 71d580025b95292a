import type { SceneElement } from '../../scene/scene.ts';
import { array, dictionary, type ObjectNumber, reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import type { DocumentLanguage } from './document-language.ts';
import { figureEntries } from './figures.ts';
import type { ElementTag } from './tag.ts';

export interface PageGeometry {
  number: ObjectNumber;
  height: number;
}

/** Annotation in the structure tree, written later for each certificate. `key` is its key in the parent tree. */
export interface AnnotationPlace {
  annotation: ObjectNumber;
  key: number;
}

/** Target of the parts of a text. */
export interface PartsTarget {
  page: PageGeometry;
  /** Structure elements by the marked-content identifiers of their parts. */
  byMcid: ObjectNumber[];
  addPlace(owner: ObjectNumber): AnnotationPlace;
}

/** Adds the parts of a text to the structure element `number`. Each link becomes a child element. */
export function addParts(
  file: PdfWriter,
  { mcid: first, links }: ElementTag,
  number: ObjectNumber,
  { page, byMcid, addPlace }: PartsTarget,
): { kids: string[]; places: AnnotationPlace[] } {
  const places: AnnotationPlace[] = [];
  const kids = links.map((count, part) => {
    const mcid = first + part;
    const owner = count > 0 ? file.reserve() : number;
    byMcid[mcid] = owner;
    if (owner === number) return String(mcid);
    const own = Array.from({ length: count }, () => addPlace(owner));
    places.push(...own);
    const references = own.map(({ annotation }) => objectReference(annotation, page));
    file.add(structureEntry('Link', number, page, { K: array([mcid, ...references]) }), owner);
    return reference(owner);
  });
  return { kids, places };
}

export const structureEntry = (
  type: string,
  parent: ObjectNumber,
  page: PageGeometry,
  entries: Record<string, string>,
): string =>
  dictionary({ Type: '/StructElem', S: `/${type}`, P: reference(parent), Pg: reference(page.number), ...entries });

const objectReference = (object: ObjectNumber, page: PageGeometry): string =>
  dictionary({ Type: '/OBJR', Obj: reference(object), Pg: reference(page.number) });

/** Returns the structure element of a text, picture or code. */
export const structureElement = (
  { type, mcid }: ElementTag,
  parent: ObjectNumber,
  page: PageGeometry,
  element: SceneElement,
  language: DocumentLanguage,
): string =>
  structureEntry(type, parent, page, {
    ...(type === 'Figure' && figureEntries(element, page.height, language)),
    K: String(mcid),
  });

/** Returns the structure element of an annotation, which is a separate block and not part of a line (ISO 32000-1, 14.8.5.4). */
export const annotatedElement = (
  type: 'Link' | 'Form',
  parent: ObjectNumber,
  page: PageGeometry,
  annotation: ObjectNumber,
  { phraseEntry }: DocumentLanguage,
): string =>
  structureEntry(type, parent, page, {
    A: '<< /O /Layout /Placement /Block >>',
    ...phraseEntry,
    K: objectReference(annotation, page),
  });
