import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALLOCATOR, makeTenant, SERVER, startProduct } from '../scripts/product.ts';
import { variablesOf } from './subject.ts';
import { digits, printTable } from './table.ts';

const SIZE = 1000;
const WARM_UP = 100;
/** Interval between polls of a batch, in ms. The API allows 120 reads per minute. */
const PAUSE_MS = 600;
/** Unit of the processor time that the system reports. */
const TICKS_PER_SECOND = 100;

/**
 * Measures a batch of 1,000 with 1, 2 and 4 worker processes with one rendering each. Also measures the processor time per certificate of
 * PostgreSQL, the workers and the API process. Needs /proc.
 */
export async function benchWorkers(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const settings = { DATA_DIR: dataDir, RENDER_THREADS: '1' };
  const api = await startProduct({ ...settings, ROLE: 'api' });
  const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  const workers: ChildProcess[] = [];
  try {
    const { call, templateId } = await makeTenant(api, 10 * SIZE);
    const batch = async (count: number) => {
      const recipients = Array.from({ length: count }, (_, n) => ({ variables: variablesOf(n) }));
      const { batchId } = await call<{ batchId: string }>('/batches', { templateId, recipients });
      while ((await call<{ status: string }>(`/batches/${batchId}`)).status !== 'COMPLETED') await sleep(PAUSE_MS);
    };
    const rows: string[][] = [];
    for (const count of [1, 2, 4]) {
      while (workers.length < count) workers.push(startWorker(settings));
      await batch(WARM_UP * count);
      const spent = () => Promise.all([[postmaster], workers.map(({ pid = 0 }) => pid), [api.pid]].map(processorTime));
      const before = await spent();
      const start = performance.now();
      await batch(SIZE);
      const rate = SIZE / ((performance.now() - start) / 1000);
      const costs = (await spent()).map((seconds, at) => ((seconds - (before[at] ?? 0)) / SIZE) * 1000);
      rows.push([String(count), digits(rate), ...costs.map((ms) => digits(ms))]);
    }
    printTable(
      `A batch of ${SIZE.toLocaleString('en')} by worker processes, ${availableParallelism()} cores; milliseconds of processor time for each certificate`,
      ['workers', 'certificates a second', 'PostgreSQL', 'workers', 'API'],
      rows,
    );
  } finally {
    for (const worker of workers) {
      worker.kill();
      await once(worker, 'exit');
    }
    await api.stop();
    await rm(dataDir, { recursive: true });
  }
}

function startWorker(settings: Record<string, string>): ChildProcess {
  const env = { LOG_LEVEL: 'warn', ...ALLOCATOR, ...process.env, ...settings, ROLE: 'worker' };
  return spawn(process.execPath, SERVER, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Returns the processor time in seconds of processes and those that they started, running and ended. */
export async function processorTime(pids: readonly number[]): Promise<number> {
  const times = new Map<number, { parent: number; ticks: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name of the command, in parentheses, can contain spaces: proc_pid_stat(5).
    const [, parent, ...fields] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [own = 0, system = 0, ended = 0, endedSystem = 0] = fields.slice(9, 13);
    times.set(Number(name), { parent: parent ?? 0, ticks: own + system + ended + endedSystem });
  }
  const wanted = new Set(pids);
  const isWanted = (pid: number): boolean =>
    wanted.has(pid) || (times.has(pid) && isWanted(times.get(pid)?.parent ?? 0));
  const all = [...times].filter(([pid]) => isWanted(pid)).map(([, { ticks }]) => ticks);
  return all.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}
