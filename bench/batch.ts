import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { makeTenant, startProduct } from '../scripts/product.ts';
import { transcriptVariablesOf, variablesOf } from './subject.ts';
import { digits, printTable } from './table.ts';

const SIZE = 1000;
/** Interval between polls of a batch, in ms. The API allows 120 reads per minute, and each takes time from the measurement. */
const PAUSE_MS = 1000;
/** Enough certificates for a rate. The whole batch would take minutes. */
const PLAIN = 24;

interface Batch {
  completedAt: string | null;
}

type Variables = (n: number) => Record<string, string>;

/**
 * Measures batches of 1,000 from POST to completion, with files stored in PostgreSQL on the same machine. The first batch after a start
 * includes compiling code, which the later ones and the textbook loop on all cores do not. The last two use a newly published design with
 * markup. The loop runs before and after each batch, so that a slow machine affects both.
 */
export async function benchBatch(): Promise<void> {
  const textbook = startTextbook();
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const product = await startProduct({ DATA_DIR: dataDir });
  try {
    const { call, templateId } = await makeTenant(product, 4 * SIZE + 20);
    let issued = 0;
    const issue = (id: string, count: number, variables: Variables) =>
      call<{ batchId: string }>('/batches', {
        templateId: id,
        recipients: Array.from({ length: count }, () => ({ variables: variables(issued++) })),
      });
    /** Returns the time at which the product completed a batch, by the clock of this machine. */
    const ended = async (id: string) => {
      for (;;) {
        const { completedAt } = await call<Batch>(`/batches/${id}`);
        if (completedAt) return Date.parse(completedAt);
        await sleep(PAUSE_MS);
      }
    };
    await ended((await issue(templateId, 20, variablesOf)).batchId);
    const rates = [await textbook.rate()];
    const measure = async (name: string, id: string, variables: Variables) => {
      const start = Date.now();
      const { batchId } = await issue(id, SIZE, variables);
      const answered = Date.now() - start;
      const took = (await ended(batchId)) - start;
      const rate = SIZE / (took / 1000);
      rates.push(await textbook.rate());
      const times = rate / meanOf(rates.slice(-2));
      return [name, digits(rate), digits(times), `${digits(answered)} ms`, `${digits(took / 1000)} s`];
    };
    const rows = [
      await measure('Laurel, the first after a start', templateId, variablesOf),
      await measure('the next', templateId, variablesOf),
    ];
    const document = JSON.parse(await readFile('samples/transcript.json', 'utf8'));
    const transcript = await call<{ id: string }>('/templates', document);
    rows.push(
      await measure('with a paragraph and a table in markup, just published', transcript.id, transcriptVariablesOf),
      await measure('the next', transcript.id, transcriptVariablesOf),
    );
    printTable(
      `A batch of ${SIZE.toLocaleString('en')}, ${availableParallelism()} cores`,
      ['', 'certificates a second', 'times the textbook', 'POST answered after', 'COMPLETED after'],
      [['textbook in a loop, nothing stored', rates.map((rate) => digits(rate)).join(', '), '1.0', '', ''], ...rows],
    );
    process.stdout.write(`\n${await memoryOf(product.pid)}\n`);
  } finally {
    await textbook.stop();
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Starts the textbook pipeline on all cores. */
function startTextbook(): { rate(): Promise<number>; stop(): Promise<void> } {
  const threads = availableParallelism();
  const filename = new URL('./textbook-thread.ts', import.meta.url).href;
  const pool = new Piscina({ filename, minThreads: threads, maxThreads: threads });
  const run = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => pool.run(n)));
  return {
    rate: async () => {
      await run(2 * threads);
      const start = performance.now();
      await run(PLAIN);
      return PLAIN / ((performance.now() - start) / 1000);
    },
    stop: () => pool.close(),
  };
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Returns the peak memory of a process, if the system reports it. */
async function memoryOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, peak] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
  return peak ? `The process used at most ${digits(Number(peak) / 1000, 0)} MB.` : '';
}
