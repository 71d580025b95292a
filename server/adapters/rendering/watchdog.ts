import { workerData } from 'node:worker_threads';
import type { ChildSettings } from './messages.ts';

/** Interval between checks while a task runs, and while idle. */
const [TASK_MS, IDLE_MS] = [50, 1000];
/** States of the child, in an Int32Array that it shares with this thread. A change to TASK notifies the thread. */
export const [IDLE, TASK] = [0, 1];
/** Signal that ends a process without a handler, even in native code. Nothing else sends it. */
export const OVER_MEMORY = 'SIGUSR2';

export interface Watched extends ChildSettings {
  state: Int32Array;
}

/**
 * Ends the process if it exceeds its memory limit, including native memory, or if its parent has ended. Runs in a thread of the child,
 * because the main thread can spend a long time in native code.
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
