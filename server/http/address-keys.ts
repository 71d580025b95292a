import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Returns the address of a request's client. Some proxies add its port to X-Forwarded-For, with IPv6 in brackets. */
export const clientAddress = ({ ip = '' }: Pick<Request, 'ip'>): string =>
  ip.replace(/^(?:(\d+(?:\.\d+){3})|\[(.*)\])(?::\d+)?$/, '$1$2');

/** Returns the keys of a caller without an API key: its address, and the network of the address. */
export function callerAt(address: string) {
  const network = networkKey(address);
  return { who: addressKey(address), group: network === null ? null : ({ kind: 'network', who: network } as const) };
}

/** Returns the key under which an address is counted: IPv6 by /64, which is one subscriber (RFC 6177). */
export const addressKey = (address: string): string =>
  prefixOf(address, 4) ?? readAddress(address)?.toString() ?? address;

/** Returns the /48 of an IPv6 address, the largest block that a site gets (RFC 6177); null for IPv4. */
const networkKey = (address: string): string | null => prefixOf(address, 3);

/** Returns the first groups of an IPv6 address; null for IPv4. */
function prefixOf(address: string, groups: number): string | null {
  const read = readAddress(address);
  return read instanceof ipaddr.IPv6
    ? read.parts
        .slice(0, groups)
        .map((group) => group.toString(16))
        .join(':')
    : null;
}

/** Reads an address. One that IPv6 maps, such as `::ffff:192.0.2.1`, is IPv4. Returns null for other text. */
const readAddress = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : null);
