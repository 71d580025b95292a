import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTenant, startProduct, type Tenant, WITHOUT_LIMITS } from '../scripts/product.ts';
import { variablesOf } from './subject.ts';
import { digits, printTable, quantile } from './table.ts';

const BATCH = 1000;
const ROUNDS = 4;
/** Single certificates on an idle server. */
const ALONE = 40;
/** Pause between two single certificates. More of them would be a load of their own. */
const PAUSE_MS = 200;
const POLL_MS = 10;
const BATCH_POLL_MS = 500;

/**
 * Measures the time from POST to COMPLETED of single certificates, first alone, then beside batches of another organisation. Each round has
 * a batch without single certificates and one with them, so that the rates of both are comparable.
 */
export async function benchLatency(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const product = await startProduct({ ...WITHOUT_LIMITS, DATA_DIR: dataDir });
  try {
    const registrar = await makeTenant(product, (2 * ROUNDS + 1) * BATCH, 'Registrar');
    const other = await makeTenant(product, 100_000, 'Other organisation');
    await batchRate(registrar);
    const alone: number[] = [];
    while (alone.length < ALONE) alone.push(await single(other, alone.length));
    const beside: number[] = [];
    const [quiet, shared]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await batchRate(registrar));
      let isRunning = true;
      const rate = batchRate(registrar).finally(() => {
        isRunning = false;
      });
      // Lets the POST of the batch begin first.
      await sleep(PAUSE_MS);
      while (isRunning) {
        const took = await single(other, beside.length);
        if (isRunning) beside.push(took);
        await sleep(PAUSE_MS);
      }
      shared.push(await rate);
    }
    const rowOf = (name: string, times: number[], rates: number[]) => [
      name,
      String(times.length),
      ...[0.5, 0.95].map((share) => digits(quantile(times, share), 0)),
      rates.map((rate) => digits(rate)).join(', '),
    ];
    printTable(
      'A single certificate, ms from POST to COMPLETED',
      ['', 'measured', 'p50', 'p95', 'certificates a second of the batches'],
      [rowOf('alone', alone, quiet), rowOf(`beside a batch of ${BATCH.toLocaleString('en')}`, beside, shared)],
    );
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Issues a certificate. Returns the time in ms until its files are available. */
async function single({ call, templateId }: Tenant, n: number): Promise<number> {
  const start = performance.now();
  const { id } = await call<{ id: string }>('/certificates', { templateId, variables: variablesOf(n) });
  while ((await call<{ renderStatus: string }>(`/certificates/${id}`)).renderStatus !== 'COMPLETED')
    await sleep(POLL_MS);
  return performance.now() - start;
}

/** Issues a batch. Returns the certificates per second until its completion. */
async function batchRate({ call, templateId }: Tenant): Promise<number> {
  const start = Date.now();
  const recipients = Array.from({ length: BATCH }, (_, n) => ({ variables: variablesOf(n) }));
  const { batchId } = await call<{ batchId: string }>('/batches', { templateId, recipients });
  for (;;) {
    const { completedAt } = await call<{ completedAt: string | null }>(`/batches/${batchId}`);
    if (completedAt) return BATCH / ((Date.parse(completedAt) - start) / 1000);
    await sleep(BATCH_POLL_MS);
  }
}
