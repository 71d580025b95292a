import { type LookupAddress, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Egress, Exchange } from '../../domain/context.ts';

/** Specification 6.5: for the whole exchange. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 64 * 1024;

/**
 * Requests to addresses that strangers chose. What a name means is looked up once, filtered, and connected to as it was
 * found, so that no second answer of the name server gets past; redirects are answers like any other. `allow` are CIDRs
 * that may be reached although they are not public.
 */
export function makeEgress(allow: readonly string[]): Egress {
  const ranges = allow.map((cidr) => ipaddr.parseCIDR(cidr));
  const permits = (address: string): boolean => {
    const parsed = ipaddr.parse(address);
    const isAllowed = ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
    return isAllowed || (parsed.range() === 'unicast' && !isCompatible(parsed));
  };
  return { post: (url, headers, body) => exchange(new URL(url), headers, body, permits) };
}

/** An IPv4 address in the clothes of IPv6, deprecated (RFC 4291, 2.5.5.1) and good for hiding only. */
const isCompatible = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && address.parts.slice(0, 6).every((part) => part === 0);

const refused = (host: string): Error =>
  new Error(`${host} is not a public address, and EGRESS_ALLOW does not name it`);

function exchange(
  url: URL,
  headers: Record<string, string>,
  body: string,
  permits: (address: string) => boolean,
): Promise<Exchange> {
  const begin = performance.now();
  let status: number | null = null;
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const end = (error: Error | null) => {
      const durationMs = Math.round(performance.now() - begin);
      const response = status === null ? null : printable(Buffer.concat(chunks).subarray(0, MAX_ANSWER));
      // Once there is a status, that is what came of it; the rest of the answer is for people to read.
      resolve({ status, durationMs, response, error: status === null ? (error?.message ?? 'no answer') : null });
    };
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !permits(host)) return end(refused(host));
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
      agent: false,
      lookup: permitted(permits),
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

/** Looks a name up and gives only the addresses that may be reached. */
function permitted(permits: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '');
      const fit = addresses.filter(({ address }) => permits(address));
      const [first] = fit;
      if (!first) return callback(refused(hostname), '');
      if (options.all) return callback(null, fit);
      callback(null, first.address, first.family);
    });
  };
}

/** As text that PostgreSQL takes. */
const printable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\u{fffd}');
