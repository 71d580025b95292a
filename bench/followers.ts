import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_FOLLOWERS } from '../domain/limits.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { digits, printTable } from './table.ts';
import { processorTime } from './workers.ts';

const ORGANISATIONS = 20;
/** Followers per organisation before the first reading, so that it includes all code and caches. */
const BEFORE = 10;
const SETTLE_MS = 5000;
const REST_MS = 20_000;

/** Measures memory and processor time of 1,000 clients of one API process that follow events while none happen. Needs /proc. */
export async function benchFollowers(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  const unlimited = { RATE_LIMIT_DEFAULT: '1000000', RATE_LIMIT_ORGANISATION: '100' };
  const product = await startProduct({ ...unlimited, DATA_DIR: dataDir, ROLE: 'api' });
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
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function makeKey({ operate }: Product, name: string): Promise<string> {
  const { id = '' } = await operate('organisation', 'create', '--name', name, '--credits', '1');
  const scoped = ['--organisation', id, '--name', 'Follower', '--scopes', 'events:read'];
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
