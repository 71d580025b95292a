import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { QUEUE_SCHEMAS } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { figure, scale, timing } from '../support/faults.ts';
import { sourceSans, uploadFont } from '../support/fonts.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { isAlive, renderProcesses, treeMegabytes } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

const many = <Item>(count: number, element: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => element(n));
const NAME = { type: 'text', x: 0, y: 0, width: 200, height: 40, text: '{{name}}', font: 'Inter', size: 12 };
const design = (side: number, elements: object[]) => ({
  name: 'Monster',
  recipientNameVariable: 'name',
  page: { width: side, height: side },
  elements: [...elements, NAME],
});
const text = (content: string, more: object) => ({
  ...NAME,
  x: 10,
  y: 10,
  width: 900,
  height: 900,
  text: content,
  ...more,
});
const ARABIC = 'شهادة تقدير وامتنان للمشاركة المتميزة في البرنامج التدريبي ';

/** Designs that would take gigabytes or minutes without limits. */
const MONSTERS: Record<string, object> = {
  'texts as large as a page': design(
    2000,
    many(499, (n) => text(`W${n}`, { width: 10_000, height: 10_000, size: 1000 })),
  ),
  'texts that shrink': design(
    1000,
    many(100, () =>
      text(ARABIC.repeat(30), { font: 'Noto Sans Arabic', width: 300, height: 200, size: 200, minSize: 1 }),
    ),
  ),
  'combining marks': design(
    1000,
    many(50, () => text(`e${'\u0301\u0323\u0308'.repeat(3000)}`, { font: 'Noto Sans', size: 20 })),
  ),
  'QR codes': design(
    1000,
    many(400, (n) => ({ type: 'qr', x: 0, y: 0, width: 900, height: 900, value: 'x'.repeat(2000 + n) })),
  ),
  ellipses: design(
    2000,
    many(499, () => ({
      type: 'shape',
      shape: 'ellipse',
      x: 9,
      y: 9,
      width: 1900,
      height: 1900,
      rotation: 33,
      opacity: 0.5,
      fill: '#123',
    })),
  ),
};

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start({ LOG_LEVEL: 'info' }, { isApart: true });
  tenant = await laurel.tenant({ credits: 1000 });
});

const pidOf = () => laurel.process.pid ?? 0;

test('designs that would take too much time or memory are refused with a path and a number', async () => {
  const client = nativeClient(laurel, await sessionOf(laurel, tenant, 'viewer@example.org', 'viewer'));
  for (const [name, monster] of Object.entries(MONSTERS)) {
    const { image, issues } = await client.designs.preview.mutate({ design: monster, values: { name: 'Ada' } });
    expect([name, image]).toEqual([name, null]);
    expect(issues[0], name).toMatchObject({
      path: expect.stringMatching(/^elements\[\d+\]$/),
      code: 'too_complex',
      params: { resource: expect.any(String), most: expect.any(Number) },
      message: expect.stringMatching(/ on the page(: [\d,]+)?\. Use at most [\d,]+\.$/),
    });
    const refused = await importTemplate(laurel.context(tenant), monster).catch((error) => error.extras.details);
    expect(refused, name).toEqual(issues);
  }
});

