import type { PlacedElement } from '../scene/scene.ts';
import { languageOf } from './language.ts';
import { array, asciiString, dictionary, type ObjectNumber, type PdfFile, reference, textString } from './writer.ts';

/** What an element is to a reader: a tag and its number on the page, or nothing but decoration (ISO 32000-1, 14.8). */
export type Tag = { type: 'H1' | 'P' | 'Figure'; mcid: number } | null;

/** The tags of a page's elements: text and pictures count, shapes, backgrounds and pictures that say nothing are decoration. */
export function tagElements(elements: readonly PlacedElement[], alternatives: (index: number) => string): Tag[] {
  const largest = Math.max(...elements.map(({ drawing }) => (drawing.kind === 'text' ? drawing.layout.size : 0)));
  let [mcid, hasTitle] = [0, false];
  return elements.map(({ drawing }, index) => {
    if (drawing.kind === 'path') return null;
    if (drawing.kind !== 'text' && alternatives(index) === '') return null;
    if (drawing.kind !== 'text') return { type: 'Figure', mcid: mcid++ };
    const isTitle = !hasTitle && drawing.layout.size === largest;
    hasTitle ||= isTitle;
    return { type: isTitle ? 'H1' : 'P', mcid: mcid++ };
  });
}

/** An element's operators between the marks that say what they are. */
export function marked(tag: Tag, { drawing }: PlacedElement, operators: readonly string[]): string[] {
  if (!tag) return ['/Artifact BMC', ...operators, 'EMC'];
  const language =
    drawing.kind === 'text' ? languageOf(drawing.layout.lines.map(({ line }) => line.text).join(' ')) : null;
  const properties = dictionary({ MCID: String(tag.mcid), ...(language && { Lang: asciiString(language) }) });
  return [`/${tag.type} ${properties} BDC`, ...operators, 'EMC'];
}

export interface Structure {
  /** The elements of the tree, in the order in which they are read. */
  children: ObjectNumber[];
  /** By their number on the page. */
  byMcid: ObjectNumber[];
  document: ObjectNumber;
}

/** Writes the elements of the tree: they are the same for every certificate. */
export function addStructure(
  file: PdfFile,
  page: ObjectNumber,
  elements: readonly PlacedElement[],
  tags: readonly Tag[],
  alternatives: (index: number) => string,
): Structure {
  const document = file.reserve();
  const byMcid: ObjectNumber[] = [];
  const written = new Map<number, ObjectNumber>();
  for (const [index, tag] of tags.entries()) {
    if (!tag) continue;
    const number = file.add(
      dictionary({
        Type: '/StructElem',
        S: `/${tag.type}`,
        P: reference(document),
        Pg: reference(page),
        K: String(tag.mcid),
        ...(tag.type === 'Figure' && { Alt: textString(alternatives(index)) }),
      }),
    );
    byMcid[tag.mcid] = number;
    written.set(index, number);
  }
  const children = readingOrder(elements, [...written.keys()]).flatMap((index) => written.get(index) ?? []);
  return { children, byMcid, document };
}

/** Row by row, each from left to right: what begins above the middle of a row's first element belongs to the row. */
function readingOrder(elements: readonly PlacedElement[], tagged: readonly number[]): number[] {
  const order = [...tagged];
  const box = (index: number) => elements[index]?.around ?? { x: 0, y: 0, width: 0, height: 0 };
  order.sort((a, b) => box(a).y - box(b).y);
  const rows: number[][] = [];
  for (const index of order) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first !== undefined && box(index).y < box(first).y + box(first).height / 2) row.push(index);
    else rows.push([index]);
  }
  return rows.flatMap((row) => row.sort((a, b) => box(a).x - box(b).x));
}

/** Writes the tree's root, with the links of one certificate at the end; gives the root. */
export function addStructureRoot(
  file: PdfFile,
  page: ObjectNumber,
  { children, byMcid, document }: Structure,
  annotations: readonly ObjectNumber[],
): ObjectNumber {
  const root = file.reserve();
  const links = annotations.map((annotation) =>
    file.add(
      dictionary({
        Type: '/StructElem',
        S: '/Link',
        P: reference(document),
        Pg: reference(page),
        K: dictionary({ Type: '/OBJR', Obj: reference(annotation), Pg: reference(page) }),
      }),
    ),
  );
  const kids = array([...children, ...links].map(reference));
  file.add(dictionary({ Type: '/StructElem', S: '/Document', P: reference(root), K: kids }), document);
  const parents = [
    `0 ${array(byMcid.map(reference))}`,
    ...links.map((link, index) => `${index + 1} ${reference(link)}`),
  ];
  return file.add(
    dictionary({
      Type: '/StructTreeRoot',
      K: reference(document),
      ParentTree: dictionary({ Nums: array(parents) }),
      ParentTreeNextKey: String(links.length + 1),
    }),
    root,
  );
}
