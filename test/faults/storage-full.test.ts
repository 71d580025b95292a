import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { breachesOf } from '../support/crash.ts';
import { figure } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { waitFor } from '../support/wait-for.ts';

/** Uploads a logo. Returns the answer to the caller. */
async function upload(laurel: Laurel, { key }: Tenant) {
  const form = new FormData();
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'navy' } });
  form.set('logo', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'logo.png');
  return laurel.call('/organisation/logo', { key, body: form });
}

/** Issues while nothing can be stored. `makeRoom` lets the first certificate be rendered, and the second is given up. */
async function issueWithoutRoom(
  laurel: Laurel,
  tenant: Tenant,
  fill: () => Promise<void>,
  makeRoom: () => Promise<void>,
) {
  const { key, templateId } = tenant;
  const issue = async () =>
    (await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } })).body.id as string;
  await fill();
  const refused = await upload(laurel, tenant);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  const abandoned = await issue();
  await triedAgain(laurel, abandoned, 'FAILED');
  expect(await laurel.rendered(key, abandoned)).toMatchObject({ pdfUrl: null, imageUrl: null });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 10 });
  const late = await issue();
  await triedOnce(laurel, late);
  await makeRoom();
  await triedAgain(laurel, late, 'COMPLETED');
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 9 });
  expect((await upload(laurel, tenant)).status).toBe(200);
  const breaches = await breachesOf(laurel);
  figure({ fault: 'F5', what: 'completed without files', measured: breaches.length, wanted: 0 });
}

async function triedOnce(laurel: Laurel, certificateId: string): Promise<void> {
  const attempts = sql<{ lastError: string | null }>`
    select last_error from laurel_renders._private_jobs where payload->>'certificateId' = ${certificateId}`;
  const read = async () => (await attempts.execute(database(laurel.installation.services.em()))).rows;
  await waitFor('a failed attempt', read, (jobs) => jobs.some(({ lastError }) => lastError !== null));
}

/** Makes the attempts due immediately until the rendering has this status. They would take 30 s in total. */
async function triedAgain(laurel: Laurel, certificateId: string, status: string): Promise<void> {
  const db = database(laurel.installation.services.em());
  const read = async () => {
    await sql`update laurel_renders._private_jobs set run_at = now() where run_at > now()`.execute(db);
    const { rows } = await sql<{ renderStatus: string }>`
      select render_status from certificates where id = ${certificateId}`.execute(db);
    return rows[0]?.renderStatus;
  };
  await waitFor(`a rendering that is ${status}`, read, (found) => found === status, { everyMs: 100 });
}

test('if the disk is full, uploads get 503, a rendering is retried and finally refunded, and no partial file remains', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'laurel-full-'));
  const [storage, flag] = [join(directory, 'files'), join(directory, 'full')];
  try {
    const laurel = await Laurel.start(
      {
        STORAGE_URL: pathToFileURL(storage).href,
        FULL_DISK: flag,
        NODE_OPTIONS: `--import=${new URL('../support/full-disk.ts', import.meta.url).href}`,
        LOG_LEVEL: 'silent',
      },
      { isApart: true },
    );
    const tenant = await laurel.tenant({ credits: 10 });
    const left = async () => {
      const paths = await readdir(storage, { recursive: true }).catch(() => []);
      return paths.filter((path) => /\.(pdf|png)\./.test(path));
    };
    await issueWithoutRoom(
      laurel,
      tenant,
      () => writeFile(flag, ''),
      async () => {
        expect(await left()).toEqual([]);
        await rm(flag);
      },
    );
    expect(await left()).toEqual([]);
  } finally {
    await rm(directory, { recursive: true });
  }
}, 600_000);

test("if PostgreSQL's disk is full, uploads get 503, and a rendering is retried and finally refunded", async () => {
  const laurel = await Laurel.start({ LOG_LEVEL: 'silent' });
  const tenant = await laurel.tenant({ credits: 10 });
  const run = async (statement: string) =>
    void (await sql.raw(statement).execute(database(laurel.installation.services.em())));
  await run(`create function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await issueWithoutRoom(
    laurel,
    tenant,
    () => run('create trigger full_disk before insert or update on files for each row execute function full_disk()'),
    () => run('drop trigger full_disk on files'),
  );
}, 600_000);
