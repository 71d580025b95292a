import type { SatoriOptions } from 'satori';
import type { Box } from '../../../graphics/geometry.ts';
import type { SatoriStyle } from '../compile/layout-style.ts';

/** A node as Satori takes it: its key is the number of the box that is asked for. */
export interface SatoriNode {
  type: 'div';
  key: string | null;
  props: { style: SatoriStyle; children?: SatoriNode[] };
}

/** Loaded when the first markup is laid out: its WebAssembly takes 20 MB that other designs do without. */
const loadSatori = async () => (await import('satori')).default;

/**
 * The boxes of a tree in an area, in points, by their keys. Satori is asked for boxes alone: it gets no text, no fonts, no
 * colours and no pictures, and nothing that it could fetch.
 */
export async function boxesBySatori(
  root: SatoriNode,
  area: { width: number; height: number },
  count: number,
): Promise<Box[]> {
  const satori = await loadSatori();
  const boxes: Box[] = Array.from({ length: count }, () => ({ x: 0, y: 0, width: 0, height: 0 }));
  const options: SatoriOptions = {
    ...area,
    fonts: [],
    // Boxes are where they are, not on whole pixels.
    pointScaleFactor: 0,
    onNodeDetected: ({ key, left, top, width, height }) => {
      if (typeof key === 'string') boxes[Number(key)] = { x: left, y: top, width, height };
    },
  };
  await satori(root as unknown as Parameters<typeof satori>[0], options);
  return boxes;
}
