import { workerData } from 'node:worker_threads';
import type { ChildSettings } from './messages.ts';

const EVERY_MS = 50;
/** Ends a process without a handler for it, even in native code; a signal that nothing else sends. */
export const OVER_MEMORY = 'SIGUSR2';

/**
 * Runs in a thread of the child, as the main thread may be in native code for long: ends the process if it exceeds its
 * memory limit (native memory included), or if its parent has ended.
 */
function watch({ parentPid, memoryBytes }: ChildSettings): void {
  setInterval(() => {
    if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, OVER_MEMORY);
  }, EVERY_MS);
}

if (workerData) watch(workerData as ChildSettings);
