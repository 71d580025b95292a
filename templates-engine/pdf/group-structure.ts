import type { SceneElement, StructureNode } from '../scene/scene.ts';
import type { DocumentLanguage } from './document-language.ts';
import { figureEntries } from './figures.ts';
import { type GroupTag, onPage } from './group-tags.ts';
import type { PageGeometry } from './structure.ts';
import { array, dictionary, type ObjectNumber, reference } from './syntax.ts';
import type { PdfWriter } from './writer.ts';

interface Target {
  page: PageGeometry;
  group: SceneElement;
  language: DocumentLanguage;
  /** The elements by the identifiers of what they have on the page. */
  byMcid: ObjectNumber[];
  /** The last heading's level on the page: none is left out (ISO 14289-1, 7.4.2). */
  headings: { level: number };
}

/** What has nothing in it is not there; but a row's cells are, or the columns would not be the same in every row. */
const MAY_BE_EMPTY = new Set(['TD', 'TH']);

/** Writes a group's structure elements (ISO 32000-1, 14.8.4) under a parent; returns the topmost ones. */
export function addGroup(
  file: PdfWriter,
  { structure, mcids }: GroupTag,
  parent: ObjectNumber,
  target: Target,
): ObjectNumber[] {
  const isEmpty = (node: StructureNode | SceneElement): boolean =>
    'type' in node ? !MAY_BE_EMPTY.has(node.type) && node.children.every(isEmpty) : !mcids.has(node);
  const add = (node: StructureNode, above: ObjectNumber): ObjectNumber => {
    const number = file.reserve();
    const type = headingLevel(node.type, target.headings);
    const kids: string[] = [];
    for (const child of node.children) {
      if (isEmpty(child)) continue;
      if ('type' in child) kids.push(reference(add(child, number)));
      else {
        const mcid = mcids.get(child) ?? 0;
        target.byMcid[mcid] = number;
        kids.push(String(mcid));
      }
    }
    file.add(
      dictionary({
        Type: '/StructElem',
        S: `/${type}`,
        P: reference(above),
        Pg: reference(target.page.number),
        ...entriesOf(node, target),
        ...(kids.length > 0 && { K: array(kids) }),
      }),
      number,
    );
    return number;
  };
  return structure.filter((node) => !isEmpty(node)).map((node) => add(node, parent));
}

/** Attributes of lists and of a table's headers (14.8.5.5, 14.8.5.7), and what a picture shows. */
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
