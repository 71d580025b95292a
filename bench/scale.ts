import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type NotNull, sql } from 'kysely';
import { migrate } from '../database/migrate.ts';
import type { EntityManager } from '../database/orm.ts';
import { database } from '../database/sql.ts';
import { OPERATOR } from '../domain/audit/record.ts';
import { eachCertificate } from '../domain/certificates/export.ts';
import { listCertificates } from '../domain/certificates/list.ts';
import { listTags } from '../domain/certificates/list-tags.ts';
import { getCertificate } from '../domain/certificates/read.ts';
import type { ListCertificates } from '../domain/certificates/schemas.ts';
import type { ActingContext, Services } from '../domain/context.ts';
import { readEvents } from '../domain/events/list.ts';
import { isShowable, projectEvent } from '../domain/events/show.ts';
import type { EventType } from '../domain/events/types.ts';
import { createBatch } from '../domain/issuing/create-batch.ts';
import { generateCertificate } from '../domain/issuing/generate.ts';
import { listRecipients } from '../domain/recipients/read.ts';
import { readFigures } from '../domain/statistics/read-figures.ts';
import { readOverview } from '../domain/statistics/read-overview.ts';
import { verifyCertificate } from '../domain/verification/verify.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import { makeTenant, startProduct } from '../scripts/product.ts';
import { keepPrivate } from '../server/adapters/private-files.ts';
import { readConfig } from '../server/config.ts';
import { openServices } from '../server/startup/open-services.ts';
import { addEvents, growTo, KNOWN_ADDRESS, type Sizes } from './scale-rows.ts';
import { variablesOf } from './subject.ts';
import { digits, printTable, quantile } from './table.ts';

/** Size with which all others are compared. */
const SMALL = 10_000;
const CALLS = 200;
const BATCHES = 20;
/** Interval between polls of a certificate, in ms. The API allows 120 reads per minute. */
const PAUSE_MS = 500;

interface Options extends Sizes {
  /** Directory in which the database stays. A temporary directory unless given. */
  data: string | undefined;
}

/**
 * Measures the same calls at 10,000 certificates and at the wanted number, alternately. The calls are those of the API, without HTTP, for
 * an organisation with half of all certificates. One certificate is actually issued. The rest are copies of it with different names, hashes
 * and times, and without files. Each size has a separate PostgreSQL.
 */
export async function benchScale({ data, ...wanted }: Options): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'laurel-scale-'));
  const small = await openGrown(join(temporary, 'small'), { ...wanted, certificates: SMALL });
  const large = await openGrown(data === undefined ? join(temporary, 'large') : resolve(data), wanted);
  const rows = Object.entries(large.calls).map(([name, call]) => ({ name, call, before: small.calls[name] ?? call }));
  const lines: string[][] = [];
  for (const { name, call, before } of rows) {
    const [[before50, before99], [p50, p99]] = await measure(before, call);
    const times = [before50, p50, before99, p99, p50 / before50, p99 / before99];
    lines.push([name, ...times.map((time) => digits(time))]);
  }
  const n = wanted.certificates.toLocaleString('en');
  printTable(
    `Growth to ${n} certificates of ${wanted.organisations} organisations, ${wanted.jobs.toLocaleString('en')} jobs queued (${large.size}), ms`,
    ['call', 'p50 at 10,000', `p50 at ${n}`, 'p99 at 10,000', `p99 at ${n}`, 'times, p50', 'times, p99'],
    lines,
  );
  for (const { close } of [small, large]) await close();
  await rm(temporary, { recursive: true });
}

/** Opens a separate PostgreSQL with that many certificates, the calls on it, and its size on disk. */
export async function openGrown(
  dataDir: string,
  sizes: Sizes,
): Promise<{ calls: Calls; services: Services; organisationId: string; size: string; close(): Promise<void> }> {
  // Done before PostgreSQL starts, as in the product. PostgreSQL may run as another user, and then determines its access.
  await mkdir(dataDir, { recursive: true });
  await keepPrivate(readConfig({ DATA_DIR: dataDir }));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.url);
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }), postgres.url, 'http://localhost');
  const em = services.em();
  const { organisationId, ...made } = (await issued(em)) ?? (await issue(dataDir, () => issued(em)));
  await growTo(em, made.id, sizes);
  await addEvents(services, organisationId, sizes.certificates);
  const { rows } = await sql<{
    size: string;
  }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(database(em));
  return {
    calls: callsOf({ ...services, organisationId, actor: OPERATOR }, made, sizes),
    ...{ services, organisationId, size: rows[0]?.size ?? '' },
    close: async () => {
      await close();
      await postgres.stop();
    },
  };
}

