import { vi } from 'vitest';
import { createClient } from '../../client/index.ts';

/** Answer of a server, page of a proxy, failure of the connection, or a request that never ends. */
export type Outcome =
  | { data: unknown }
  | { code: string; status: number; retryAfter?: string; more?: object }
  | { page: string; status: number; retryAfter?: string; type?: string }
  | Error
  | 'hangs';

/** Returns a `fetch` that gives these outcomes in order and records the requests. */
export function givenAnswers(...outcomes: Outcome[]) {
  const sent: { path: string; key: string | undefined; body: string }[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const path = new URL(String(url)).pathname.replace('/trpc/', '');
    const key = new Headers(init?.headers).get('Idempotency-Key') ?? undefined;
    sent.push({ path, key, body: String(init?.body) });
    const outcome = outcomes.shift();
    if (!outcome || outcome instanceof Error) throw outcome ?? new Error('no further request was expected');
    if (outcome === 'hangs')
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    if ('data' in outcome) return answer({ result: { data: outcome.data } }, 200, url);
    const { status, retryAfter } = outcome;
    if ('page' in outcome) {
      const headers = { 'Content-Type': outcome.type ?? 'text/html; charset=utf-8', 'X-Request-Id': 'proxy-1' };
      return new Response(outcome.page, {
        status,
        headers: { ...headers, ...(retryAfter && { 'Retry-After': retryAfter }) },
      });
    }
    const { code, more } = outcome;
    const error = { code: -32000, message: code, data: { code, httpStatus: status, path: 'x.y', ...more } };
    return answer({ error }, status, url, retryAfter);
  };
  return { sent, fetch };
}

/** Returns a native answer to each call of a request. */
export function answer(body: object, status: number, url: string | URL | Request, retryAfter?: string): Response {
  const { searchParams, pathname } = new URL(String(url));
  const shown = searchParams.has('batch') ? pathname.split(',').map(() => body) : body;
  const headers = { 'X-Request-Id': 'laurel-1', ...(retryAfter !== undefined && { 'Retry-After': retryAfter }) };
  return Response.json(shown, { status, headers });
}

/** Returns a client with the `fetch`. */
export const clientOf = (fetch: typeof globalThis.fetch, retries?: number) =>
  createClient({ baseUrl: 'http://laurel.example/', apiKey: 'k', fetch, ...(retries !== undefined && { retries }) });

export const BUSY = { code: 'SERVICE_UNAVAILABLE', status: 503, retryAfter: '3' };
export const LIMITED = { code: 'RATE_LIMITED', status: 429, retryAfter: '7' };

/** Not replaced by fake timers. */
const { setImmediate } = globalThis;

/** Runs fake timers until a call has settled. The hashes of Web Crypto take real time. */
async function settle(call: Promise<unknown>): Promise<void> {
  let isOpen = true;
  const close = () => {
    isOpen = false;
  };
  call.then(close, close);
  while (isOpen) {
    await vi.runAllTimersAsync();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns the outcome of a call and its duration in seconds. */
export async function outcomeOf<Result>(call: Promise<Result>): Promise<[Result | string, number]> {
  const began = Date.now();
  let ended = began;
  const settled = call.then(
    (result) => result,
    (error: Error) => error.message,
  );
  void settled.finally(() => {
    ended = Date.now();
  });
  await settle(settled);
  return [await settled, Math.round((ended - began) / 1000)];
}

/** Returns the error of a call. */
export const errorOf = async (call: Promise<unknown>): Promise<unknown> => {
  const settled = call.then(
    () => 'resolved',
    (error: unknown) => error,
  );
  await settle(settled);
  return settled;
};