test("excessive previews affect neither other tenants' certificates nor the process's memory", async () => {
  const other = await laurel.tenant();
  await laurel.issue(other);
  const session = await sessionOf(laurel, tenant, 'another-viewer@example.org', 'viewer');
  const before = treeMegabytes(pidOf());
  const monsters = Object.values(MONSTERS);
  const previews = many(scale(10, 40), (n) => ({ design: { ...monsters[n % monsters.length], name: `Monster ${n}` } }));
  // Each in a separate request, because together they exceed the limit of one.
  const preview = async (design: object): Promise<number> => {
    const answer = await fetch(`${laurel.url}/trpc/designs.preview`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...session },
      body: JSON.stringify({ design, values: { name: 'Ada' } }),
    });
    await answer.bytes();
    return answer.status;
  };
  const drawn = Promise.all(previews.map(({ design }) => preview(design)));
  let [isDrawing, most] = [true, 0];
  const watched = (async () => {
    for (; isDrawing; await sleep(50)) most = Math.max(most, treeMegabytes(pidOf()));
  })();
  const asked = performance.now();
  const { renderStatus } = await laurel.issue(other);
  const took = performance.now() - asked;
  const outcomes = await drawn;
  isDrawing = false;
  await watched;
  expect(renderStatus).toBe('COMPLETED');
  expect(outcomes).toEqual(outcomes.map(() => 200));
  const what = `beside ${previews.length} hostile previews`;
  timing({ fault: 'F15', what: `a certificate ${what}`, measured: Math.round(took), wanted: 2000, unit: 'ms' });
  figure({ fault: 'F32', what: `memory more ${what}`, measured: Math.round(most - before), wanted: 1200, unit: 'MB' });
  figure({
    fault: 'F32',
    what: `the process keeps running ${what}`,
    measured: String(isAlive(pidOf())),
    wanted: 'true',
  });
});

test('a process that dies during a batch costs its rendering one more attempt, and no certificate', async () => {
  const recipients = many(scale(60, 1000), (n) => ({ variables: { ...VARIABLES, name: `Recipient ${n}` } }));
  const { key, templateId } = await laurel.tenant({ credits: recipients.length });
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients } });
  for (const signal of ['SIGKILL', 'SIGSEGV'] as const) {
    const read = () => renderProcesses(pidOf())[0];
    const pid = await waitFor('a render process', read, (one) => one !== undefined, { everyMs: 20 });
    process.kill(pid, signal);
    await untilEnded([pid]);
  }
  const { failedCount, processedCount } = await laurel.completed(key, body.batchId);
  figure({ fault: 'F32', what: 'certificates lost after two crashes of renderings', measured: failedCount, wanted: 0 });
  expect(processedCount).toBe(recipients.length);
});

test('a certificate overtakes a batch that fills all slots', async () => {
  const batch = await laurel.tenant({ credits: 100 });
  const [other, own] = [await laurel.tenant(), { variables: { ...VARIABLES, name: 'Own' } }];
  // In the batch's organisation, too, a single certificate comes first.
  for (const { key, templateId } of [other, batch]) {
    const recipients = many(45, (n) => ({ variables: { ...VARIABLES, name: `Recipient ${n}` } }));
    const { body } = await laurel.call('/batches', {
      key: batch.key,
      body: { templateId: batch.templateId, recipients },
    });
    const processed = async (): Promise<number> =>
      (await laurel.call(`/batches/${body.batchId}`, { key: batch.key })).body.processedCount;
    await waitFor('the first certificates of the batch', processed, (count) => count > 0, { everyMs: 20 });
    const drawing = renderProcesses(pidOf());
    for (const pid of drawing) process.kill(pid, 'SIGSTOP');
    // Certificates that were drawn before are completed now, and others take their slots.
    await sleep(1000);
    const before = await processed();
    const { body: issued } = await laurel.call('/certificates', { key, body: { templateId, ...own } });
    await sleep(500);
    for (const pid of drawing) process.kill(pid, 'SIGCONT');
    await waitFor(
      'the certificate',
      async () => (await laurel.call(`/certificates/${issued.id}`, { key })).body.renderStatus,
      (status) => status === 'COMPLETED',
      { everyMs: 20 },
    );
    // Each process finishes its drawing, and a group is completed. Counted by the times of the seals, because the batch goes on.
    expect((await sealedBefore(body.batchId, issued.id)) - before).toBeLessThanOrEqual(12);
    await laurel.completed(batch.key, body.batchId);
  }
});

