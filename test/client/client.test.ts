import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createClient,
  isLaurelError,
  LaurelError,
  listAll,
  RenderingFailedError,
  verifyWebhook,
  WebhookVerificationError,
  waitUntilReady,
} from '../../client/index.ts';
import { VERSION } from '../../client/version.ts';
import { makeSecret, signatureHeaders } from '../../domain/webhooks/sign.ts';
import {
  answer,
  BUSY,
  clientOf as client,
  errorOf,
  LIMITED,
  type Outcome,
  outcomeOf,
  givenAnswers as server,
} from '../support/given-answers.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const NO_RESPONSE = 'No response from http://laurel.example: reset.';
const GENERATION = { templateId: 't', variables: {} };

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

test('gives creations their own keys also if they share the options of a call, which stay as they were', async () => {
  const { sent, fetch } = server({ data: 1 }, { data: 2 });
  const laurel = client(fetch);
  const options = { context: {} };
  for (const _ of [1, 2]) await laurel.certificates.generate.mutate(GENERATION, options);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  expect(options).toEqual({ context: {} });
});

test('repeats a query, but no refusal and no call that may have taken effect', async () => {
  const lists = server(BUSY, new TypeError('reset'), { data: { balance: 1 } });
  expect((await outcomeOf(client(lists.fetch).credits.get.query()))[0]).toEqual({ balance: 1 });
  const refused = server({ code: 'NOT_FOUND', status: 404 });
  expect(await outcomeOf(client(refused.fetch).certificates.get.query({ id: 'x' }))).toEqual(['NOT_FOUND', 0]);
  const unsafe = server(new TypeError('reset'));
  expect(await outcomeOf(client(unsafe.fetch).certificates.reinstate.mutate({ id: 'x' }))).toEqual([NO_RESPONSE, 0]);
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
  setTimeout(() => stop.abort(new Error('enough')), 1000);
  const off = server(LIMITED, { data: 1 });
  expect(await outcomeOf(client(off.fetch).credits.get.query(undefined, { signal: stop.signal }))).toEqual([
    'enough',
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
  const sentAt = Date.now();
  for (const seconds of [-299, 299]) {
    vi.setSystemTime(sentAt + seconds * 1000);
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ event: 'ping' });
  }
  for (const seconds of [-302, 302]) {
    vi.setSystemTime(sentAt + seconds * 1000);
    await expect(verifyWebhook(body, headers, secret)).rejects.toThrow(WebhookVerificationError);
  }
});

test('a refusal has the members of the response and its headers', async () => {
  const details = [{ path: 'variables.name', code: 'required', message: 'Missing.', params: {} }];
  const invalid = server({ code: 'VALIDATION_ERROR', status: 400, more: { details } });
  const refused = await errorOf(client(invalid.fetch).certificates.generate.mutate(GENERATION));
  expect(refused).toBeInstanceOf(LaurelError);
  expect({ ...(refused as object) }).toEqual({
    ...{ code: 'VALIDATION_ERROR', status: 400, requestId: 'laurel-1', details },
  });
  const credits = { current: 1, required: 2 };
  const poor = server({ code: 'INSUFFICIENT_CREDITS', status: 403, more: { credits } });
  expect(await errorOf(client(poor.fetch).credits.get.query())).toMatchObject({ name: 'LaurelError', credits });
  const busy = server({ ...LIMITED, retryAfter: '31', more: { reason: 'too_many_requests' } });
  expect(await errorOf(client(busy.fetch).credits.get.query())).toMatchObject({
    ...{ status: 429, retryAfter: 31, reason: 'too_many_requests', message: 'RATE_LIMITED' },
  });
  // A server that starts answers every address in the form of REST.
  const starting = { error: { code: 'SERVICE_UNAVAILABLE', message: 'starts', status: 503 }, reason: 'starting' };
  const page = { page: JSON.stringify(starting), status: 503, type: 'application/json', retryAfter: '1' };
  expect(await errorOf(client(server(page).fetch, 0).credits.get.query())).toMatchObject({
    ...{ code: 'SERVICE_UNAVAILABLE', message: 'starts', status: 503, reason: 'starting', retryAfter: 1 },
  });
});

