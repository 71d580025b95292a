import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { jsonRows } from '../database/json-rows.ts';
import { database } from '../database/sql.ts';
import { CERTIFICATE_COLUMNS } from '../domain/certificates/queries.ts';
import type { Services } from '../domain/context.ts';
import { runExpiries } from '../domain/expiry/run.ts';
import { macOf } from '../domain/shared/authentic-rows.ts';
import { openGrown } from './scale.ts';
import type { Sizes } from './scale-rows.ts';
import { digits, printTable, quantile } from './table.ts';

/** Certificates that are due, of organisations that each have at most 1,000 of them. */
const DUE = 10_000;
const RUNS = 5;
const IDLE_RUNS = 100;
/** Places of the due certificates in the tables: by a random key, and by the time of issue, as those that are valid for equally long. */
const PLACES = { verificationHash: 'scattered', id: 'issued together' };

/**
 * Measures a run that announces 10,000 certificates and requests a reminder for each, and one that finds nothing due, among many
 * certificates that expire later.
 */
export async function benchExpiries({ data, ...sizes }: Sizes & { data: string | undefined }): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'laurel-expiries-'));
  const { services, organisationId, size, close } = await openGrown(data ? resolve(data) : temporary, sizes);
  await addReminders(services, organisationId);
  const lines: string[][] = [];
  for (const order of ['verificationHash', 'id'] as const) {
    const ids = await choose(services, organisationId, order);
    lines.push([`${ids.length.toLocaleString('en')}, ${PLACES[order]}`, ...(await measureDue(services, ids))]);
  }
  const idle: number[] = [];
  for (let run = 0; run < IDLE_RUNS; run++) idle.push(await timed(services));
  lines.push(['0', digits(quantile(idle, 0.5)), digits(Math.max(...idle))]);
  printTable(
    `A run among ${sizes.certificates.toLocaleString('en')} certificates (${size}), ms`,
    ['due', 'p50', 'worst'],
    lines,
  );
  await close();
  await rm(temporary, { recursive: true });
}

/** Returns the median and the longest time of runs that announce all of the certificates. */
async function measureDue(services: Services, ids: readonly string[]): Promise<[string, string]> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    await makeDue(services, ids);
    const time = await timed(services);
    const announced = await countAnnounced(services, ids);
    if (announced !== ids.length) throw new Error(`${announced} of ${ids.length} certificates were announced`);
    // The first run warms the caches.
    if (run > 0) times.push(time);
  }
  return [digits(quantile(times, 0.5)), digits(Math.max(...times))];
}

async function timed(services: Services): Promise<number> {
  const began = performance.now();
  if (!(await runExpiries(services))) throw new Error('another run takes place');
  return performance.now() - began;
}

/** Gives the template reminders, which are part of its signed version. */
async function addReminders(services: Services, organisationId: string): Promise<void> {
  const db = database(services.em());
  const version = await db
    .selectFrom('template_versions')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow();
  const rules = {
    ...(version.rules as object),
    reminders: { daysBefore: [60, 30, 7], recipient: true, issuer: false },
  };
  await db
    .updateTable('template_versions')
    .set({ rules: JSON.stringify(rules), mac: macOf(services, 'template_versions', { ...version, rules }) })
    .where('organisationId', '=', organisationId)
    .execute();
}

/** Chooses certificates of other organisations, and makes their rows authentic. They expire in 20 days. */
async function choose(services: Services, organisationId: string, order: keyof typeof PLACES): Promise<string[]> {
  const db = database(services.em());
  const expiresAt = new Date(services.now().getTime() + 20 * 24 * 60 * 60_000);
  const found = await db
    .selectFrom('certificates as c')
    .select(CERTIFICATE_COLUMNS)
    .where('organisationId', '<>', organisationId)
    .orderBy(order)
    .limit(DUE)
    .execute();
  const rows = found.map((row) => ({
    id: row.id,
    mac: macOf(services, 'certificates', { ...row, expiresAt, revokedAt: null } as never),
  }));
  await sql`update certificates c set expires_at = ${expiresAt}, revoked_at = null, mac = r.mac
    from ${jsonRows(rows, { id: 'uuid', mac: 'bytea' })} where c.id = r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets the notices of certificates, and schedules a look at each. */
async function makeDue(services: Services, ids: readonly string[]): Promise<void> {
  const db = database(services.em());
  await sql`delete from emails where kind = 'EXPIRY_REMINDER'`.execute(db);
  await sql`update expiries set due_at = '-infinity', is_postponed = false, expiring_for = '{}', expired_for = '{}',
    reminded_for = null, reminded_days = null, email_id = null, digest_at = null, mac = null
    where certificate_id = any(${[...ids]}::uuid[])`.execute(db);
}

async function countAnnounced(services: Services, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ number: number }>`select count(*)::int as number from expiries
    where certificate_id = any(${[...ids]}::uuid[]) and email_id is not null and expiring_for <> '{}'`.execute(
    database(services.em()),
  );
  return rows[0]?.number ?? 0;
}
