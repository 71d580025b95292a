import { readdir, readFile } from 'node:fs/promises';

/** Current resources of a process and its descendants (Linux: proc(5)). */
export interface Held {
  /** Proportional set size of all of them, in MB. Shared memory counts once. */
  megabytes: number;
  fileDescriptors: number;
  processes: number;
}

export async function heldBy(pid: number): Promise<Held> {
  const held = await Promise.all((await treeOf(pid)).map(heldByOne));
  return held.reduce((sum, one) => ({
    megabytes: sum.megabytes + one.megabytes,
    fileDescriptors: sum.fileDescriptors + one.fileDescriptors,
    processes: sum.processes + one.processes,
  }));
}

/** Returns the resources of one process, or zeros if it has ended. */
async function heldByOne(pid: number): Promise<Held> {
  try {
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = Number(/^Pss: +(\d+) kB$/m.exec(memory)?.[1]);
    const fileDescriptors = (await readdir(`/proc/${pid}/fd`)).length;
    return { megabytes: kilobytes / 1024, fileDescriptors, processes: 1 };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ESRCH') throw error;
    return { megabytes: 0, fileDescriptors: 0, processes: 0 };
  }
}

async function treeOf(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const tree = [root];
  // Grows during the iteration, so that children of children follow.
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The preceding process name can contain spaces and brackets.
  const [, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return parent === undefined ? null : Number(parent);
}
