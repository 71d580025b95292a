import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createClient,
  isLaurelError,
  listAll,
  RenderingFailedError,
  verifyWebhook,
  WebhookVerificationError,
  waitUntilReady,
} from '../../client/index.ts';
import { makeSecret, signatureHeaders } from '../../domain/webhooks/sign.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

type Outcome = { data: unknown } | { code: string; status: number; retryAfter?: string } | Error;

/** Starts a server that gives these outcomes in order and records the requests. */
function server(...outcomes: Outcome[]) {
  const sent: { path: string; key: string | undefined }[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const path = new URL(String(url)).pathname.replace('/trpc/', '');
    sent.push({ path, key: new Headers(init?.headers).get('Idempotency-Key') ?? undefined });
    const outcome = outcomes.shift();
    if (!outcome || outcome instanceof Error) throw outcome ?? new Error('no further request was expected');
    if ('data' in outcome) return answer({ result: { data: outcome.data } }, 200, url);
    const { code, status, retryAfter } = outcome;
    const error = { code: -32000, message: code, data: { code, httpStatus: status } };
    return answer({ error }, status, url, retryAfter);
  };
  return { sent, fetch };
}

function answer(body: object, status: number, url: string | URL | Request, retryAfter?: string): Response {
  const shown = new URL(String(url)).searchParams.has('batch') ? [body] : body;
  return Response.json(shown, { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } });
}

const client = (fetch: typeof globalThis.fetch, retries?: number) =>
  createClient({ baseUrl: 'http://laurel.example/', apiKey: 'k', fetch, ...(retries !== undefined && { retries }) });

const GENERATION = { templateId: 't', variables: {} };
const BUSY = { code: 'SERVICE_UNAVAILABLE', status: 503, retryAfter: '3' };
const LIMITED = { code: 'RATE_LIMITED', status: 429, retryAfter: '7' };

/** Returns the outcome of a call and its duration in seconds. */
async function outcomeOf<Result>(call: Promise<Result>): Promise<[Result | string, number]> {
  const began = Date.now();
  let ended = began;
  const settled = call.then(
    (result) => result,
    (error: Error) => error.message,
  );
  void settled.finally(() => {
    ended = Date.now();
  });
  await vi.runAllTimersAsync();
  return [await settled, Math.round((ended - began) / 1000)];
}

test('repeats a creation with the same key until it gets an answer', async () => {
  const { sent, fetch } = server(new TypeError('reset'), BUSY, { data: { id: 'c' } });
  const call = client(fetch).certificates.generate.mutate(GENERATION);
  expect(await outcomeOf(call)).toEqual([{ id: 'c' }, 4]);
  const [first, ...others] = sent.map(({ key }) => key);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(others).toEqual([first, first]);
});

test('gives each creation its own key unless the caller sets one', async () => {
  const { sent, fetch } = server({ data: 1 }, { data: 2 }, { data: 3 });
  const laurel = client(fetch);
  await laurel.certificates.generate.mutate(GENERATION);
  await laurel.batches.create.mutate({ templateId: 't', recipients: [{ variables: {} }] });
  await laurel.certificates.generate.mutate(GENERATION, { context: { idempotencyKey: 'mine' } });
  const keys = sent.map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe('mine');
});

test('repeats a query, but no refusal and no call that may have taken effect', async () => {
  const lists = server(BUSY, new TypeError('reset'), { data: { balance: 1 } });
  expect((await outcomeOf(client(lists.fetch).credits.get.query()))[0]).toEqual({ balance: 1 });
  const refused = server({ code: 'NOT_FOUND', status: 404 });
  expect(await outcomeOf(client(refused.fetch).certificates.get.query({ id: 'x' }))).toEqual(['NOT_FOUND', 0]);
  const unsafe = server(new TypeError('reset'));
  expect(await outcomeOf(client(unsafe.fetch).certificates.reinstate.mutate({ id: 'x' }))).toEqual(['reset', 0]);
  // A call that was refused before it started can be repeated.
  const limited = server(LIMITED, { data: { id: 'x' } });
  expect(await outcomeOf(client(limited.fetch).certificates.reinstate.mutate({ id: 'x' }))).toEqual([{ id: 'x' }, 7]);
});

test('stops repeating after the last try, when the wait is too long, and when aborted', async () => {
  const never = server(BUSY, BUSY, BUSY, { data: 1 });
  expect(await outcomeOf(client(never.fetch).credits.get.query())).toEqual(['SERVICE_UNAVAILABLE', 6]);
  expect(await outcomeOf(client(server(BUSY).fetch, 0).credits.get.query())).toEqual(['SERVICE_UNAVAILABLE', 0]);
  const long = server({ ...LIMITED, retryAfter: '31' });
  expect(await outcomeOf(client(long.fetch).credits.get.query())).toEqual(['RATE_LIMITED', 0]);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 1000);
  const off = server(LIMITED, { data: 1 });
  expect(await outcomeOf(client(off.fetch).credits.get.query(undefined, { signal: stop.signal }))).toEqual([
    'RATE_LIMITED',
    1,
  ]);
  expect(off.sent).toHaveLength(1);
});

const certificate = (renderStatus: string) => ({ data: { id: 'c', renderStatus } });

