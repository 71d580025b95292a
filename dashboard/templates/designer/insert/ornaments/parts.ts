import type { DesignElement } from '../../model/design.ts';

/** A part of a page that is ready-made; its elements begin at its own top left corner. Lengths in points. */
export interface Ornament {
  name: string;
  kind: string;
  width: number;
  height: number;
  elements: readonly DesignElement[];
}

/** All of them in one chunk, which this module is loaded with. */
const files = import.meta.glob<Ornament>('../../../../../samples/ornaments/*.json', { import: 'default', eager: true });

/** The ornaments by what they are for. */
export const ORNAMENTS: ReadonlyMap<string, Ornament[]> = Map.groupBy(Object.values(files), ({ kind }) => kind);

/** What their accent is drawn in, and its shade; an organisation's brand colour takes their place. */
export const ACCENT = '#a77f35';
export const SHADE = '#7f6026';
