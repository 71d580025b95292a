import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../database/migrate.ts';
import { database } from '../database/sql.ts';
import { OPERATOR } from '../domain/audit/record.ts';
import { eachCertificate } from '../domain/certificates/export.ts';
import { listCertificates } from '../domain/certificates/list.ts';
import { getCertificate } from '../domain/certificates/read.ts';
import type { ListCertificates } from '../domain/certificates/schemas.ts';
import type { ActingContext } from '../domain/context.ts';
import { createBatch } from '../domain/issuing/create-batch.ts';
import { generateCertificate } from '../domain/issuing/generate.ts';
import { readOverview } from '../domain/statistics/overview.ts';
import { verifyCertificate } from '../domain/verification/verify.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import { makeTenant, startProduct } from '../scripts/product.ts';
import { readConfig } from '../server/config.ts';
import { openServices } from '../server/startup/open-services.ts';
import { growTo, type Sizes } from './scale-rows.ts';
import { variablesOf } from './subject.ts';
import { digits, printTable, quantile } from './table.ts';

/** What all others are compared with. */
const SMALL = 10_000;
const CALLS = 200;
const BATCHES = 20;

interface Options extends Sizes {
  /** Where the database is, and stays; a temporary directory unless given. */
  data: string | undefined;
}

/**
 * The same calls at 10,000 certificates and at the wanted number, as the API makes them, without HTTP: of an organisation that has half of all.
 * One certificate is issued for real; the others are its copies, with names, hashes and times of their own, and no files.
 */
export async function benchScale({ data, ...wanted }: Options): Promise<void> {
  const dataDir = data === undefined ? await mkdtemp(join(tmpdir(), 'laurel-scale-')) : resolve(data);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.url);
  const product = await startProduct({ DATA_DIR: dataDir, ROLE: 'all' });
  const { call, templateId } = await makeTenant(product, 1_000_000);
  const made = await call<Made>('/certificates', { templateId, variables: variablesOf(1) });
  while ((await call<Made>(`/certificates/${made.id}`)).renderStatus !== 'COMPLETED');
  await product.stop();
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }), postgres.url, 'http://localhost');
  const row = await database(services.em())
    .selectFrom('certificates')
    .select('organisationId')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  const context = { ...services, organisationId: row.organisationId, actor: OPERATOR };
  const calls = callsOf({ ...services, ...context }, { ...made, templateId });
  const columns: Map<string, [number, number]>[] = [];
  for (const certificates of [SMALL, wanted.certificates]) {
    await growTo(services.em(), made.id, { ...wanted, certificates });
    columns.push(await measure(calls));
  }
  const [small, large] = columns;
  const rows = [...(large ?? [])].map(([name, [p50, p99]]) => {
    const [before50, before99] = small?.get(name) ?? [0, 0];
    return [
      name,
      digits(before50),
      digits(p50),
      digits(before99),
      digits(p99),
      digits(p50 / before50),
      digits(p99 / before99),
    ];
  });
  const { bytes } = (
    await sql<{ bytes: string }>`select pg_size_pretty(pg_database_size(current_database())) as bytes`.execute(
      database(services.em()),
    )
  ).rows[0] ?? { bytes: '' };
  const n = wanted.certificates.toLocaleString('en');
  printTable(
    `Growth to ${n} certificates of ${wanted.organisations} organisations, ${wanted.jobs.toLocaleString('en')} jobs queued (${bytes}), ms`,
    ['call', 'p50 at 10,000', `p50 at ${n}`, 'p99 at 10,000', `p99 at ${n}`, 'times, p50', 'times, p99'],
    rows,
  );
  await close();
  await postgres.stop();
  if (data === undefined) await rm(dataDir, { recursive: true });
}

interface Made {
  id: string;
  verificationHash: string;
  renderStatus: string;
}
type Calls = Record<string, { count: number; run(n: number): Promise<unknown> }>;

function callsOf(
  context: ActingContext & Parameters<typeof verifyCertificate>[0],
  { id, verificationHash: hash, templateId }: Made & { templateId: string },
): Calls {
  const list = (filter: Partial<ListCertificates>) => ({
    count: CALLS,
    run: () => listCertificates(context, { limit: 50, ...filter } as ListCertificates),
  });
  const recipients = (n: number) =>
    Array.from({ length: 100 }, (_, index) => ({ variables: variablesOf(n * 100 + index) }));
  return {
    get: { count: CALLS, run: () => getCertificate(context, { id }) },
    verify: { count: CALLS, run: () => verifyCertificate(context, { hash }) },
    'list, newest first': list({}),
    'list, oldest first': list({ sort: 'oldest' }),
    'list of a template': list({ templateId }),
    'list, revoked': list({ status: 'REVOKED' }),
    'list, being rendered (none)': list({ renderStatus: 'RENDERING' }),
    'list by an address': list({ recipientEmail: 'recipient-77@example.org' }),
    'search for a name that some have': list({ search: 'Recipient 77' }),
    'search for what nobody has': list({ search: 'zzqqxx' }),
    overview: { count: CALLS, run: () => readOverview(context) },
    'CSV, first row': { count: CALLS, run: () => eachCertificate(context, {}).next() },
    'POST /certificates': {
      count: CALLS,
      run: (n) => generateCertificate(context, { templateId, variables: variablesOf(n) } as never),
    },
    'batch of 100': {
      count: BATCHES,
      run: (n) => createBatch(context, { templateId, recipients: recipients(n) } as never),
    },
  };
}

/** Median and 99th percentile of each call in milliseconds, warm. */
async function measure(calls: Calls): Promise<Map<string, [number, number]>> {
  const measured = new Map<string, [number, number]>();
  for (const [name, { count, run }] of Object.entries(calls)) {
    const times: number[] = [];
    for (let n = -Math.ceil(count / 10); n < count; n++) {
      const began = performance.now();
      await run(n + count);
      if (n >= 0) times.push(performance.now() - began);
    }
    measured.set(name, [quantile(times, 0.5), quantile(times, 0.99)]);
  }
  return measured;
}
