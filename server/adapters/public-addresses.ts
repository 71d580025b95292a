import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Resolves a name to addresses, or rejects. */
export type Resolve = (name: string) => Promise<string[]>;

/** Globally routed IPv6 (RFC 4291, 2.4). Addresses that embed an IPv4 address are outside of it or not `unicast`. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
const DNS_TIMEOUT_MS = 2000;

/** Returns a check that permits public addresses and the CIDRs in `allow`. */
export function makePermits(allow: readonly string[]): (address: string) => boolean {
  const ranges = allow.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.parse(address);
    if (ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range))) return true;
    return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
  };
}

export const refused = (host: string): Error =>
  new Error(`${host} is not a public address, and EGRESS_ALLOW does not include it`);

/** Returns a look-up that yields a name's addresses only if all of them are permitted. */
export function permittedLookup(permits: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        // One forbidden address is enough to refuse all of them.
        if (!first || !addresses.every(permits)) return callback(refused(name), '');
        if (options.all) return callback(null, found);
        callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/**
 * Resolves without occupying a thread. Node's own `lookup` uses one of four, and names whose servers never answer would block file access
 * and password hashing. The hosts file is read first, as the system's resolver does.
 */
export function makeResolve(resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })): Resolve {
  return async (name) => {
    const host = name.toLowerCase().replace(/\.$/, '');
    const known = hostsOf(await readFile('/etc/hosts', 'utf8').catch(() => ''), host);
    if (known.length > 0) return known;
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Reads the addresses of a name from a hosts file (hosts(5)). */
function hostsOf(file: string, host: string): string[] {
  return file.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(host) && isIP(address) ? [address] : [];
  });
}
