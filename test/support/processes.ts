import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Environment of the product's processes: the path of programs, and a cache that shortens the many starts. */
export const BARE = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') };

/** Umask of the tests. The product restricts its process's umask. */
export const UMASK = process.umask();

/** Returns a process and its descendants, from Linux's /proc. Empty if the process has ended. */
function processTree(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc').flatMap((name): [number, number][] => {
      const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null;
      return parent === null ? [] : [[Number(name), parent]];
    }),
  );
  const childrenOf = (one: number): number[] =>
    [...parents].flatMap(([child, parent]) => (parent === one ? [child, ...childrenOf(child)] : []));
  return parents.has(pid) ? [pid, ...childrenOf(pid)] : [];
}

/** Returns the memory of a process and its children in MB. Each shared page counts once (PSS). */
export const treeMegabytes = (pid: number): number =>
  processTree(pid).reduce((sum, one) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(one, 'smaps_rollup'))?.[1] ?? 0), 0) /
  1000;

/** Returns the render processes among a process's descendants. */
export const renderProcesses = (pid: number): number[] =>
  processTree(pid).filter((one) => /rendering\/child\.ts|server\/dist\/child\.js/.test(read(one, 'cmdline')));

export const isAlive = (pid: number): boolean => /^State:\s+[^ZX]/m.test(read(pid, 'status'));

function parentOf(pid: number): number | null {
  const [, parent] = /^PPid:\s+(\d+)/m.exec(read(pid, 'status')) ?? [];
  return parent === undefined ? null : Number(parent);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
