import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What one tree is for the engine: its styles as numbers, the number of nodes first. */
export interface EncodedTree {
  data: Float32Array;
  /** The room around it, and whether boxes are put on whole pixels: the engine's own arguments. */
  settings: readonly [width: number, height: number, rounding: number];
}

/** Numbers that the engine gives for each node: the first four are `left` and `top` from its parent, `width` and `height`. */
export const STRIDE = 16;

/** Of Satori's layout.wasm, which is Taffy. */
interface Functions {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  dealloc(at: number, length: number): void;
  compute(at: number, length: number, ...settings: EncodedTree['settings']): number;
}

/** Sees each tree that Satori has laid out, and may change its boxes; `output` has STRIDE numbers for each node. */
type Observer = (tree: EncodedTree, output: Float32Array) => void;

/** The layout engine of Satori, which works on nothing but numbers: a tree can be laid out again with other ones. */
export class LayoutEngine {
  readonly #functions: Functions;
  observer: Observer | null = null;

  constructor(functions: Functions) {
    this.#functions = functions;
  }

  /** The boxes of a tree, valid until the next call. */
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

  /** What Satori calls instead of the engine's own functions. */
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

/** Not in the types of Node. */
const webAssembly = WebAssembly as unknown as { instantiate: Instantiate };

/**
 * Satori, and the engine that lays its trees out. Satori makes an instance of the module that it is given, and shows it to
 * nobody: so one call of `WebAssembly.instantiate`, that for this module, is answered here.
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
