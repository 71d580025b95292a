import type { SatoriOptions } from 'satori/standalone';
import type { Box } from '../../../graphics/geometry.ts';
import type { SatoriStyle } from '../compile/layout-style.ts';
import { type EncodedTree, type LayoutEngine, loadSatori, STRIDE } from './engine.ts';

/** Node in Satori's form. Its key is the number of its box. */
export interface SatoriNode {
  type: 'div';
  key: string | null;
  props: { style: SatoriStyle; children?: SatoriNode[] };
}

/** Input of a layout: a tree with `count` numbered boxes, and an area in points. */
export interface SatoriTree {
  root: SatoriNode;
  area: { width: number; height: number };
  count: number;
}

/** Tree in the form that the engine accepts. */
export interface Encoded {
  tree: EncodedTree;
  /** Node number of each box in the tree; -1 for a box without a node. */
  nodes: readonly number[];
}

/** Loaded when the first markup is laid out. Its WebAssembly takes 20 MB, which other designs do not need. */
let loaded: ReturnType<typeof loadSatori> | undefined;
const load = () => {
  loaded ??= loadSatori();
  return loaded;
};

export const loadEngine = async (): Promise<LayoutEngine> => (await load()).engine;

let last: Promise<unknown> = Promise.resolve();

/** Runs tasks one after another, because the engine has one observer. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = last.then(task);
  last = result.catch(() => undefined);
  return result;
}

/**
 * Returns the boxes of a tree in points, by their keys. Satori only computes boxes: it gets no text, fonts, colours or pictures, and
 * nothing that it could fetch.
 */
export const boxesBySatori = (tree: SatoriTree): Promise<Box[]> => inTurn(() => run(tree));

async function run({ root, area, count }: SatoriTree): Promise<Box[]> {
  const { satori } = await load();
  const boxes: Box[] = Array.from({ length: count }, () => ({ x: 0, y: 0, width: 0, height: 0 }));
  const options: SatoriOptions = {
    ...area,
    fonts: [],
    // Disables rounding to whole pixels.
    pointScaleFactor: 0,
    onNodeDetected: ({ key, left, top, width, height }) => {
      if (typeof key === 'string') boxes[Number(key)] = { x: left, y: top, width, height };
    },
  };
  await satori(root as unknown as Parameters<typeof satori>[0], options);
  return boxes;
}

/** Returns a tree as Satori encodes it for its engine; null if Satori lays it out more than once. */
export const encodeBySatori = (tree: SatoriTree): Promise<Encoded | null> =>
  inTurn(async () => {
    const { engine } = await load();
    const seen: EncodedTree[] = [];
    engine.observer = (encoded, output) => {
      seen.push(encoded);
      // Replace the width of each box by its node number, so that Satori reports it.
      for (let at = 0, node = 1; at < output.length; at += STRIDE, node++) output.set([0, 0, node, 0], at);
    };
    try {
      const boxes = await run(tree);
      const [encoded] = seen;
      return encoded && seen.length === 1 ? { tree: encoded, nodes: boxes.map(({ width }) => width - 1) } : null;
    } finally {
      engine.observer = null;
    }
  });
