import { Piscina } from 'piscina';
import type { Renderer, RenderRequest } from '../../domain/context.ts';

/** A request as it crosses to a thread: the design's bytes are shared, not copied. */
export interface ThreadRequest extends Omit<RenderRequest, 'design'> {
  design: SharedArrayBuffer;
}

const KEPT = 50;

/** Renders in `threads` threads; a thread that dies fails its own render and is replaced. */
export function makeRenderer(threads: number): Renderer & { close(): Promise<void> } {
  const pool = new Piscina({
    filename: new URL('./render-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
  });
  const designs = new Map<string, SharedArrayBuffer>();
  const shared = (digest: string, design: string): SharedArrayBuffer => {
    const known = designs.get(digest);
    if (known) return known;
    const bytes = Buffer.from(design);
    const buffer = new SharedArrayBuffer(bytes.length);
    new Uint8Array(buffer).set(bytes);
    designs.set(digest, buffer);
    const [oldest] = designs.keys();
    if (designs.size > KEPT && oldest !== undefined) designs.delete(oldest);
    return buffer;
  };
  return {
    render: ({ design, ...request }) =>
      pool.run({ ...request, design: shared(request.digest, design) } satisfies ThreadRequest),
    close: () => pool.close(),
  };
}
