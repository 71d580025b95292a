import type { Logger } from 'pino';
import type { RenderProcesses } from '../adapters/rendering/renderer.ts';
import type { Config } from '../config.ts';
import type { Shutdown } from './shutdown.ts';

/** Context of the steps of a start. */
export interface Process {
  config: Config;
  log: Logger;
  /** Aborted when a stop is requested, also during the start. */
  signal: AbortSignal;
  shutdown: Shutdown;
  /** Prints text on stdout when the process is ready. */
  print(text: string): void;
  /** Shared render processes, used instead of creating some. Their owner closes them. */
  renderer?: RenderProcesses;
}
