import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../domain/shared/ids.ts';
import { publishEvents } from '../../domain/webhooks/publish.ts';
import { EventStream } from '../support/event-stream.ts';
import { figure, isLong, scale, timing } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { waitFor } from '../support/wait-for.ts';

const WRITERS = 8;
/** Certificates per writer, in batches and one by one. */
const [BATCHES, SIZE, SINGLE] = isLong ? [12, 100, 50] : [2, 10, 5];

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start({
    RATE_LIMIT_CERTIFICATES: '1000000',
    RATE_LIMIT_BATCHES: '1000000',
    RATE_LIMIT_DEFAULT: '1000000',
  });
  tenant = await laurel.tenant({ credits: 100_000 });
});

interface Seen {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** Issues certificates and batches, and revokes some. Returns the ids of the certificates. */
async function write(writer: number): Promise<string[]> {
  const ids: string[] = [];
  const { key, templateId } = tenant;
  for (let round = 0; round < BATCHES; round++) {
    const recipients = Array.from({ length: SIZE }, (_, row) => ({
      variables: { ...VARIABLES, name: `${writer} ${row}` },
    }));
    const batch = await laurel.call('/batches', { key, body: { templateId, recipients } });
    ids.push(...(batch.body.certificates as { id: string }[]).map(({ id }) => id));
  }
  for (let one = 0; one < SINGLE; one++) {
    const { body } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } });
    ids.push(body.id);
    if (one % 2 === 0) await laurel.call(`/certificates/${body.id}/revoke`, { key, body: { reason: 'an error' } });
  }
  return ids;
}

const list = async (path: string) => (await laurel.call(`${path}&limit=1`, { key: tenant.key })).body;

/** Returns true while certificates wait for their files. A page of a filter covers 10,000 certificates, so the first can be empty. */
async function hasPending(): Promise<boolean> {
  for (let cursor = ''; ; ) {
    const { certificates, nextCursor } = await list(`/certificates?renderStatus=PENDING${cursor}`);
    if (certificates.length > 0 || nextCursor === null) return certificates.length > 0;
    cursor = `&cursor=${nextCursor}`;
  }
}

/** Polls the log until `isOver` is true, then one more time. */
async function poll(isOver: () => boolean): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let after = ''; ; ) {
    const wasOver = isOver();
    const { body } = await laurel.call(`/events?limit=37${after && `&after=${after}`}`, { key: tenant.key });
    seen.push(...(body.events as Seen[]));
    after = body.nextCursor;
    if (body.events.length > 0) continue;
    if (wasOver) return seen;
    await sleep(20);
  }
}

/** Follows the log with a connection that is cut repeatedly, even within messages. */
async function follow(isDone: (seen: readonly Seen[]) => boolean): Promise<{ seen: Seen[]; cuts: number }> {
  const seen: Seen[] = [];
  let after = 'AAAAAAAAAAAAAAAAAAAAAA';
  let connections = 0;
  const followUntilCut = async () => {
    connections++;
    const stream = await EventStream.open(laurel.url, { Authorization: `Bearer ${tenant.key}` }, { after });
    const cut = setTimeout(() => stream.close(), 20 + Math.random() * 800);
    await stream.until(() => isDone([...seen, ...stream.events]));
    clearTimeout(cut);
    expect(stream.error).toBeUndefined();
    stream.close();
    seen.push(...stream.events);
    after = stream.events.at(-1)?.cursor ?? after;
    return seen;
  };
  await waitFor('every event in a stream that is cut', followUntilCut, isDone, { everyMs: 0 });
  return { seen, cuts: connections - 1 };
}

