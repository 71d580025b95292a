import { workerData } from 'node:worker_threads';
import type { ChildSettings } from './messages.ts';

/** Between two looks while a task runs, and while none does. */
const [TASK_MS, IDLE_MS] = [50, 1000];
/** What the child does, in an Int32Array that it shares with this thread: a change to TASK is notified. */
export const [IDLE, TASK] = [0, 1];
/** Ends a process without a handler for it, even in native code; a signal that nothing else sends. */
export const OVER_MEMORY = 'SIGUSR2';

export interface Watched extends ChildSettings {
  state: Int32Array;
}

/**
 * Runs in a thread of the child, as the main thread may be in native code for long: ends the process if it exceeds its
 * memory limit (native memory included), or if its parent has ended.
 */
function watch({ parentPid, memoryBytes, state }: Watched): never {
  for (;;) {
    Atomics.wait(state, 0, IDLE, IDLE_MS);
    if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, OVER_MEMORY);
    Atomics.wait(state, 0, TASK, TASK_MS);
  }
}

if (workerData) watch(workerData as Watched);
