/** A caller without a key: its address, and the network that it belongs to. */
export function callerAt(address: string) {
  const network = networkKey(address);
  return { who: addressKey(address), group: network === null ? null : ({ kind: 'network', who: network } as const) };
}

/** Returns the caller's address as it is counted: IPv6 by /64, which is what a subscriber has (RFC 6177). */
export const addressKey = (address: string): string => prefixOf(address, 4) ?? withoutMapping(address);

/** Returns the /48 of an IPv6 address, which is the largest block that a site gets (RFC 6177); null for IPv4. */
const networkKey = (address: string): string | null => prefixOf(address, 3);

/** `::ffff:192.0.2.1` is an IPv4 address. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Returns the first groups of an IPv6 address, null for IPv4. */
function prefixOf(address: string, groups: number): string | null {
  const plain = withoutMapping(address);
  if (!plain.includes(':')) return null;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const all = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  // One spelling for each prefix, whatever zeros and case it is written with.
  return all
    .slice(0, groups)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
