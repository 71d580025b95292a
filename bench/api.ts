import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon, { type Options } from 'autocannon';
import { migrate } from '../database/migrate.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import { makeTenant, startProduct, WITHOUT_LIMITS } from '../scripts/product.ts';
import { variablesOf } from './subject.ts';
import { digits, printTable, quantile } from './table.ts';

const SECONDS = 4;
const ROUNDS = 3;

interface Measured {
  requests: number[];
  p99: number[];
}

/** Measures requests per second, compared with bare Express and pg that run the same SQL. Both sides alternate. */
export async function benchApi(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.url);
  await postgres.stop();
  const product = await startProduct({ DATA_DIR: dataDir, ROLE: 'api', ...WITHOUT_LIMITS });
  const again = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const bare = await startBare(again.url);
  try {
    const { call, templateId, key } = await makeTenant(product, 1_000_000);
    const body = JSON.stringify({ templateId, variables: variablesOf(1) });
    const made = await call<{ id: string; verificationHash: string }>('/certificates', JSON.parse(body));
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const cases: [string, Omit<Options, 'url'> & { path: string }][] = [
      ['GET /verify/{hash}', { path: `/verify/${made.verificationHash}` }],
      ['GET /certificates/{id}', { path: `/certificates/${made.id}`, headers }],
      ['POST /certificates', { path: '/certificates', method: 'POST', headers, body }],
    ];
    const rows: string[][] = [];
    for (const [name, { path, ...options }] of cases) {
      const [ours, theirs]: Measured[] = [
        { requests: [], p99: [] },
        { requests: [], p99: [] },
      ];
      for (let round = 0; round < ROUNDS; round++) {
        await measure({ ...options, url: `${bare.url}/api/v1${path}` }, theirs);
        await measure({ ...options, url: `${product.url}/api/v1${path}` }, ours);
      }
      const [rate, plain] = [quantile(ours?.requests ?? [], 0.5), quantile(theirs?.requests ?? [], 0.5)];
      const p99 = `${digits(quantile(ours?.p99 ?? [], 0.5), 0)} ms`;
      rows.push([name, digits(plain, 0), digits(rate, 0), digits(rate / plain, 2), p99]);
    }
    printTable(
      'The API, 20 connections',
      ['operation', 'bare Express and pg, per second', 'Laurel, a second', 'share', 'p99'],
      rows,
    );
  } finally {
    bare.stop();
    await product.stop();
    await again.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function startBare(databaseUrl: string): Promise<{ url: string; stop(): void }> {
  const server = spawn(process.execPath, ['bench/bare.ts', databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  return { url: String(line).trim(), stop: () => void server.kill() };
}

async function measure(options: Options, into: Measured | undefined): Promise<void> {
  const { requests, latency, non2xx } = await autocannon({ connections: 20, duration: SECONDS, ...options });
  if (non2xx > 0) throw new Error(`${options.url}: ${non2xx} answers were not successful`);
  into?.requests.push(requests.average);
  into?.p99.push(latency.p99);
}
