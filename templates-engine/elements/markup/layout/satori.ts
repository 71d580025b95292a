import type { SatoriOptions } from 'satori/standalone';
import type { Box } from '../../../graphics/geometry.ts';
import type { SatoriStyle } from '../compile/layout-style.ts';
import { type EncodedTree, type LayoutEngine, loadSatori, STRIDE } from './engine.ts';

/** A node as Satori takes it: its key is the number of the box that is asked for. */
export interface SatoriNode {
  type: 'div';
  key: string | null;
  props: { style: SatoriStyle; children?: SatoriNode[] };
}

/** What is laid out: a tree whose boxes have `count` numbers, in an area in points. */
export interface SatoriTree {
  root: SatoriNode;
  area: { width: number; height: number };
  count: number;
}

/** A tree as the engine takes it. */
export interface Encoded {
  tree: EncodedTree;
  /** For each box the number of its node in the tree; -1 where it has none. */
  nodes: readonly number[];
}

/** Loaded when the first markup is laid out: its WebAssembly takes 20 MB that other designs do without. */
let loaded: ReturnType<typeof loadSatori> | undefined;
const load = () => {
  loaded ??= loadSatori();
  return loaded;
};

export const loadEngine = async (): Promise<LayoutEngine> => (await load()).engine;

let last: Promise<unknown> = Promise.resolve();

/** One tree after another, as the engine is observed for one of them. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = last.then(task);
  last = result.catch(() => undefined);
  return result;
}

/**
 * The boxes of a tree, in points, by their keys. Satori is asked for boxes alone: it gets no text, no fonts, no colours and no
 * pictures, and nothing that it could fetch.
 */
export const boxesBySatori = (tree: SatoriTree): Promise<Box[]> => inTurn(() => run(tree));

async function run({ root, area, count }: SatoriTree): Promise<Box[]> {
  const { satori } = await load();
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

/** What Satori makes of a tree for its engine; null where it lays it out more than once. */
export const encodeBySatori = (tree: SatoriTree): Promise<Encoded | null> =>
  inTurn(async () => {
    const { engine } = await load();
    const seen: EncodedTree[] = [];
    engine.observer = (encoded, output) => {
      seen.push(encoded);
      // Satori reports each box with the number of its node for its width.
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
