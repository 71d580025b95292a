import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Egress, EgressResult } from '../../domain/services/egress.ts';
import { makePermits, makeResolve, permittedLookup, type Resolve, refused } from './public-addresses.ts';

/** Specification 6.5: for request and response together. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 64 * 1024;

/**
 * Requests to addresses that organisations choose. A name is resolved once, its addresses are checked, and one of them is
 * connected to, so that a second answer of the name server has no effect; redirects are not followed. `allow` are CIDRs
 * that may be reached although they are not public.
 */
export function makeEgress(allow: readonly string[], resolve: Resolve = makeResolve()): Egress {
  const permits = makePermits(allow);
  const lookup = permittedLookup(permits, resolve);
  return {
    async post(text, headers, body) {
      const url = URL.parse(text);
      if (!url) return { status: null, durationMs: 0, response: null, error: 'the address is not valid' };
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !permits(host))
        return { status: null, durationMs: 0, response: null, error: refused(host).message };
      return send(url, headers, body, lookup);
    },
  };
}

function send(url: URL, headers: Record<string, string>, body: string, lookup: LookupFunction): Promise<EgressResult> {
  const begin = performance.now();
  let status: number | null = null;
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const end = (error: Error | null) => {
      const durationMs = Math.round(performance.now() - begin);
      const response = status === null ? null : printable(Buffer.concat(chunks).subarray(0, MAX_ANSWER));
      // The status decides; the body is kept for people to read, so its failure does not count.
      resolve({ status, durationMs, response, error: status === null ? (error?.message ?? 'no answer') : null });
    };
    const open = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = open(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
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
        if (length >= MAX_ANSWER) request.destroy();
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

/** As text that PostgreSQL accepts: without NUL. */
const printable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\u{fffd}');
