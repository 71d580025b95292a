import { Piscina } from 'piscina';
import type { DesignSource, PreviewRequest, Renderer, RenderRequest } from '../../domain/context.ts';

/** A request as it crosses to a thread: the design's bytes are shared, not copied. */
export type Crossing<Request extends DesignSource> = Omit<Request, 'design'> & { design: SharedArrayBuffer };

const KEPT = 50;
const YOUNG_MB = 8;
/** No certificate takes this long: its thread is ended, and the job may be tried again. */
const RENDER_MS = 60_000;

/** Renders in `threads` threads; a thread that dies fails its own render and is replaced. */
export function makeRenderer(threads: number): Renderer & { close(): Promise<void> } {
  const pool = new Piscina({
    filename: new URL('./render-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    // Files are short-lived: with little room for the young, they go soon.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const designs = new Map<string, Promise<SharedArrayBuffer>>();
  const shared = (digest: string, load: () => Promise<string>): Promise<SharedArrayBuffer> => {
    const known = designs.get(digest) ?? load().then(share);
    designs.delete(digest);
    designs.set(digest, known);
    known.catch(() => designs.delete(digest));
    const [oldest] = designs.keys();
    if (designs.size > KEPT && oldest !== undefined) designs.delete(oldest);
    return known;
  };
  return {
    render: async ({ design, ...request }) => {
      const task: Crossing<RenderRequest> = { ...request, design: await shared(request.digest, design) };
      const files: Record<'pdf' | 'image', Uint8Array<ArrayBuffer>> = await pool.run(task, {
        signal: AbortSignal.timeout(RENDER_MS),
      });
      return { ...files, [Symbol.dispose]: () => Object.values(files).forEach(free) };
    },
    thumbnail: async ({ digest, design }) => {
      const task: Crossing<DesignSource> = { digest, design: await shared(digest, design) };
      return pool.run(task, { name: 'thumbnail', signal: AbortSignal.timeout(RENDER_MS) });
    },
    preview: async ({ design, ...request }) => {
      const task: Crossing<PreviewRequest> = { ...request, design: share(await design()) };
      return pool.run(task, { name: 'preview', signal: AbortSignal.timeout(RENDER_MS) });
    },
    close: () => pool.close(),
  };
}

/** Gives a file's memory back at once: the garbage collector lets tens of megabytes of them gather first. */
const free = ({ buffer }: Uint8Array<ArrayBuffer>): void => void buffer.transfer(0);

function share(design: string): SharedArrayBuffer {
  const bytes = Buffer.from(design);
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}
