import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { figure, isLong, scale, timing } from '../support/faults.ts';
import { Laurel } from '../support/laurel.ts';
import { headOf, openSocket } from '../support/wire.ts';

const SOCKETS = scale(60, 500);

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.start({ RATE_LIMIT_SIGN_IN: '100000' });
});

const POSTED = { 'Content-Type': 'application/json', 'Content-Length': '5000' };
const KINDS = [
  // No bytes, an endless head, and a body without a key.
  { start: '', drip: '' },
  { start: 'GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', drip: 'a' },
  { start: headOf('POST /api/v1/certificates', POSTED), drip: ' ' },
  { start: headOf('POST /trpc/certificates.generate', POSTED), drip: ' ' },
  {
    start: headOf('POST /api/v1/organisation/logo', { ...POSTED, 'Content-Type': 'multipart/form-data; boundary=x' }),
    drip: '-',
  },
];
// The only body that is read from unauthenticated callers. It has the whole time of a request.
const SIGN_IN = { start: headOf('POST /auth/sign-in/email', POSTED), drip: ' ' };

/** Sends single bytes until the server closes the connection. Returns the milliseconds that this took. */
async function dripUntilClosed(socket: Socket, { start, drip }: { start: string; drip: string }): Promise<number> {
  const from = performance.now();
  // A server that closes before it has read everything resets the connection, which is an error for `once`.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume().write(start);
  const timer = setInterval(() => drip && !socket.destroyed && socket.write(drip), 500);
  await closed;
  clearInterval(timer);
  return performance.now() - from;
}

test('clients that send too slowly are cut off, and others are served in the meantime', async () => {
  const kinds = isLong ? [...KINDS, SIGN_IN] : KINDS;
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(laurel)));
  const slow = Promise.all(
    sockets.map((socket, index) => dripUntilClosed(socket, kinds[index % kinds.length] ?? SIGN_IN)),
  );
  const waits: number[] = [];
  let over = false;
  const others = (async () => {
    for (; !over; await sleep(50)) {
      const from = performance.now();
      expect((await fetch(`${laurel.url}/ready`)).status).toBe(200);
      waits.push(performance.now() - from);
    }
  })();
  const times = await slow;
  over = true;
  await others;
  figure({
    fault: 'F17',
    what: `of ${SOCKETS} slow sockets still open`,
    measured: sockets.filter((one) => !one.closed).length,
    wanted: 0,
  });
  timing({
    fault: 'F17',
    what: 'the last slow socket is closed',
    measured: Math.max(...times) / 1000,
    wanted: 30,
    unit: 's',
  });
  const p99 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
  timing({ fault: 'F17', what: "others' p99 meanwhile", measured: Math.round(p99), wanted: 1000, unit: 'ms' });
});

test('when the sockets are used up, those that keep the server waiting are closed', async () => {
  const sockets = await Promise.all(Array.from({ length: scale(200, 9000) }, () => openSocket(laurel)));
  expect((await fetch(`${laurel.url}/health`)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('refused callers are answered before their body has arrived', async () => {
  const socket = await openSocket(laurel);
  socket.write(headOf('POST /api/v1/certificates', { ...POSTED, 'Content-Length': '1000000' }));
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1\.1 401 /);
  await once(socket.resume(), 'close');
});
