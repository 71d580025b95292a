import type { Scene, SceneElement, StructureNode } from '../scene/scene.ts';
import { boundsOnPage } from './bounds.ts';
import type { ElementTag } from './tags.ts';
import { linksOf } from './text-links.ts';

/** What a group shows to those who don't see it. */
export interface GroupTag {
  type: 'Group';
  structure: readonly StructureNode[];
  /** Its elements that say or show something, each with the number of its first part in the group. */
  parts: ReadonlyMap<SceneElement, number>;
  /** The marked-content identifier of the first part on the page; the others follow. */
  mcid: number;
  /** For each part, on how many places of the page it is a link; 0 is none. */
  links: readonly number[];
  /** The same for groups with the same tree. */
  key: string;
}

/** The tag of a group, whose identifiers begin at 0; null for any other element. */
export function tagGroup(
  group: SceneElement,
  isBlank: (element: SceneElement) => boolean,
  page: Scene['page'],
): GroupTag | null {
  if (group.primitive.kind !== 'group') return null;
  const { structure } = group.primitive;
  const parts = new Map<SceneElement, number>();
  const links: number[] = [];
  const keyOf = (node: StructureNode | SceneElement): string => {
    if ('type' in node)
      return `${node.type}${node.numbering ?? ''}${node.scope ?? ''}(${node.children.map(keyOf).join('')})`;
    if (isBlank(node)) return '';
    parts.set(node, links.length);
    const own = linksOf(node.primitive);
    links.push(...own);
    const { semantics } = node;
    if (semantics.role !== 'figure') return `${own.join()};`;
    // The tree has a picture's place on the page, and what it shows.
    return `f${boundsOnPage(onPage(node, group), page.height)} ${JSON.stringify(semantics.alternative)}`;
  };
  return { type: 'Group', structure, parts, mcid: 0, links, key: structure.map(keyOf).join('') };
}

/** The tag of an element of a group; null for decoration. */
export function tagInGroup({ parts, mcid, links }: GroupTag, element: SceneElement): ElementTag | null {
  const first = parts.get(element);
  if (first === undefined) return null;
  const own = links.slice(first, first + linksOf(element.primitive).length);
  return { type: element.semantics.role === 'figure' ? 'Figure' : 'P', mcid: mcid + first, links: own };
}

/** An element of a group as it stands on the page, turned with its group. */
export const onPage = (element: SceneElement, group: SceneElement): SceneElement =>
  group.rotation === 0 ? element : { ...element, rotation: group.rotation, box: group.box };
