import { makeRenderer, type RenderProcesses } from '../../server/adapters/rendering/renderer.ts';
import type { Config } from '../../server/config.ts';

const renderers = new Map<number, RenderProcesses>();

/**
 * Returns the render processes that all products of a test process share, with as many for certificates as requested. Starting one takes 1
 * s of processor time. They end with the test process.
 */
export function sharedRenderer({ RENDER_THREADS: processes }: Config): RenderProcesses {
  const renderer = renderers.get(processes) ?? makeRenderer({ processes }, () => undefined);
  renderers.set(processes, renderer);
  return renderer;
}
