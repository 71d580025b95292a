import { addressOfDid } from '../addresses.ts';
import { equal } from '../bytes.ts';
import { ensure, Refusal, Unchecked, Unreachable } from '../check.ts';
import { type Moved, movedIssuer } from '../former-addresses.ts';
import { isObject, type JsonObject, readObject, textOf, timeOf } from '../json.ts';
import { ed25519Of, type Trust } from '../trust.ts';
import type { Web } from '../web.ts';
import { fromMultibase58 } from './base58.ts';

export interface IssuerKey {
  key: Uint8Array;
  /** Earliest time that the trust or the DID document states; null for a key that is not compromised. */
  distrustedFrom: Date | null;
}

const LONGEST_DOCUMENT = 256 * 1024;

/**
 * Returns the issuer's key with that id from the trust. If the DID document is available, it must agree. Throws Refusal for a key that the
 * trust does not list, and Unchecked if the issuer's former host is in use and does not know the issuer.
 */
export async function issuerKey(web: Web, trust: Trust, issuer: string, keyId: string): Promise<IssuerKey> {
  const moved = movedIssuer(trust, issuer);
  ensure(moved || trust.issuers.includes(issuer), 'credentialIssuerUnknown', issuer.slice(0, 200));
  const pinned = pinnedKey(trust, keyId);
  ensure(pinned, 'credentialKeyUnknown');
  const published = moved
    ? ((await formerKey(web, moved, issuer, keyId)) ?? (await publishedKey(web, moved.issuer, keyId)))
    : await publishedKey(web, issuer, keyId);
  ensure(!published || equal(published.key, pinned.key), 'credentialKeyUnknown');
  return { key: pinned.key, distrustedFrom: earlier(pinned.distrustedFrom, published?.distrustedFrom ?? null) };
}

/** Returns the trust's signing key with that id; null if there is no match. */
export function pinnedKey({ keys }: Trust, keyId: string): IssuerKey | null {
  const found = keys.find(({ id, purpose }) => id === keyId && purpose === 'signing');
  const key = found ? ed25519Of(found) : null;
  return found && key ? { key, distrustedFrom: found.distrustedFrom } : null;
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));

/** Returns the key in the DID document; null if the document is unavailable. */
export async function publishedKey(web: Web, issuer: string, keyId: string): Promise<IssuerKey | null> {
  const address = addressOfDid(issuer);
  ensure(address, 'credentialIssuerUnknown', issuer.slice(0, 200));
  try {
    const bytes = await web.get(address, LONGEST_DOCUMENT);
    return bytes && readKey(readObject(bytes), issuer, keyId);
  } catch (error) {
    if (error instanceof Unchecked) return null;
    throw error;
  }
}

/**
 * Returns the key in the DID document at a former address of the installation; null if the host is gone. Throws Unchecked if the host
 * answers without the document, because any installation can list a foreign address as its former one.
 */
async function formerKey(web: Web, moved: Moved, issuer: string, keyId: string): Promise<IssuerKey | null> {
  const address = addressOfDid(issuer);
  ensure(address, 'credentialIssuerUnknown', issuer.slice(0, 200));
  try {
    const bytes = await web.get(address, LONGEST_DOCUMENT);
    const document = bytes && readObject(bytes);
    if (document?.id !== issuer) throw new Unreachable(address, { isInUse: true });
    return readKey(document, issuer, keyId);
  } catch (error) {
    // If only the path has changed, the host still belongs to the installation.
    const isElsewhere = new URL(moved.from).origin !== new URL(moved.to).origin;
    if (error instanceof Refusal || (isElsewhere && error instanceof Unreachable && error.isInUse)) throw error;
    return null;
  }
}

function readKey(document: JsonObject | null, issuer: string, keyId: string): IssuerKey {
  const id = `${issuer}#${keyId}`;
  const methods = Array.isArray(document?.verificationMethod) ? document.verificationMethod : [];
  const purposes = Array.isArray(document?.assertionMethod) ? document.assertionMethod : [];
  const method = methods.find((one) => isObject(one) && one.id === id);
  ensure(document?.id === issuer && isObject(method) && purposes.includes(id), 'credentialKeyUnknown');
  ensure(method.type === 'Multikey' && method.controller === issuer, 'credentialKeyUnknown');
  const bytes = fromMultibase58(textOf(method.publicKeyMultibase) ?? '');
  // Multicodec prefix of an Ed25519 public key.
  ensure(bytes?.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01, 'credentialKeyUnknown');
  const distrustedFrom = timeOf(method.revoked);
  if (method.revoked !== undefined && !distrustedFrom) throw new Refusal('credentialKeyUnknown');
  return { key: bytes.subarray(2), distrustedFrom };
}
