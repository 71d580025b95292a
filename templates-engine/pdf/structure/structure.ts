import type { SceneElement } from '../../scene/scene.ts';
import { array, dictionary, type ObjectNumber, reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import type { DocumentLanguage } from './document-language.ts';
import {
  type AnnotationPlace,
  addParts,
  annotatedElement,
  type PageGeometry,
  structureElement,
  structureEntry,
} from './elements.ts';
import { addGroup } from './group-structure.ts';
import { readingOrder } from './reading-order.ts';
import type { ElementTag, Tag } from './tag.ts';

/** Inputs of a page's tree, in addition to its template. */
export interface StructureParts {
  /** Tag of each element. */
  tags: readonly Tag[];
  /** Set for elements that are links. */
  isLink: readonly boolean[];
  isSigned: boolean;
}

/** Structure tree of a page (ISO 32000-1, 14.7). Its variable parts are written per certificate. */
export interface Structure {
  root: ObjectNumber;
  document: ObjectNumber;
  /** Object numbers of QR codes, and of pictures with values in their alternative texts, by the index of the element. */
  figures: ReadonlyMap<number, ObjectNumber>;
  /** Links of codes and texts in their order, by the index of the element. */
  links: ReadonlyMap<number, readonly AnnotationPlace[]>;
  widget: AnnotationPlace | null;
}

/** Writes the tree. It is the same for every certificate with the same parts. */
export function addStructure(
  file: PdfWriter,
  page: PageGeometry,
  elements: readonly SceneElement[],
  { tags, isLink, isSigned }: StructureParts,
  language: DocumentLanguage,
): Structure {
  const [root, document] = [file.reserve(), file.reserve()];
  const children: ObjectNumber[] = [];
  const byMcid: ObjectNumber[] = [];
  const annotated: ObjectNumber[] = [];
  const figures = new Map<number, ObjectNumber>();
  const links = new Map<number, readonly AnnotationPlace[]>();
  const addPlace = (owner: ObjectNumber, annotation = file.reserve()): AnnotationPlace => ({
    annotation,
    key: annotated.push(owner),
  });
  const addAnnotated = (type: 'Link' | 'Form'): AnnotationPlace => {
    const annotation = file.reserve();
    const element = file.add(annotatedElement(type, document, page, annotation, language));
    children.push(element);
    return addPlace(element, annotation);
  };
  const headings = { level: 0 };
  const tagged = [...elements.keys()].filter((index) => tags[index]);
  for (const index of readingOrder(elements, tagged)) {
    const [tag, element] = [tags[index], elements[index]];
    if (!tag || !element) continue;
    if (tag.type === 'Group') {
      const target = { page, group: element, language, byMcid, headings, addPlace };
      const added = addGroup(file, tag, document, target);
      children.push(...added.topmost);
      if (added.places.length > 0) links.set(index, added.places);
      continue;
    }
    if (tag.type === 'H1') headings.level = 1;
    const number = file.reserve();
    children.push(number);
    byMcid[tag.mcid] = number;
    if (tag.links.some((places) => places > 0)) links.set(index, addTextWithLinks(number, tag));
    else if (hasOwnText(element)) figures.set(index, number);
    else file.add(structureElement(tag, document, page, element, language), number);
    if (isLink[index]) links.set(index, [addAnnotated('Link')]);
  }
  const widget = isSigned ? addAnnotated('Form') : null;
  const kids = array(children.map(reference));
  file.add(dictionary({ Type: '/StructElem', S: '/Document', P: reference(root), K: kids }), document);
  file.add(treeRoot(document, byMcid, annotated), root);
  return { root, document, figures, links, widget };

  /** Adds a text whose links are child elements (ISO 32000-1, 14.8.4.4.2). */
  function addTextWithLinks(number: ObjectNumber, tag: ElementTag): AnnotationPlace[] {
    const { kids, places } = addParts(file, tag, number, { page, byMcid, addPlace });
    file.add(structureEntry(tag.type, document, page, { K: array(kids) }), number);
    return places;
  }
}

/** Returns true if the alternative text can differ between certificates. */
const hasOwnText = ({ semantics: { role }, isVariable }: SceneElement): boolean =>
  role === 'code' || (role === 'figure' && isVariable);

/** Returns the root of the tree. The key of the page in the parent tree is 0. */
function treeRoot(document: ObjectNumber, byMcid: readonly ObjectNumber[], annotated: readonly ObjectNumber[]): string {
  const parents = [
    `0 ${array(byMcid.map(reference))}`,
    ...annotated.map((element, index) => `${index + 1} ${reference(element)}`),
  ];
  return dictionary({
    Type: '/StructTreeRoot',
    K: reference(document),
    ParentTree: dictionary({ Nums: array(parents) }),
    ParentTreeNextKey: String(annotated.length + 1),
  });
}
