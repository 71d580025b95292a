import { addressOfDid } from '../addresses.ts';
import { equal } from '../bytes.ts';
import { ensure, Refusal, Unchecked } from '../check.ts';
import { isObject, type JsonObject, readObject, textOf, timeOf } from '../json.ts';
import { ed25519Of, type Trust } from '../trust.ts';
import type { Web } from '../web.ts';
import { fromMultibase58 } from './base58.ts';

export interface IssuerKey {
  key: Uint8Array;
  /** The earliest time that the trust or the DID document has for it; null for a key that is not compromised. */
  distrustedFrom: Date | null;
}

const LONGEST_DOCUMENT = 256 * 1024;

/**
 * The issuer's key of that id: from its DID document, and from the trust's keys, which must agree; off-line from the trust
 * alone. Refusal where neither has it.
 */
export async function issuerKey(web: Web, trust: Trust, issuer: string, keyId: string): Promise<IssuerKey> {
  ensure(trust.issuers.includes(issuer), 'credentialIssuerUnknown', issuer.slice(0, 200));
  const pinned = trust.keys.find(({ id, purpose }) => id === keyId && purpose === 'signing');
  const pinnedKey = pinned ? ed25519Of(pinned) : null;
  const published = await publishedKey(web, issuer, keyId, pinnedKey !== null);
  const key = pinnedKey ?? published?.key;
  ensure(key, 'credentialKeyUnknown');
  ensure(!published || equal(published.key, key), 'credentialKeyUnknown');
  return { key, distrustedFrom: earlier(pinned?.distrustedFrom ?? null, published?.distrustedFrom ?? null) };
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));

/** The key in the DID document; null where the document can't be had and need not be. */
async function publishedKey(web: Web, issuer: string, keyId: string, isPinned: boolean): Promise<IssuerKey | null> {
  const address = addressOfDid(issuer);
  ensure(address, 'credentialIssuerUnknown', issuer.slice(0, 200));
  let bytes: Uint8Array | null;
  try {
    bytes = await web.get(address, LONGEST_DOCUMENT);
  } catch (error) {
    if (error instanceof Unchecked && isPinned) return null;
    throw error;
  }
  if (!bytes && isPinned) return null;
  if (!bytes) throw new Unchecked('unreachable', address);
  return readKey(readObject(bytes), issuer, keyId);
}

function readKey(document: JsonObject | null, issuer: string, keyId: string): IssuerKey {
  const id = `${issuer}#${keyId}`;
  const methods = Array.isArray(document?.verificationMethod) ? document.verificationMethod : [];
  const purposes = Array.isArray(document?.assertionMethod) ? document.assertionMethod : [];
  const method = methods.find((one) => isObject(one) && one.id === id);
  ensure(document?.id === issuer && isObject(method) && purposes.includes(id), 'credentialKeyUnknown');
  ensure(method.type === 'Multikey' && method.controller === issuer, 'credentialKeyUnknown');
  const bytes = fromMultibase58(textOf(method.publicKeyMultibase) ?? '');
  // The multicodec prefix of an Ed25519 public key.
  ensure(bytes?.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01, 'credentialKeyUnknown');
  const distrustedFrom = timeOf(method.revoked);
  if (method.revoked !== undefined && !distrustedFrom) throw new Refusal('credentialKeyUnknown');
  return { key: bytes.subarray(2), distrustedFrom };
}
