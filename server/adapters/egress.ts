import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Egress } from '../../domain/ports/egress.ts';
import { makePermits, makeResolve, permittedLookup, type Resolve, refused } from './public-addresses.ts';

/** Timeout of request and response together (specification 6.5). */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 64 * 1024;

/**
 * Sends requests to addresses that organisations choose. A name is resolved once, its addresses are checked, and the connection goes to one
 * of them. A second answer of the name server therefore has no effect. Redirects are not followed. `allow` lists CIDRs that are permitted
 * although they are not public.
 */
export function makeEgress(allow: readonly string[], resolve: Resolve = makeResolve()): Egress {
  const permits = makePermits(allow);
  const lookup = permittedLookup(permits, resolve);
  const exchange = (text: string, request: Sent): Promise<Exchange> => {
    const url = URL.parse(text);
    const failed = (error: string) => Promise.resolve({ status: null, durationMs: 0, body: Buffer.alloc(0), error });
    if (!url || !/^https?:$/.test(url.protocol)) return failed('the address is not valid');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return isIP(host) && !permits(host) ? failed(refused(host).message) : send(url, request, lookup);
  };
  return {
    async isPrivate(text) {
      const host = URL.parse(text)?.hostname.replace(/^\[|\]$/g, '') ?? '';
      const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
      return addresses.length > 0 && !addresses.some(permits);
    },
    async post(text, headers, body) {
      const sent: Sent = { method: 'POST', headers, body, limit: MAX_ANSWER };
      const { status, durationMs, body: answer, error } = await exchange(text, sent);
      return { status, durationMs, response: status === null ? null : printable(answer), error };
    },
    async get(text, limit) {
      // One extra byte shows that the body exceeds the limit.
      const { status, body } = await exchange(text, { method: 'GET', headers: {}, body: '', limit: limit + 1 });
      return status === 200 && body.length <= limit ? body : null;
    },
  };
}

interface Sent {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string;
  /** Maximum bytes read from the answer. */
  limit: number;
}

interface Exchange {
  status: number | null;
  durationMs: number;
  body: Buffer;
  error: string | null;
}

function send(url: URL, { method, headers, body, limit }: Sent, lookup: LookupFunction): Promise<Exchange> {
  const begin = performance.now();
  let status: number | null = null;
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const end = (error: Error | null) => {
      const durationMs = Math.round(performance.now() - begin);
      // The status decides. The body is kept only for people to read, so its failure does not count.
      const answer = Buffer.concat(chunks).subarray(0, limit);
      resolve({ status, durationMs, body: answer, error: status === null ? (error?.message ?? 'no answer') : null });
    };
    const open = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = open(url, {
      method,
      headers: { ...headers, ...(body && { 'Content-Length': Buffer.byteLength(body) }), Connection: 'close' },
      agent: false,
      lookup,
    });
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
    request.on('response', (answer) => {
      status = answer.statusCode ?? null;
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= limit) request.destroy();
      });
    });
    let failure: Error | null = null;
    request.on('error', (error) => {
      failure = error;
    });
    request.on('close', () => {
      clearTimeout(timer);
      end(failure);
    });
    request.end(body);
  });
}

/** Returns the bytes as text that PostgreSQL accepts: without NUL. */
const printable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\u{fffd}');
