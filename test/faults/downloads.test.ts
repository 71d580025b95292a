import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { atEndOfFile } from '../support/end-of-file.ts';
import { figure, scale } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { sessionOf } from '../support/people.ts';
import { breakOff, busyConnections, headOf, openHandles, settled, steady } from '../support/wire.ts';

const RESETS = scale(60, 500);
const storage = await mkdtemp(join(tmpdir(), 'laurel-downloads-'));
let laurel: Laurel;
let tenant: Tenant;
let session: Record<string, string>;
let batchId: string;

beforeAll(async () => {
  laurel = await Laurel.start({ STORAGE_URL: `file://${storage}`, LOG_LEVEL: 'fatal' }, { isApart: true });
  tenant = await laurel.tenant({ credits: 500 });
  session = await sessionOf(laurel, tenant, 'viewer@example.org', 'viewer');
  const recipients = Array.from({ length: scale(8, 40) }, (_, index) => ({
    variables: { ...VARIABLES, name: `Person ${index}` },
  }));
  const { body } = await laurel.call('/batches', {
    key: tenant.key,
    body: { templateId: tenant.templateId, recipients },
  });
  ({ batchId } = body);
  await laurel.completed(tenant.key, batchId);
});
atEndOfFile(() => rm(storage, { recursive: true }));

const link = (path: string) => `/exports${path}?organisationId=${tenant.organisationId}`;

/** Returns the addresses of every kind of answer with a large body. */
async function downloads(): Promise<string[]> {
  const { key, templateId } = tenant;
  const form = new FormData();
  form.append(
    'logo',
    new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9"/></svg>']),
  );
  const organisation = (await laurel.call('/organisation/logo', { key, body: form })).body;
  const template = (await laurel.call(`/templates/${templateId}`, { key })).body;
  const [certificate] = (await laurel.call(`/certificates?batchId=${batchId}`, { key })).body.certificates;
  const files = [organisation.logoUrl, template.thumbnailUrl, certificate.pdfUrl, certificate.imageUrl];
  return [
    ...files.map((url) => new URL(url).pathname),
    link(`/batches/${batchId}.zip`),
    link(`/batches/${batchId}.csv`),
    link('/certificates.csv'),
    new URL(certificate.verificationUrl).pathname,
    '/verify/check.js',
    '/docs/api/swagger-ui-bundle.js',
    '/api/v1/openapi.json',
    '/api/v1/certificates?limit=100',
    '/trpc/certificates.list?input={}',
    '/login',
  ];
}

const headersFor = (path: string): Record<string, string> =>
  path.startsWith('/exports') ? { Cookie: session.Cookie ?? '' } : { Authorization: `Bearer ${tenant.key}` };

test('clients that disconnect during any download leave nothing behind', async () => {
  const paths = await downloads();
  const sizes = new Map<string, number>();
  for (const path of paths) {
    const answer = await fetch(laurel.url + path, { headers: { ...headersFor(path), Connection: 'close' } });
    expect([path, answer.status]).toEqual([path, 200]);
    sizes.set(path, (await answer.bytes()).length);
  }
  const resetTen = (done: number) =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const path = paths[(done + index) % paths.length] ?? '';
        // After the first byte, before any byte, at any byte, and in the head.
        const at = [1, 0, Math.random() * (sizes.get(path) ?? 0), Math.random() * 500][(done + index) % 4] ?? 0;
        const head = headOf(`GET ${path}`, { ...headersFor(path), Connection: 'close' });
        return breakOff(laurel, head, Math.floor(at));
      }),
    );
  // After every address was requested once, pools have their connections, and permanently open files are open.
  for (let done = 0; done < scale(20, 200); done += 10) await resetTen(done);
  const before = await steady('open files', () => openHandles(laurel));
  for (let done = 0; done < RESETS; done += 10) {
    await resetTen(done);
    expect(laurel.process.exitCode ?? laurel.process.signalCode).toBeNull();
  }
  expect((await fetch(`${laurel.url}/health`, { headers: { Connection: 'close' } })).status).toBe(200);
  const handles = (await settled(() => openHandles(laurel), before)) - before;
  figure({ fault: 'F31', what: `handles left after ${RESETS} resets of downloads`, measured: handles, wanted: 0 });
  const busy = await settled(() => busyConnections(laurel), 0);
  figure({ fault: 'F31', what: 'database connections still busy', measured: busy, wanted: 0 });
});

test('an archive with a missing file is cut off, and the process keeps running', async () => {
  const zip = () => fetch(laurel.url + link(`/batches/${batchId}.zip`), { headers: { Cookie: session.Cookie ?? '' } });
  const whole = (await (await zip()).bytes()).length;
  const { certificates } = (await laurel.call(`/certificates?batchId=${batchId}`, { key: tenant.key })).body;
  const lost = join(storage, tenant.organisationId, certificates[4].id);
  for (const name of await readdir(lost)) if (name.endsWith('.pdf')) await rm(join(lost, name));
  const answer = await zip();
  expect(answer.status).toBe(200);
  await expect(answer.bytes()).rejects.toThrow();
  expect(whole).toBeGreaterThan(0);
  const first = join(storage, tenant.organisationId, certificates[0].id);
  await rm(first, { recursive: true });
  // Nothing was sent yet, so the failure is reported like any other.
  const failed = await zip();
  expect([
    failed.status,
    failed.headers.get('Content-Disposition'),
    ((await failed.json()) as { error: { code: string } }).error.code,
  ]).toEqual([500, null, 'INTERNAL_ERROR']);
  expect((await fetch(`${laurel.url}/health`)).status).toBe(200);
});
