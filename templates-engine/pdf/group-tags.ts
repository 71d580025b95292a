import type { Scene, SceneElement, StructureNode } from '../scene/scene.ts';
import { boundsOnPage } from './bounds.ts';

/** What a group shows to those who don't see it: its structure, and its elements with their identifiers on the page. */
export interface GroupTag {
  type: 'Group';
  structure: readonly StructureNode[];
  mcids: ReadonlyMap<SceneElement, number>;
  /** The same for groups with the same tree. */
  key: string;
}

/** The tag of a group, whose elements have the identifiers from `first` on; `isShown` leaves out what says nothing. */
export function tagGroup(
  group: SceneElement,
  structure: readonly StructureNode[],
  first: number,
  { isShown, page }: { isShown: (element: SceneElement) => boolean; page: Scene['page'] },
): GroupTag {
  const mcids = new Map<SceneElement, number>();
  const keyOf = (node: StructureNode | SceneElement): string => {
    if ('type' in node)
      return `${node.type}${node.numbering ?? ''}${node.scope ?? ''}(${node.children.map(keyOf).join('')})`;
    if (!isShown(node)) return '';
    mcids.set(node, first + mcids.size);
    return node.semantics.role === 'figure' ? `f${boundsOnPage(onPage(node, group), page.height)}` : 't';
  };
  return { type: 'Group', structure, mcids, key: structure.map(keyOf).join('') };
}

/** An element of a group as it stands on the page, turned with its group. */
export const onPage = (element: SceneElement, group: SceneElement): SceneElement =>
  group.rotation === 0 ? element : { ...element, rotation: group.rotation, box: group.box };
