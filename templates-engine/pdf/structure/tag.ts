import type { SceneElement, StructureNode } from '../../scene/scene.ts';

/** Tag of an element; null for artifacts and empty texts. */
export type Tag = ElementTag | GroupTag | null;

export interface ElementTag {
  type: 'H1' | 'P' | 'Figure';
  /** Marked-content identifier of the first part on the page. Those of the other parts follow. */
  mcid: number;
  /** Number of places on the page where each part is a link; 0 for none. */
  links: readonly number[];
}

/** Semantic content of a group, for assistive technology. */
export interface GroupTag {
  type: 'Group';
  structure: readonly StructureNode[];
  /** Elements with semantic content, each with the index of its first part in the group. */
  parts: ReadonlyMap<SceneElement, number>;
  /** Marked-content identifier of the first part on the page. Those of the other parts follow. */
  mcid: number;
  /** Number of places on the page where each part is a link; 0 for none. */
  links: readonly number[];
  /** Key that is equal for groups with the same tree. */
  key: string;
}
