import entries from '../../../samples/designs/library.json';
import { recolour } from '../shared/recolour.ts';
import type { Entry } from './entry.ts';
import { DESIGN_TEXTS } from './texts.ts';

/** Ready-made designs, in the order in which they are offered. */
export const LIBRARY = entries as unknown as Entry[];

/** Documents of the designs, each loaded when it is chosen. */
const documents = import.meta.glob<object>(
  ['../../../samples/designs/*.json', '!../../../samples/designs/library.json'],
  {
    import: 'default',
  },
);

/** Returns a design's document in one of its schemes, with its name in the language of the dashboard. */
export async function openLibraryDesign({ id, schemes }: Entry, scheme: number): Promise<Record<string, unknown>> {
  const load = documents[`../../../samples/designs/${id}.json`];
  if (!load) throw new Error(`unknown design ${id}`);
  return { ...recolour(await load(), schemes[scheme]?.colors ?? {}), name: DESIGN_TEXTS[id].name };
}

/** Returns the path of the engine's picture of a design in a scheme (`npm run library`). */
export const pictureOf = ({ id }: Entry, scheme: number): string => `/library/${id}-${scheme}.webp`;

/** Returns the colours that distinguish a scheme. */
export const swatchOf = ({ colors, schemes }: Entry, scheme: number): string[] =>
  colors.map((color) => schemes[scheme]?.colors[color] ?? color);
