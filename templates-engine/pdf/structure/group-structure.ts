import type { SceneElement, StructureNode } from '../../scene/scene.ts';
import { array, dictionary, type ObjectNumber, reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import { addTextLinks } from './annotations.ts';
import type { DocumentLanguage } from './document-language.ts';
import { type AnnotationPlace, addParts, type PartsTarget, structureEntry } from './elements.ts';
import { figureEntries } from './figures.ts';
import { onPage, tagInGroup } from './group-tags.ts';
import type { LinkedPage } from './link-areas.ts';
import type { GroupTag } from './tag.ts';

interface Target extends PartsTarget {
  group: SceneElement;
  language: DocumentLanguage;
  /** Level of the last heading on the page. No level may be skipped (ISO 14289-1, 7.4.2). */
  headings: { level: number };
}

/** Structure elements that are written even if empty. All rows must have the same columns, so their cells are kept. */
const MAY_BE_EMPTY = new Set(['TD', 'TH']);

/** Writes the structure elements of a group (ISO 32000-1, 14.8.4) under a parent. Returns the topmost elements and the places of links. */
export function addGroup(
  file: PdfWriter,
  tag: GroupTag,
  parent: ObjectNumber,
  target: Target,
): { topmost: ObjectNumber[]; places: AnnotationPlace[] } {
  const places: AnnotationPlace[] = [];
  const isEmpty = (node: StructureNode | SceneElement): boolean =>
    'type' in node ? !MAY_BE_EMPTY.has(node.type) && node.children.every(isEmpty) : !tag.parts.has(node);
  const kidsOf = (child: StructureNode | SceneElement, number: ObjectNumber): string[] => {
    if (isEmpty(child)) return [];
    if ('type' in child) return [reference(add(child, number))];
    const own = tagInGroup(tag, child);
    const added = own && addParts(file, own, number, target);
    places.push(...(added?.places ?? []));
    return added?.kids ?? [];
  };
  const add = (node: StructureNode, above: ObjectNumber): ObjectNumber => {
    const number = file.reserve();
    const type = headingLevel(node.type, target.headings);
    const kids = node.children.flatMap((child) => kidsOf(child, number));
    const entries = { ...entriesOf(node, target), ...(kids.length > 0 && { K: array(kids) }) };
    file.add(structureEntry(type, above, target.page, entries), number);
    return number;
  };
  const topmost = tag.structure.filter((node) => !isEmpty(node)).map((node) => add(node, parent));
  return { topmost, places };
}

/** Adds the links of a group's texts. `places` has the same order as the links. */
export function addGroupLinks(
  file: PdfWriter,
  page: LinkedPage,
  group: SceneElement,
  tag: GroupTag,
  places: readonly AnnotationPlace[],
): void {
  let next = 0;
  for (const element of tag.parts.keys()) {
    const count = (tagInGroup(tag, element)?.links ?? []).reduce((sum, one) => sum + one, 0);
    if (count > 0) addTextLinks(file, page, onPage(element, group), places.slice(next, next + count));
    next += count;
  }
}

/** Returns the attributes of lists and header cells (ISO 32000-1, 14.8.5.5 and 14.8.5.7), and the entries of pictures. */
function entriesOf(
  { type, numbering, scope, children }: StructureNode,
  { page, group, language }: Target,
): Record<string, string> {
  if (type === 'L') return { A: dictionary({ O: '/List', ListNumbering: `/${numbering ?? 'None'}` }) };
  if (type === 'TH') return { A: dictionary({ O: '/Table', Scope: `/${scope ?? 'Column'}` }) };
  const [picture] = children;
  if (type !== 'Figure' || !picture || 'type' in picture) return {};
  return figureEntries(onPage(picture, group), page.height, language);
}

function headingLevel(type: StructureNode['type'], headings: Target['headings']): string {
  const level = /^H([1-6])$/.exec(type)?.[1];
  if (level === undefined) return type;
  headings.level = Math.min(Number(level), headings.level + 1);
  return `H${headings.level}`;
}
