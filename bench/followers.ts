import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_FOLLOWERS } from '../domain/limits.ts';
import { makeTenant, type Product, startProduct, WITHOUT_LIMITS } from '../scripts/product.ts';
import { variablesOf } from './subject.ts';
import { digits, printTable, quantile } from './table.ts';
import { processorTime } from './workers.ts';

const ORGANISATIONS = 20;
/** Followers per organisation before the first reading, so that it includes all code and caches. */
const BEFORE = 10;
const SETTLE_MS = 5000;
const REST_MS = 20_000;
/** Events whose delay is measured. */
const EVENTS = 40;

/** Measures memory and processor time of 1,000 clients of one API process that follow events while none happen. Needs /proc. */
export async function benchFollowers(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const product = await startProduct({ ...WITHOUT_LIMITS, DATA_DIR: dataDir, ROLE: 'api' });
  try {
    const keys: string[] = [];
    for (let n = 0; n < ORGANISATIONS; n++) keys.push(await makeKey(product, `Organisation ${n}`));
    const readings: { count: number; bytes: number; load: number }[] = [];
    for (let each = 1; each <= MAX_FOLLOWERS; each++) {
      await Promise.all(keys.map((key) => follow(product, key)));
      if (each !== BEFORE && each !== MAX_FOLLOWERS) continue;
      await sleep(SETTLE_MS);
      const before = await processorTime([product.pid]);
      await sleep(REST_MS);
      const load = (((await processorTime([product.pid])) - before) / REST_MS) * 1000;
      readings.push({ count: each * ORGANISATIONS, bytes: await residentBytes(product.pid), load });
    }
    const [first, last] = readings as [(typeof readings)[0], (typeof readings)[0]];
    printTable(
      'Followers of events',
      ['followers', 'resident memory, MB', 'load of a core'],
      readings.map(({ count, bytes, load }) => [String(count), digits(bytes / 1e6), `${digits(load * 100)} %`]),
    );
    const each = (last.bytes - first.bytes) / (last.count - first.count);
    process.stdout.write(`\nEach further follower takes ${digits(each / 1000)} KB.\n`);
    const delays = await delaysOf(product);
    process.stdout.write(
      `An event arrives after ${digits(quantile(delays, 0.5))} ms (p50), ${digits(quantile(delays, 0.95))} ms (p95).\n`,
    );
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Returns the times in ms from the record of an event to its arrival at a follower, beside all others. */
async function delaysOf(product: Product): Promise<number[]> {
  const { templateId, organisationId, call } = await makeTenant(product, EVENTS, 'Issuer');
  const key = await keyOf(product, organisationId);
  const request = get(`${product.url}/trpc/events.follow`, {
    headers: { Authorization: `Bearer ${key}` },
    agent: false,
  });
  const [answer] = await once(request, 'response');
  const delays: number[] = [];
  for (let events = 0; events < EVENTS; events++) {
    if (events === 0) await once(answer, 'data');
    const arrived = once(answer, 'data');
    await call('/certificates', { templateId, variables: variablesOf(events) });
    const [data] = await arrived;
    const [, createdAt = ''] = /"createdAt":"([^"]+)"/.exec(String(data)) ?? [];
    delays.push(Date.now() - Date.parse(createdAt));
  }
  request.destroy();
  return delays;
}

async function makeKey({ operate }: Product, name: string): Promise<string> {
  const { id = '' } = await operate('organisation', 'create', '--name', name, '--credits', '1');
  return keyOf({ operate }, id);
}

async function keyOf({ operate }: Pick<Product, 'operate'>, organisationId: string): Promise<string> {
  const scoped = ['--organisation', organisationId, '--name', 'Follower', '--scopes', 'events:read'];
  const { key = '' } = await operate('api-key', 'create', ...scoped);
  return key;
}

/** Opens a stream, and resolves when it has started. */
async function follow({ url }: Product, key: string): Promise<void> {
  const request = get(`${url}/trpc/events.follow`, { headers: { Authorization: `Bearer ${key}` }, agent: false });
  const [answer] = await once(request, 'response');
  await once(answer, 'data');
  answer.resume().on('error', () => undefined);
}

async function residentBytes(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
