import { workerData } from 'node:worker_threads';
import type { ChildSettings } from './messages.ts';

const EVERY_MS = 50;
/** Ends a process that has no handler for it, whatever native code it is in; told apart from what others send. */
export const OVER_MEMORY = 'SIGUSR2';

/**
 * Runs in a thread of a child's own, as the main one may be in native code for long: ends the process where it takes more
 * memory than it may (native memory included), and where its parent has died.
 */
function watch({ parentPid, memoryBytes }: ChildSettings): void {
  setInterval(() => {
    if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, OVER_MEMORY);
  }, EVERY_MS);
}

if (workerData) watch(workerData as ChildSettings);