test('a call without a response, and one that cannot be sent, have an error with the cause', async () => {
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) });
  const lost = await errorOf(client(server(cause).fetch, 0).credits.get.query());
  expect(lost).toMatchObject({ code: 'NO_RESPONSE', message: 'No response from http://laurel.example: ECONNREFUSED.' });
  expect([(lost as LaurelError).status, (lost as LaurelError).cause]).toEqual([undefined, cause]);
  const broken = new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) }));
  const cut = await errorOf(client(async () => broken, 0).credits.get.query());
  expect([isLaurelError(cut, 'NO_RESPONSE'), (cut as LaurelError).status]).toEqual([true, undefined]);
  const odd = { templateId: 't', variables: { name: 1n as unknown as string } };
  const sent = server();
  const unsent = await errorOf(client(sent.fetch).certificates.generate.mutate(odd));
  expect([isLaurelError(unsent, 'INVALID_INPUT'), sent.sent]).toEqual([true, []]);
});

const BAD_GATEWAY = { page: '<html>502 Bad Gateway</html>', status: 502 };

test('repeats a call that a gateway could not pass on, if that is safe', async () => {
  for (const status of [502, 503, 504]) {
    const page = { page: '<html>', status };
    const query = server(page, { page: '', status, type: 'text/plain' }, { data: { balance: 1 } });
    expect((await outcomeOf(client(query.fetch).credits.get.query()))[0]).toEqual({ balance: 1 });
    const creation = server(page, { data: { id: 'c' } });
    expect((await outcomeOf(client(creation.fetch).certificates.generate.mutate(GENERATION)))[0]).toEqual({ id: 'c' });
    expect(new Set(creation.sent.map(({ key }) => key)).size).toBe(1);
    const unsafe = server(page, { data: 1 });
    const refused = await errorOf(client(unsafe.fetch).certificates.reinstate.mutate({ id: 'x' }));
    expect([(refused as LaurelError).status, unsafe.sent.length]).toEqual([status, 1]);
  }
  // A limit of a proxy refuses a call before it has any effect. Retry-After can be a date.
  const retryAfter = new Date(Date.now() + 20_000).toUTCString();
  const limited = server({ page: 'slow down', status: 429, type: 'text/plain', retryAfter }, { data: 1 });
  const [result, seconds] = await outcomeOf(client(limited.fetch).certificates.reinstate.mutate({ id: 'x' }));
  expect([result, seconds > 17 && seconds <= 21]).toEqual([1, true]);
  // The first attempt is still in progress behind the gateway.
  const inFlight = { code: 'IDEMPOTENCY_CONFLICT', status: 409, more: { reason: 'key_in_flight' } };
  const slow = server({ page: '', status: 504 }, inFlight, { data: { id: 'c' } });
  expect((await outcomeOf(client(slow.fetch).certificates.generate.mutate(GENERATION)))[0]).toEqual({ id: 'c' });
});

test('an answer that is not one of Laurel is an error with its status, and not repeated', async () => {
  const pages: [page: string, status: number, type?: string][] = [
    ['<html>413 Request Entity Too Large</html>', 413],
    ['<html>Sign in</html>', 200],
    ['{}', 200, 'application/json'],
    ['{"result":{}', 200, 'application/json'],
    ['null', 200, 'application/json'],
    ['[]', 500, 'application/json'],
    ['{"message":"Forbidden"}', 403, 'application/json'],
    ['{"error":"no"}', 400, 'application/json'],
    ['{"error":{"message":"no","code":-1}}', 400, 'application/json'],
    ['', 500, ''],
  ];
  for (const [page, status, type] of pages) {
    const { sent, fetch } = server({ page, status, ...(type !== undefined && { type }) });
    const laurel = client(fetch);
    const call = page === '[]' ? laurel.credits.get.query() : laurel.certificates.generate.mutate(GENERATION);
    const error = await errorOf(call);
    expect([isLaurelError(error, 'UNEXPECTED_RESPONSE'), (error as LaurelError).status, sent.length], page).toEqual([
      ...[true, status, 1],
    ]);
    expect(error).toMatchObject({ requestId: 'proxy-1', message: expect.stringContaining(String(status)) });
  }
});

