import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { makeTenant, startProduct } from '../scripts/product.ts';
import { variablesOf } from './subject.ts';
import { digits, printTable } from './table.ts';

const SIZE = 1000;
/** Between two looks at a batch: the API allows 120 reads a minute. */
const PAUSE_MS = 300;
/** Enough for a rate: the whole batch would take minutes. */
const PLAIN = 40;

/**
 * Batches of 1,000 from POST to their end, files stored in PostgreSQL on the same machine: the first after a start, and the next, for
 * which code is compiled, as it is for the loop on all cores beside them.
 */
export async function benchBatch(): Promise<void> {
  const plain = await textbookRate();
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const product = await startProduct({ DATA_DIR: dataDir });
  try {
    const { call, templateId } = await makeTenant(product, 2 * SIZE + 20);
    let issued = 0;
    const issue = (count: number) =>
      call<{ batchId: string }>('/batches', {
        templateId,
        recipients: Array.from({ length: count }, () => ({ variables: variablesOf(issued++) })),
      });
    const ended = async (id: string) => {
      while ((await call<{ status: string }>(`/batches/${id}`)).status !== 'COMPLETED') await sleep(PAUSE_MS);
    };
    await ended((await issue(20)).batchId);
    const measure = async () => {
      const start = performance.now();
      const { batchId } = await issue(SIZE);
      const answered = performance.now() - start;
      await ended(batchId);
      return { answered, took: performance.now() - start };
    };
    const row = (name: string, { took }: { took: number }) => {
      const rate = SIZE / (took / 1000);
      return [name, digits(rate), digits(rate / plain), `${digits(took / 1000)} s`];
    };
    const first = await measure();
    const next = await measure();
    printTable(
      `A batch of ${SIZE.toLocaleString('en')}, ${availableParallelism()} cores`,
      ['', 'certificates a second', 'times the textbook', 'whole batch'],
      [
        ['textbook in a loop, nothing stored', digits(plain), '1.0', `${digits(SIZE / plain)} s`],
        row('Laurel, from POST to COMPLETED, the first after a start', first),
        row('the next', next),
      ],
    );
    process.stdout.write(
      `\nThe POSTs were answered after ${digits(first.answered, 0)} and ${digits(next.answered, 0)} ms. ${await memoryOf(product.pid)}\n`,
    );
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function textbookRate(): Promise<number> {
  const threads = availableParallelism();
  const filename = new URL('./textbook-thread.ts', import.meta.url).href;
  const pool = new Piscina({ filename, minThreads: threads, maxThreads: threads });
  await Promise.all(Array.from({ length: threads * 2 }, (_, n) => pool.run(n)));
  const start = performance.now();
  await Promise.all(Array.from({ length: PLAIN }, (_, n) => pool.run(n)));
  const rate = PLAIN / ((performance.now() - start) / 1000);
  await pool.close();
  return rate;
}

/** The most that a process has had, where the system tells. */
async function memoryOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, peak] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
  return peak ? `The process had ${digits(Number(peak) / 1000, 0)} MB at the most.` : '';
}
