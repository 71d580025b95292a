import type { DesignElement } from '../../model/design.ts';

/** Ready-made part of a page. Its elements are relative to its top left corner; lengths are in points. */
export interface Ornament {
  name: string;
  kind: string;
  width: number;
  height: number;
  elements: readonly DesignElement[];
}

/** All ornaments, in the same chunk as this module. */
const files = import.meta.glob<Ornament>('../../../../../samples/ornaments/*.json', { import: 'default', eager: true });

/** Ornaments by kind. */
export const ORNAMENTS: ReadonlyMap<string, Ornament[]> = Map.groupBy(Object.values(files), ({ kind }) => kind);

/** Accent colour of the ornaments and its shade. An organisation's brand colour replaces them. */
export const ACCENT = '#a77f35';
export const SHADE = '#7f6026';