test('all ways to call reject with an error of the one class', async () => {
  const refuse = () => client(server(...Array.from({ length: 5 }, () => BAD_GATEWAY)).fetch, 0);
  const calls = [
    refuse().credits.get.query(),
    listAll(refuse().certificates.list, {}).next(),
    waitUntilReady(refuse(), { id: 'c' }),
    refuse().events.follow().next(),
    refuse().issueAll([{ variables: {} }], { templateId: 't' }),
  ];
  for (const error of await Promise.all(calls.map((call) => errorOf(call)))) {
    expect(error).toBeInstanceOf(LaurelError);
    expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 502 });
  }
  const failed = await errorOf(waitUntilReady(client(server(certificate('FAILED')).fetch), { id: 'c' }));
  expect([failed instanceof LaurelError, isLaurelError(failed, 'RENDERING_FAILED')]).toEqual([true, true]);
});

test('follows events through pages of proxies, and rejects with a refusal', async () => {
  const start = { data: { events: [], nextCursor: 'c1' } };
  const event = { page: 'id: c2\ndata: {"id":"e"}\n\n', status: 200, type: 'text/event-stream' };
  const { sent, fetch } = server(start, BAD_GATEWAY, BUSY, event, { code: 'FORBIDDEN', status: 403 });
  const lost: unknown[] = [];
  const events = client(fetch).events.follow({ onDisconnect: (reason) => void lost.push(reason) });
  const [{ value }, seconds] = (await outcomeOf(events.next())) as [{ value: unknown }, number];
  expect([value, seconds >= 3]).toEqual([{ id: 'e', cursor: 'c2' }, true]);
  expect(await errorOf(events.next())).toMatchObject({ name: 'LaurelError', code: 'FORBIDDEN', status: 403 });
  expect(lost).toMatchObject([{ code: 'UNEXPECTED_RESPONSE', status: 502 }, { code: 'NO_RESPONSE' }]);
  expect(sent).toHaveLength(5);
});

test('a stream breaks after 45 s of silence, but not while its reader is busy or its pings arrive', async () => {
  const begin = { data: { events: [], nextCursor: 'c1' } };
  const { fetch } = server(begin, { code: 'FORBIDDEN', status: 403 });
  let streams = 0;
  const withStream: typeof globalThis.fetch = async (url, init) => {
    if (!String(url).includes('events.follow') || streams++ > 0) return fetch(url, init);
    const body = new ReadableStream({
      start(stream) {
        const write = (text: string) => stream.enqueue(new TextEncoder().encode(text));
        write('id: c2\ndata: {"id":"e"}\n\n');
        for (let seconds = 15; seconds <= 90; seconds += 15)
          setTimeout(() => write('event: ping\ndata: \n\n'), seconds * 1000);
        init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  };
  const lost: string[] = [];
  const events = client(withStream).events.follow({ onDisconnect: ({ message }) => void lost.push(message) });
  expect((await events.next()).value).toMatchObject({ id: 'e' });
  await vi.advanceTimersByTimeAsync(60_000);
  const ended = events.next().catch((error: unknown) => error);
  // The last ping comes after 90 s.
  await vi.advanceTimersByTimeAsync(70_000);
  expect(lost).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lost).toEqual([expect.stringContaining('no sign of life for 45 s')]);
  expect(await ended).toMatchObject({ code: 'FORBIDDEN' });
});

test('rejects with the reason of the signal, whenever it is aborted', async () => {
  const reason = new Error('enough');
  const after = (signal: AbortSignal, ...outcomes: Outcome[]) =>
    errorOf(client(server(...outcomes).fetch).credits.get.query(undefined, { signal }));
  expect(await after(AbortSignal.abort(reason))).toBe(reason);
  const later = (ms: number) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), ms);
    return stop.signal;
  };
  expect(await after(later(100), 'hangs')).toBe(reason);
  expect(await after(later(1000), LIMITED)).toBe(reason);
  const timeout = await after(AbortSignal.timeout(5), 'hangs');
  expect(timeout).toMatchObject({ name: 'TimeoutError' });
  // An aborted call does not end the other call of its request.
  const laurel = client(server('hangs').fetch);
  const [stopped, other] = [later(100), later(5000)].map((signal) => laurel.credits.get.query(undefined, { signal }));
  const isOpen = Promise.race([other?.catch(() => 'ended'), stopped?.catch(() => 'open')]);
  await vi.runAllTimersAsync();
  expect(await isOpen).toBe('open');
  const waiting = waitUntilReady(client(server(certificate('PENDING')).fetch), { id: 'c' }, { signal: later(100) });
  expect(await errorOf(waiting)).toBe(reason);
});