/** Returns the certificate that was actually issued. Its copies have no place in a status list. */
async function issued(em: EntityManager): Promise<Made | undefined> {
  const row = await database(em)
    .selectFrom('certificates')
    .select(['id', 'organisationId', 'verificationHash', 'templateId'])
    .where('statusNumber', 'is not', null)
    .$narrowType<{ templateId: NotNull }>()
    .executeTakeFirst();
  return row && { ...row, verificationHash: Buffer.from(row.verificationHash).toString('hex') };
}

/** Issues the certificate with the product, for a new organisation. */
async function issue(dataDir: string, find: () => Promise<Made | undefined>): Promise<Made> {
  const product = await startProduct({ DATA_DIR: dataDir, ROLE: 'all' });
  try {
    const { call, templateId } = await makeTenant(product, 1_000_000);
    const { id } = await call<{ id: string }>('/certificates', { templateId, variables: variablesOf(1) });
    const isDone = async () =>
      (await call<{ renderStatus: string }>(`/certificates/${id}`)).renderStatus === 'COMPLETED';
    while (!(await isDone())) await sleep(PAUSE_MS);
  } finally {
    await product.stop();
  }
  const made = await find();
  if (!made) throw new Error('the certificate that was issued is not found');
  return made;
}

interface Made {
  id: string;
  organisationId: string;
  templateId: string;
  verificationHash: string;
}
interface Call {
  count: number;
  run(n: number): Promise<unknown>;
}
type Calls = Record<string, Call>;

function callsOf(
  context: ActingContext & Parameters<typeof verifyCertificate>[0],
  { id, verificationHash: hash, templateId }: Omit<Made, 'organisationId'>,
  { certificates: most }: Sizes,
): Calls {
  const list = (filter: Partial<ListCertificates>) => ({
    count: CALLS,
    run: () => listCertificates(context, { limit: 50, ...filter } as ListCertificates),
  });
  const events = (position: () => number, types?: readonly EventType[]) => ({
    count: CALLS,
    run: async () => {
      const { rows } = await readEvents(context.em(), {
        ...{ organisationId: context.organisationId, after: { position: position(), mark: '' }, types, limit: 100 },
      });
      return rows.filter((row) => isShowable(context, row)).map((row) => projectEvent(context, row));
    },
  });
  const recipientList = (filter: { search?: string }) => ({
    count: CALLS,
    run: () => listRecipients(context, { limit: 50, ...filter }),
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
    'list by an address': list({ recipientEmail: KNOWN_ADDRESS }),
    'list with a tag that half have': list({ tag: 'common' }),
    'list with a tag that few have': list({ tag: 'rare' }),
    'list with a rare tag, revoked': list({ tag: 'rare', status: 'REVOKED' }),
    'tags in use': { count: CALLS, run: () => listTags(context) },
    recipients: recipientList({}),
    'recipients by a name that some have': recipientList({ search: 'Recipient 77' }),
    'recipients by a name that nobody has': recipientList({ search: 'zzqqxx' }),
    'search for a name that some have': list({ search: 'Recipient 77' }),
    'search for what nobody has': list({ search: 'zzqqxx' }),
    'search for a word that all have': list({ search: 'recipient' }),
    'search for an old name that many have': list({ search: 'Recipient 3' }),
    'search for one name, frequent parts': list({ search: 'Recipient 123456' }),
    'search for an old name, of a template': list({ search: 'Recipient 3', templateId }),
    'search for an old name, revoked': list({ search: 'Recipient 3', status: 'REVOKED' }),
    'events, oldest first': events(() => 0),
    'events from any place': events(() => Math.floor(Math.random() * (most - 200)) + 100),
    'events of a rare type': events(() => 0, ['template.published']),
    'figures of a year': { count: CALLS, run: () => readFigures(context, { months: 12 }) },
    'figures of three years': { count: CALLS, run: () => readFigures(context, { months: 36 }) },
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

/**
 * Returns the median and 99th percentile of two calls in ms, with warm caches. The calls alternate, so that a slow machine affects both.
 */
async function measure(...both: [Call, Call]): Promise<[[number, number], [number, number]]> {
  const times: [number[], number[]] = [[], []];
  const [{ count }] = both;
  for (let n = -Math.ceil(count / 10); n < count; n++) {
    for (const [side, { run }] of both.entries()) {
      const began = performance.now();
      await run(n + count);
      if (n >= 0) times[side]?.push(performance.now() - began);
    }
  }
  const quantiles = (of: number[]): [number, number] => [quantile(of, 0.5), quantile(of, 0.99)];
  return [quantiles(times[0]), quantiles(times[1])];
}
