import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Tree in the form that the engine accepts: its styles as numbers, preceded by the number of nodes. */
export interface EncodedTree {
  data: Float32Array;
  /** Remaining arguments of the engine: the available space, and 1 to round boxes to whole pixels. */
  settings: readonly [width: number, height: number, rounding: number];
}

/** Numbers that the engine returns per node. The first four are `left` and `top` relative to the parent, `width` and `height`. */
export const STRIDE = 16;

/** Exports of Satori's layout.wasm, a build of Taffy. */
interface Functions {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  dealloc(at: number, length: number): void;
  compute(at: number, length: number, ...settings: EncodedTree['settings']): number;
}

/** Receives each tree that Satori lays out, and can change its boxes. `output` has STRIDE numbers per node. */
type Observer = (tree: EncodedTree, output: Float32Array) => void;

/** Layout engine of Satori. It works only on numbers, so a tree can be laid out again with other numbers. */
export class LayoutEngine {
  readonly #functions: Functions;
  observer: Observer | null = null;

  constructor(functions: Functions) {
    this.#functions = functions;
  }

  /** Returns the boxes of a tree. They are valid until the next call. */
  layOut({ data, settings }: EncodedTree): Float32Array {
    const { memory, alloc, dealloc, compute } = this.#functions;
    const at = alloc(data.length);
    try {
      new Float32Array(memory.buffer, at, data.length).set(data);
      const output = compute(at, data.length, ...settings);
      return new Float32Array(memory.buffer, output, (data[0] ?? 0) * STRIDE);
    } finally {
      dealloc(at, data.length);
    }
  }

  /** Functions that Satori calls in place of the engine's exports. */
  get observed(): Functions {
    const { memory, compute } = this.#functions;
    return {
      ...this.#functions,
      compute: (at, length, ...settings) => {
        const data = this.observer && new Float32Array(memory.buffer, at, length).slice();
        const output = compute(at, length, ...settings);
        if (data) this.observer?.({ data, settings }, new Float32Array(memory.buffer, output, (data[0] ?? 0) * STRIDE));
        return output;
      },
    };
  }
}

type Instantiate = (source: unknown, imports: unknown) => Promise<WebAssembly.Instance>;

/** Missing from the types of Node. */
const webAssembly = WebAssembly as unknown as { instantiate: Instantiate };

/**
 * Loads Satori and the engine that lays out its trees. Satori instantiates the module that it receives and does not expose the instance. To
 * get the instance, this replaces `WebAssembly.instantiate` until the call for this module.
 */
export async function loadSatori() {
  const { default: satori, init } = await import('satori/standalone');
  const module = new WebAssembly.Module(await readFile(fileURLToPath(import.meta.resolve('satori/layout.wasm'))));
  const { promise, resolve } = Promise.withResolvers<LayoutEngine>();
  const { instantiate } = webAssembly;
  const answer = async (source: unknown, imports: unknown): Promise<unknown> => {
    if (source !== module) return instantiate(source, imports);
    webAssembly.instantiate = instantiate;
    const engine = instantiate(module, imports).then(
      ({ exports }) => new LayoutEngine(exports as unknown as Functions),
    );
    resolve(engine);
    return { module, instance: { exports: (await engine).observed } };
  };
  webAssembly.instantiate = answer as Instantiate;
  void init(module);
  return { satori, engine: await promise };
}