test('stops waiting for a certificate when it is ready, has failed, or the wait is aborted', async () => {
  const ready = server(certificate('PENDING'), certificate('RENDERING'), certificate('COMPLETED'));
  expect((await outcomeOf(waitUntilReady(client(ready.fetch), { id: 'c' })))[0]).toMatchObject({
    renderStatus: 'COMPLETED',
  });
  const failed = waitUntilReady(client(server(certificate('FAILED')).fetch), { id: 'c' });
  await expect(failed).rejects.toThrow(RenderingFailedError);
  const signal = AbortSignal.abort(new Error('enough'));
  const given = waitUntilReady(client(server(certificate('PENDING')).fetch), { id: 'c' }, { signal });
  await expect(given).rejects.toThrow();
});

test('reads only the needed pages of a list', async () => {
  const page = (ids: string[], nextCursor: string | null) => ({
    data: { certificates: ids.map((id) => ({ id })), nextCursor },
  });
  const { sent, fetch } = server(page(['a', 'b'], 'b'), page([], 'x'), page(['c'], null));
  const ids = [];
  for await (const { id } of listAll(client(fetch).certificates.list, {})) ids.push(id);
  expect([ids, sent.length]).toEqual([['a', 'b', 'c'], 3]);
  const partly = server(page(['a', 'b'], 'b'));
  for await (const { id } of listAll(client(partly.fetch).certificates.list, { limit: 2 })) if (id === 'a') break;
  expect(partly.sent).toHaveLength(1);
});

test('verifies a delivery by its bytes, its time and the secret', async () => {
  const [secret, previous] = [makeSecret(), makeSecret()];
  const body = JSON.stringify({ event: 'ping', deliveryId: 'd', createdAt: 'now', data: { webhookId: 'Łódź' } });
  const headers = signatureHeaders([secret, previous], { deliveryId: 'd', body, at: new Date() });
  for (const one of [secret, previous]) {
    expect(await verifyWebhook(body, headers, one)).toMatchObject({ event: 'ping' });
    expect(await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), one)).toEqual(JSON.parse(body));
  }
  const altered = { ...headers, 'webhook-id': 'e' };
  const unsigned = { ...headers, 'webhook-signature': 'v1,!!! v2,x v1,' };
  const bare = { 'X-Service-Event': 'ping' };
  const refused: [string, Record<string, string>, string][] = [
    [`${body} `, headers, secret],
    [body, altered, secret],
    [body, unsigned, secret],
    [body, bare, secret],
    [body, { ...headers, 'webhook-timestamp': 'NaN' }, secret],
    [body, headers, makeSecret()],
  ];
  for (const [text, sent, key] of refused)
    await expect(verifyWebhook(text, sent, key)).rejects.toThrow(WebhookVerificationError);
  await expect(verifyWebhook(body, headers, 'hunter2')).rejects.toThrow('whsec_');
  vi.setSystemTime(Date.now() + 301_000);
  await expect(verifyWebhook(body, headers, secret)).rejects.toThrow(WebhookVerificationError);
});

test('recognises only refusals of the server as errors of Laurel', () => {
  const refusal = Object.assign(new Error('x'), { name: 'TRPCClientError', data: { code: 'NOT_FOUND' } });
  expect([isLaurelError(refusal), isLaurelError(refusal, 'NOT_FOUND'), isLaurelError(refusal, 'FORBIDDEN')]).toEqual([
    true,
    true,
    false,
  ]);
  for (const other of [
    new Error('x'),
    null,
    { data: { code: 'NOT_FOUND' } },
    Object.assign(new Error('x'), { name: 'TRPCClientError' }),
  ])
    expect(isLaurelError(other)).toBe(false);
});

test('an answer and an error have the types of what was asked', async () => {
  const ready = { id: 'c', renderStatus: 'COMPLETED', pdfUrl: 'https://laurel.example/c.pdf' };
  const { fetch } = server({ data: ready }, { code: 'INSUFFICIENT_CREDITS', status: 403 });
  const laurel = client(fetch);
  const { pdfUrl } = await waitUntilReady(laurel, { id: 'c' });
  // The text is no null for the compiler.
  expect(pdfUrl.endsWith('.pdf')).toBe(true);
  const error: unknown = await laurel.credits.get.query().catch((refused: unknown) => refused);
  if (!isLaurelError(error, 'VALIDATION_ERROR', 'INSUFFICIENT_CREDITS')) throw new Error('not refused');
  const { data } = error;
  const shown = data.code === 'VALIDATION_ERROR' ? data.details.map(({ code }) => code) : data.credits;
  expect([data.code, shown]).toEqual(['INSUFFICIENT_CREDITS', undefined]);
});

test('takes the address of Laurel or of its REST API', async () => {
  for (const baseUrl of ['http://laurel.example', 'http://laurel.example/api/v1', 'http://laurel.example/a/api/v1/']) {
    const asked: string[] = [];
    const fetch = async (url: string | URL | Request) => {
      asked.push(new URL(String(url)).pathname);
      return answer({ result: { data: { balance: 1 } } }, 200, url);
    };
    await createClient({ baseUrl, apiKey: 'k', fetch }).credits.get.query();
    expect(asked).toEqual([`${new URL(baseUrl).pathname.replace(/\/?(api\/v1\/?)?$/, '')}/trpc/credits.get`]);
  }
});