test('F50: with 8 writers, a reader and a follower that is cut see every event once, in an order that respects each certificate', async () => {
  let isWritten = false;
  let expected = Number.POSITIVE_INFINITY;
  const readers = Promise.all([poll(() => isWritten), follow((seen) => seen.length >= expected)]);
  const ids = (await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))).flat();
  const revoked = WRITERS * Math.ceil(SINGLE / 2);
  // The tenant's template was published before.
  expected = 1 + 2 * ids.length + revoked + WRITERS * BATCHES;
  const isPending = async () => (await hasPending()) || (await list('/batches?status=PROCESSING')).batches.length > 0;
  await waitFor('the end of every rendering', isPending, (is) => !is, { everyMs: 300 });
  await laurel.rendered(tenant.key, ids.at(-1) ?? '');
  isWritten = true;
  const [polled, { seen: followed, cuts }] = await readers;
  for (const [how, seen] of [
    ['polled', polled],
    ['followed', followed],
  ] as const) {
    figure({
      fault: 'F50',
      what: `events that a reader has ${how} of ${expected}, twice or not at all`,
      measured: seen.length - new Set(seen.map(({ id }) => id)).size + Math.abs(expected - seen.length),
      wanted: 0,
    });
    expect(misplaced(seen)).toEqual([]);
  }
  expect(followed.map(({ id }) => id)).toEqual(polled.map(({ id }) => id));
  expect(
    new Set(polled.filter(({ type }) => type === 'certificate.ready').map(({ data }) => data.certificateId)),
  ).toEqual(new Set(ids));
  expect(cuts).toBeGreaterThan(0);
});

/** Returns events in front of their causes: `ready` and `revoked` before `issued`, or a batch's end before its last certificate's. */
function misplaced(seen: readonly Seen[]): string[] {
  const issued = new Set<unknown>();
  const ended = new Set<unknown>();
  return seen.flatMap(({ type, data: { certificateId, batchId } }) => {
    if (type === 'batch.completed') ended.add(batchId);
    if (type === 'certificate.issued') issued.add(certificateId);
    if (type.startsWith('certificate.') && !issued.has(certificateId)) return `${type} of ${certificateId}`;
    return type === 'certificate.ready' && ended.has(batchId) ? `${type} of ${certificateId} in ${batchId}` : [];
  });
}

/** Records thousands of events of 5 KB each. */
async function fill(thousands: number): Promise<void> {
  const context = laurel.context(tenant);
  for (let count = 0; count < thousands; count++) {
    const subjectId = newId(new Date());
    const events = Array.from({ length: 1000 }, (_, index) => ({
      ...{ type: 'template.published' as const, organisationId: tenant.organisationId, subjectId, fileKey: null },
      data: { templateId: subjectId, version: index + 1, name: 'x'.repeat(5000) },
    }));
    await context.em().transactional((em) => publishEvents(em, context, events));
  }
}

test('F51: a client that never reads uses little memory and is cut, while others follow', async () => {
  await fill(scale(10, 40));
  const { port, hostname } = new URL(laurel.url);
  const idle = connect(Number(port), hostname);
  const isClosed = new Promise((resolve) => idle.on('error', resolve).on('close', resolve));
  idle.pause();
  const input = encodeURIComponent('{"after":"AAAAAAAAAAAAAAAAAAAAAA"}');
  const head = ['Host: laurel', `Authorization: Bearer ${tenant.key}`].join('\r\n');
  const held = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const before = held();
  idle.write(`GET /trpc/events.follow?input=${input} HTTP/1.1\r\n${head}\r\n\r\n`);
  const stream = await EventStream.open(laurel.url, { Authorization: `Bearer ${tenant.key}` });
  // Time in which the process could buffer the backlog.
  await sleep(4000);
  const megabytes = Math.round((held() - before) / 1e6);
  timing({ fault: 'F51', what: 'memory for a stream that nobody reads', measured: megabytes, wanted: 30, unit: 'MB' });
  await laurel.issue(tenant);
  await stream.until(() => stream.events.length === 2);
  const began = Date.now();
  // A paused socket does not notice its end.
  setTimeout(() => idle.resume(), scale(0, 35_000));
  if (scale(0, 1) === 0) idle.destroy();
  await isClosed;
  timing({ fault: 'F51', what: 'time until it is cut', measured: Date.now() - began, wanted: 36_000, unit: 'ms' });
});
