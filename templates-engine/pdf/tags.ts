import type { SceneElement } from '../scene/scene.ts';
import { languageOf } from './language.ts';
import { array, asciiString, dictionary, type ObjectNumber, type PdfWriter, reference, textString } from './writer.ts';

/** A tag and its marked-content identifier on the page; null for an artifact (ISO 32000-1, 14.8). */
export type Tag = { type: 'H1' | 'P'; mcid: number } | { type: 'Figure'; mcid: number; alternative: string } | null;

/** The tags of a page's elements, in painting order: the first of the largest texts is the heading. */
export function tagElements(elements: readonly SceneElement[]): Tag[] {
  const largest = Math.max(...elements.map(({ primitive }) => (primitive.kind === 'text' ? primitive.layout.size : 0)));
  let [mcid, hasHeading] = [0, false];
  return elements.map(({ primitive, semantics }) => {
    if (semantics.role === 'artifact') return null;
    if (semantics.role === 'figure') return { type: 'Figure', mcid: mcid++, alternative: semantics.alternative };
    const isHeading = !hasHeading && primitive.kind === 'text' && primitive.layout.size === largest;
    hasHeading ||= isHeading;
    return { type: isHeading ? 'H1' : 'P', mcid: mcid++ };
  });
}

/** An element's operators as marked content. */
export function marked(tag: Tag, { primitive }: SceneElement, operators: readonly string[]): string[] {
  if (!tag) return ['/Artifact BMC', ...operators, 'EMC'];
  const language =
    primitive.kind === 'text' ? languageOf(primitive.layout.lines.map(({ line }) => line.text).join(' ')) : null;
  const properties = dictionary({ MCID: String(tag.mcid), ...(language && { Lang: asciiString(language) }) });
  return [`/${tag.type} ${properties} BDC`, ...operators, 'EMC'];
}

export interface Structure {
  /** The elements of the tree, in the order in which they are read. */
  children: ObjectNumber[];
  /** By their marked-content identifier. */
  byMcid: ObjectNumber[];
  document: ObjectNumber;
}

/** Writes the structure elements: they are the same for every certificate. */
export function addStructure(
  file: PdfWriter,
  page: ObjectNumber,
  elements: readonly SceneElement[],
  tags: readonly Tag[],
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
        ...(tag.type === 'Figure' && { Alt: textString(tag.alternative) }),
      }),
    );
    byMcid[tag.mcid] = number;
    written.set(index, number);
  }
  const children = readingOrder(elements, [...written.keys()]).flatMap((index) => written.get(index) ?? []);
  return { children, byMcid, document };
}

/** Row by row, each from left to right: what begins above the middle of a row's first element is in that row. */
function readingOrder(elements: readonly SceneElement[], tagged: readonly number[]): number[] {
  const order = [...tagged];
  const box = (index: number) => elements[index]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
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

/** Writes the tree's root, with the links of one certificate at the end; returns the root. */
export function addStructureRoot(
  file: PdfWriter,
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
