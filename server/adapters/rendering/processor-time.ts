import { readFileSync } from 'node:fs';

export interface TimeLimit {
  cancel(): void;
}

/** Maximum elapsed time as a multiple of the limit, for a process that hardly gets a processor. */
const ELAPSED_FACTOR = 6;
const CHECK_MS = 50;

/** Calls `onExceeded` once a process has used `ms` of processor time from now on. On a busy machine that takes longer. */
export function limitProcessorTime(pid: number | undefined, ms: number, onExceeded: () => void): TimeLimit {
  const [started, before] = [performance.now(), processorMs(pid) ?? 0];
  const check = () => {
    const elapsed = performance.now() - started;
    const used = processorMs(pid);
    const left = used === null || elapsed > ms * ELAPSED_FACTOR ? 0 : ms - (used - before);
    if (left <= 0) onExceeded();
    else timer = setTimeout(check, Math.max(left, CHECK_MS));
  };
  let timer = setTimeout(check, ms);
  return { cancel: () => clearTimeout(timer) };
}

/** Returns the processor time of a process (proc(5), stat: utime and stime in units of 10 ms); null on systems without it. */
function processorMs(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}
