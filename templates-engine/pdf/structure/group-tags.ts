import { isBlank } from '../../scene/paint-plan.ts';
import type { Scene, SceneElement, StructureNode } from '../../scene/scene.ts';
import { boundsOnPage } from './bounds.ts';
import type { ElementTag, GroupTag } from './tag.ts';
import { linksOf } from './text-links.ts';

/** Returns the tag of a group, with identifiers from 0; null for any other element. */
export function tagGroup(group: SceneElement, page: Scene['page']): GroupTag | null {
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
    // The tree contains the position of a picture and its alternative text.
    return `f${boundsOnPage(onPage(node, group), page.height)} ${JSON.stringify(semantics.alternative)}`;
  };
  return { type: 'Group', structure, parts, mcid: 0, links, key: structure.map(keyOf).join('') };
}

/** Returns the tag of an element in a group; null for decoration. */
export function tagInGroup({ parts, mcid, links }: GroupTag, element: SceneElement): ElementTag | null {
  const first = parts.get(element);
  if (first === undefined) return null;
  const own = links.slice(first, first + linksOf(element.primitive).length);
  return { type: element.semantics.role === 'figure' ? 'Figure' : 'P', mcid: mcid + first, links: own };
}

/** Returns an element of a group as it appears on the page, rotated with its group. */
export const onPage = (element: SceneElement, group: SceneElement): SceneElement =>
  group.rotation === 0 ? element : { ...element, rotation: group.rotation, box: group.box };
