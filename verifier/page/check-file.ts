import { hex, sha256 } from '../bytes.ts';
import { makeWeb, OFFLINE, type Report, readTrust, type Trust, verifyFile } from '../index.ts';

const TRUST = '/.well-known/laurel.json';

/** Checks a file with the keys that this page's server publishes. The file is not sent anywhere. */
export async function checkFile(file: File): Promise<Report> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const trust = await fetchTrust();
  const web = trust ? makeWeb(trust.origins, (address, options) => fetch(here(address, trust), options)) : OFFLINE;
  return verifyFile(bytes, { trust, foundAt: null, web, head: null, now: new Date() });
}

/** Returns the address of the page of a certificate that was imported with this PDF; null without one. Only the file's digest is sent. */
export async function findOriginal(file: File): Promise<string | null> {
  const address = `/verify/${hex(await sha256(new Uint8Array(await file.arrayBuffer())))}`;
  // A redirect leads to the page. It is not followed, as a look at the page would count as a view.
  const { type } = await fetch(address, { redirect: 'manual' });
  return type === 'opaqueredirect' ? address : null;
}

async function fetchTrust(): Promise<Trust | null> {
  try {
    const response = await fetch(TRUST, { cache: 'no-store' });
    return response.ok ? readTrust(await response.text()) : null;
  } catch {
    return null;
  }
}

/** Rewrites an address for a page that is open at another address of the server than its public ones. */
function here(address: string, { log, addresses }: Trust): string {
  const { origin, pathname } = new URL(address);
  const isGiven = addresses.some(({ url }) => new URL(url).origin === location.origin);
  return !isGiven && origin === new URL(log.url).origin ? `${location.origin}${pathname}` : address;
}