test('recognises errors of another copy of the library, and no others', async () => {
  const copy = (await import(
    `../../client/errors.ts?${crypto.randomUUID()}`
  )) as typeof import('../../client/errors.ts');
  const refusal = new copy.LaurelError('x', { code: 'NOT_FOUND', status: 404 });
  expect(refusal).not.toBeInstanceOf(LaurelError);
  expect([isLaurelError(refusal), isLaurelError(refusal, 'NOT_FOUND'), isLaurelError(refusal, 'FORBIDDEN')]).toEqual([
    true,
    true,
    false,
  ]);
  for (const other of [new Error('x'), null, undefined, 'x', { code: 'NOT_FOUND', name: 'LaurelError' }])
    expect(isLaurelError(other)).toBe(false);
});

test('warns once of a server of another minor version', async () => {
  const answering = (version: string | null) => async (url: string | URL | Request) => {
    const response = answer({ result: { data: { balance: 1 } } }, 200, url);
    if (version !== null) response.headers.set('Laurel-Version', version);
    return response;
  };
  const [major, minor] = VERSION.split('.').map(Number) as [number, number];
  const mismatches = async (version: string | null) => {
    const found: unknown[] = [];
    const onVersionMismatch = (versions: unknown) => void found.push(versions);
    const laurel = createClient({ baseUrl: 'http://laurel.example', fetch: answering(version), onVersionMismatch });
    for (let call = 0; call < 3; call++) await laurel.credits.get.query();
    return found;
  };
  for (const fine of [null, VERSION, `${major}.${minor}.99`, `${major}.${minor}.0-rc.1`])
    expect(await mismatches(fine)).toEqual([]);
  for (const server of [`${major}.${minor + 1}.0`, `${major + 1}.${minor}.0`])
    expect(await mismatches(server)).toEqual([{ client: VERSION, server }]);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    const laurel = createClient({ baseUrl: 'http://laurel.example', fetch: answering('99.0.0') });
    await Promise.all([laurel.credits.get.query(), laurel.templates.list.query()]);
    await laurel.credits.get.query();
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`laurel-client ${VERSION} calls Laurel 99.0.0.`)]]);
  } finally {
    warn.mockRestore();
  }
});

test('refuses an address that is not one of the web', () => {
  for (const baseUrl of ['', 'laurel', '/laurel', 'localhost:3000', 'ftp://laurel.example'])
    expect(() => createClient({ baseUrl })).toThrow('baseUrl');
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
  const shown = error.code === 'VALIDATION_ERROR' ? error.details.map(({ code }) => code) : error.credits;
  expect([error.code, shown]).toEqual(['INSUFFICIENT_CREDITS', undefined]);
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
