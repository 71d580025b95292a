import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { figure, scale, timing } from '../support/faults.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { sessionOf } from '../support/people.ts';
import { photograph, uploadPicture } from '../support/portraits.ts';
import { waitFor } from '../support/wait-for.ts';
import { headOf, openSocket, settled, steady } from '../support/wire.ts';

let laurel: Laurel;
let tenant: Tenant;
let other: Tenant;
let session: Record<string, string>;
let key: Record<string, string>;
beforeAll(async () => {
  laurel = await Laurel.start({}, { isApart: true });
  [tenant, other] = [await laurel.tenant(), await laurel.tenant()];
  session = await sessionOf(laurel, tenant, 'issuer@bodies.example', 'issuer');
  key = { Authorization: `Bearer ${tenant.key}` };
});

/** Returns the peak memory of the process during some work, in MB, without its render processes. */
async function peakDuring(work: () => Promise<unknown>): Promise<number> {
  const proc = `/proc/${laurel.process.pid}`;
  writeFileSync(`${proc}/clear_refs`, '5');
  await work();
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1]) / 1000);
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'multipart/form-data; boundary=x' };
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

async function post(path: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${laurel.url}${path}`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });
  await answer.bytes();
  return answer.status;
}

/** Requests a preview of a design of 40 MB. */
function largePreview(): Promise<number> {
  const src = `data:image/png;base64,${'A'.repeat(40e6)}`;
  const design = { name: 'Large', elements: [{ type: 'image', x: 0, y: 0, width: 99, height: 99, src }] };
  return post('/trpc/designs.preview', JSON.stringify({ design, values: {} }), session);
}

/** Sends requests with a body that stops shortly before its end. */
async function unfinished(count: number, head: string, part: Buffer | string): Promise<Socket[]> {
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(laurel)));
  for (const socket of sockets) {
    socket.resume().write(head);
    socket.write(part);
  }
  return sockets;
}

const creation = () => headOf('POST /api/v1/certificates', { ...JSON_TYPE, ...key, 'Content-Length': '2000000' });

test('concurrent designs are read one at a time, and each is answered', async () => {
  const statuses: number[] = [];
  const peak = await peakDuring(async () => {
    for (let round = 0; round < scale(1, 5); round++)
      statuses.push(...(await Promise.all([largePreview(), largePreview()])));
  });
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  timing({ fault: 'F38', what: 'memory with two designs of 40 MB', measured: peak, wanted: 700, unit: 'MB' });
});

test("concurrent bodies of every kind stay within the process's memory limit, and release it", async () => {
  const values = `{"variables":[${'{},'.repeat(490_000)}{}]}`;
  const statuses: number[] = [];
  const note = async (call: Promise<number>) => void statuses.push(await call.catch(() => 0));
  const peak = await peakDuring(async () => {
    const halves = await unfinished(scale(100, 500), creation(), Buffer.alloc(1_990_000, 'x'));
    const calls = [largePreview(), largePreview()];
    for (let n = 0; n < scale(20, 60); n++) calls.push(post('/api/v1/certificates', values, key));
    await Promise.all(calls.map(note));
    for (const socket of halves) socket.destroy();
  });
  expect(statuses.filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
  timing({ fault: 'F38', what: 'memory with bodies of every kind', measured: peak, wanted: 700, unit: 'MB' });
  // All memory was released.
  expect(await largePreview()).toBe(200);
});

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 5; n++) times.push(await measure());
  return times.sort((a, b) => a - b)[2] ?? 0;
}

/** Returns the duration of an upload of the other organisation, in ms. */
async function upload(): Promise<number> {
  const from = performance.now();
  const { status } = await uploadPicture(laurel, other.key, await photograph('#246', 1500, 2000));
  expect(status).toBe(201);
  return performance.now() - from;
}

test('slow uploads of one session do not limit other uploads, however its cookies are written', async () => {
  await upload();
  const usual = await medianOf(upload);
  const sockets = await Promise.all(
    Array.from({ length: 28 }, async (_, n) => {
      const varied = { ...session, Cookie: `${session.Cookie}; n=${n}` };
      const [head, part] =
        n < 26
          ? [headOf('POST /trpc/assets.add', { ...varied, ...FORM_TYPE, 'Content-Length': '5000000' }), PART]
          : [
              headOf('POST /trpc/designs.preview', { ...varied, ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }),
              '1\r\n{\r\n',
            ];
      return (await unfinished(1, head, part))[0];
    }),
  );
  // Answered after the server has read the beginnings of the slow ones.
  await upload();
  const took = await medianOf(upload);
  timing({
    fault: 'F39',
    what: 'times the usual duration of another upload',
    measured: Math.round((took / usual) * 10) / 10,
    wanted: 2,
  });
  const open = await settled(async () => sockets.filter((socket) => !socket?.closed).length, 0);
  figure({ fault: 'F39', what: 'slow uploads that are open after 30 s', measured: open, wanted: 0 });
});

test('an organisation whose bodies fill the memory makes room for others', async () => {
  const sockets = await unfinished(60, creation(), Buffer.alloc(1_990_000, 'x'));
  // The server reads until the memory is full.
  await steady('sent bytes', async () =>
    sockets.reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0),
  );
  const from = performance.now();
  const { status } = await uploadPicture(laurel, other.key, Buffer.alloc(5_000_000, 'x'));
  const took = performance.now() - from;
  for (const socket of sockets) socket.destroy();
  // The body was read, and is not a picture.
  expect(status).toBe(400);
  timing({ fault: 'F39', what: 'wait of an upload for memory', measured: Math.round(took), wanted: 2000, unit: 'ms' });
});

test('a body that stops is refused with the required rate', async () => {
  const socket = await openSocket(laurel);
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const byOther = { Authorization: `Bearer ${other.key}` };
  socket.write(headOf('POST /api/v1/certificates', { ...JSON_TYPE, ...byOther, 'Content-Length': '100000' }));
  socket.write('{"a":"');
  await waitFor('a refusal', () => answer, Boolean, { limitMs: 20_000 });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"body_too_slow"');
});
