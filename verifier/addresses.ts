const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Removes trailing slashes in linear time. */
export function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}

/** Returns the base URL of a host and path: HTTPS, or HTTP on the local machine; null if it is malformed. */
export function baseOf(hostAndPath: string): string | null {
  const [host = ''] = hostAndPath.split('/');
  const url = `${LOCAL.test(host) ? 'http' : 'https'}://${hostAndPath}`;
  return URL.canParse(url) && new URL(url).host === host.toLowerCase() ? withoutSlashes(url) : null;
}

/** Returns whether an address is safe to request: HTTPS, or HTTP on the local machine, without credentials. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return (protocol === 'https:' || (protocol === 'http:' && LOCAL.test(host))) && username === '' && password === '';
}

/** Returns the URL of a did:web document (did:web Method Specification, 3.2); null for another identifier. */
export function addressOfDid(did: string): string | null {
  const base = didBase(did);
  const path = did.split(':').slice(3).map(safeDecode);
  if (!base || path.some((step) => !/^[\w.~-]+$/.test(step) || /^\.+$/.test(step))) return null;
  return path.length > 0 ? `${base}/${path.join('/')}/did.json` : `${base}/.well-known/did.json`;
}

/** Returns the prefix of the did:web identifiers whose documents are below an address. */
export function didBelow(address: string): string {
  const { host, pathname } = new URL(address);
  return ['did', 'web', encodeURIComponent(host), ...pathname.split('/').filter(Boolean)].join(':');
}

/** Returns the origin of a did:web identifier's host. */
export const hostOfDid = (did: string): string | null => didBase(did);

function didBase(did: string): string | null {
  const [scheme, method, host = ''] = did.split(':');
  const base = scheme === 'did' && method === 'web' ? baseOf(safeDecode(host)) : null;
  return base && new URL(base).origin === base ? base : null;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