/** Returns how many certificates of a batch were sealed before another certificate. */
async function sealedBefore(batchId: string, certificateId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from seals s
    join certificates c on c.organisation_id = s.organisation_id and c.id = s.certificate_id
    where c.batch_id = ${batchId} and s.number = 0
      and s.created_at < (select created_at from seals where certificate_id = ${certificateId} and number = 0)
  `.execute(database(laurel.installation.services.em()));
  return rows[0]?.count ?? Number.NaN;
}

/** Publishes a design in its own font, for which values are checked in a process. Certificates of grade A show the font. */
async function ownFont() {
  const session = await sessionOf(laurel, tenant, 'fonts@faults.example', 'admin');
  await uploadFont(laurel, session, await sourceSans('woff'));
  const client = nativeClient(laurel, session);
  const honours = text('With honours', { font: 'Source Sans 3', height: 40, showIf: { variable: 'grade', is: 'A' } });
  const own = design(1000, [honours]);
  const { id } = await client.designs.create.mutate({ design: own });
  await client.designs.publish.mutate({ id, revision: 1 });
  return {
    client,
    own,
    ofGrade: (grade: string) => laurel.issue({ ...tenant, templateId: id }, { name: 'Ada', grade }),
  };
}

const untilEnded = (pids: number[]) =>
  waitFor(
    'the end of render processes',
    () => pids.filter(isAlive),
    ({ length }) => length === 0,
    { everyMs: 20 },
  );

const killRendering = () => {
  const pids = renderProcesses(pidOf());
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids;
};

test('the end of a process that checks or draws is never reported as a fault of the document', async () => {
  const { client, own, ofGrade } = await ownFont();
  for (const grade of ['B', 'A', 'B', 'A']) {
    const killed = killRendering();
    // Killed once after their death is known, and once just before.
    if (grade === 'B') await untilEnded(killed);
    expect((await ofGrade(grade)).renderStatus).toBe('COMPLETED');
  }
  const preview = () => client.designs.preview.mutate({ design: own, values: { name: 'Ada', grade: 'A' } });
  await preview();
  killRendering();
  expect(await preview()).toMatchObject({ issues: [], image: expect.any(String) });
  killRendering();
  const killing = setInterval(killRendering, 20);
  try {
    await expect(preview()).rejects.toMatchObject({ data: { code: 'SERVICE_UNAVAILABLE' } });
  } finally {
    clearInterval(killing);
  }
  expect((await preview()).image).toEqual(expect.any(String));
  expect(laurel.logged).toMatch(/a render process has ended, task preview: [^"]*\(SIGKILL\)/);
});

test('no successful rendering is reported as failed', async () => {
  const db = database(laurel.installation.services.em());
  const jobs = sql.raw(`${QUEUE_SCHEMAS.batch_renders}._private_jobs`);
  await sql`create table failed_jobs (error text)`.execute(db);
  await sql`create function keep_error() returns trigger language plpgsql as
    $$ begin insert into failed_jobs values (new.last_error); return new; end $$`.execute(db);
  await sql`create trigger keep_error after update on ${jobs} for each row
    when (new.last_error is not null) execute function keep_error()`.execute(db);
  const small = await importTemplate(laurel.context(tenant), design(200, []));
  const recipients = many(scale(20, 900), (n) => ({ variables: { name: `R ${n}` } }));
  const body = { templateId: small.id, recipients };
  const { body: batch } = await laurel.call('/batches', { key: tenant.key, body });
  await laurel.completed(tenant.key, batch.batchId);
  const { rows } = await sql`select * from failed_jobs`.execute(db);
  figure({ fault: 'F32', what: 'renderings reported as failed in a batch', measured: rows.length, wanted: 0 });
});

test('render processes end with their parent, however it dies', async () => {
  await laurel.issue(tenant);
  const children = renderProcesses(pidOf());
  expect(children.length).toBeGreaterThan(0);
  await laurel.stop('SIGKILL');
  await untilEnded(children);
  figure({
    fault: 'F32',
    what: 'processes left behind by a kill',
    measured: children.filter(isAlive).length,
    wanted: 0,
  });
});
