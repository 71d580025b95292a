import type { Request } from 'express';

/** Returns the address of a request's client. Some proxies add its port to X-Forwarded-For, with IPv6 in brackets. */
export const clientAddress = ({ ip = '' }: Pick<Request, 'ip'>): string =>
  ip.replace(/^(?:(\d+(?:\.\d+){3})|\[(.*)\])(?::\d+)?$/, '$1$2');

/** Returns the keys of a caller without an API key: its address, and the network of the address. */
export function callerAt(address: string) {
  const network = networkKey(address);
  return { who: addressKey(address), group: network === null ? null : ({ kind: 'network', who: network } as const) };
}

/** Returns the key under which an address is counted: IPv6 by /64, which is one subscriber (RFC 6177). */
export const addressKey = (address: string): string => prefixOf(address, 4) ?? withoutMapping(address);

/** Returns the /48 of an IPv6 address, the largest block that a site gets (RFC 6177); null for IPv4. */
const networkKey = (address: string): string | null => prefixOf(address, 3);

/** Removes the IPv6 mapping: `::ffff:192.0.2.1` is an IPv4 address. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Returns the first groups of an IPv6 address; null for IPv4. */
function prefixOf(address: string, groups: number): string | null {
  const plain = withoutMapping(address);
  if (!plain.includes(':')) return null;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const all = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  // Normalised, because zeros and case can be written in several ways.
  return all
    .slice(0, groups)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
