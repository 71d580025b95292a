import { fromBase64Url, inflate } from '../bytes.ts';
import { ensure, Unchecked, Unreachable } from '../check.ts';
import { movedAddress, movedIssuer } from '../former-addresses.ts';
import { isObject, type Json, type JsonObject, readObject, textOf, timeOf } from '../json.ts';
import type { Trust } from '../trust.ts';
import type { Web } from '../web.ts';
import { CREDENTIALS_V2 } from './canonicalise.ts';
import type { Credential } from './credential.ts';
import { issuerKey, pinnedKey, publishedKey } from './keys.ts';
import { isProved, splitProof } from './proof.ts';

/** Limits in bytes: the served document, and the decompressed list. A list has at least 131,072 bits. */
const [LONGEST_DOCUMENT, LONGEST_LIST, SHORTEST_LIST] = [4 * 1024 * 1024, 16 * 1024 * 1024, 131_072 / 8];

/**
 * Returns whether the credential's bit is set in its status list (Bitstring Status List 1.0, 3.2). The list must be current and signed by
 * the credential's issuer. For a list at a former address, the present address has the same one. Throws Refusal for an invalid list, and
 * Unchecked if it is unavailable.
 */
export async function isStatusSet(web: Web, trust: Trust, credential: Credential, now: Date): Promise<boolean> {
  const { index, purpose } = credential.status;
  const { document, listAddress, issuer } = await fetchList(web, trust, credential);
  const named = isObject(document?.issuer) ? document.issuer.id : document?.issuer;
  ensure(document && document.id === listAddress && named === issuer, 'statusWrong');
  const proved = splitProof(document, issuer);
  ensure(proved && isCurrent(document, now), 'statusWrong');
  const isPinned = pinnedKey(trust, proved.keyId) !== null;
  const found = await (isPinned
    ? issuerKey(web, trust, issuer, proved.keyId)
    : publishedKey(web, issuer, proved.keyId));
  if (!found) throw new Unchecked('listKeyUnknown');
  const { key, distrustedFrom } = found;
  // Lists are signed again regularly, so a compromised key has no reason to sign one.
  ensure(distrustedFrom === null && (await isProved(proved, key)), 'statusWrong');
  const list = await readList(document, purpose);
  const byte = list[index >> 3];
  ensure(byte !== undefined, 'statusWrong');
  const isSet = (byte & (0x80 >> (index & 7))) !== 0;
  // A trust from before a key rotation lacks the key of current lists. Such a list can revoke, but not confirm validity.
  if (!isPinned && !isSet) throw new Unchecked('listKeyUnknown');
  return isSet;
}

interface FetchedList {
  document: JsonObject | null;
  listAddress: string;
  issuer: string;
}

/** Fetches the list from the address in the credential, or from the present address if that one is a former address without it. */
async function fetchList(web: Web, trust: Trust, { issuer, status }: Credential): Promise<FetchedList> {
  const fetchAt = async (listAddress: string, of: string): Promise<FetchedList> => {
    const bytes = await web.get(listAddress, LONGEST_DOCUMENT);
    if (!bytes) throw new Unreachable(listAddress, { isInUse: true });
    return { document: readObject(bytes), listAddress, issuer: of };
  };
  const { listAddress } = status;
  const moved = movedAddress(trust, listAddress);
  if (moved === null) return fetchAt(listAddress, issuer);
  const own = await fetchAt(listAddress, issuer).catch(() => null);
  return own?.document?.id === listAddress ? own : fetchAt(moved, movedIssuer(trust, issuer)?.issuer ?? issuer);
}

function isCurrent(document: JsonObject, now: Date): boolean {
  const [from, until] = [timeOf(document.validFrom), timeOf(document.validUntil)];
  const contexts: Json | undefined = document['@context'];
  const isList = Array.isArray(document.type) && document.type.includes('BitstringStatusListCredential');
  const isKnown = Array.isArray(contexts) && contexts[0] === CREDENTIALS_V2;
  // A list without expiry could be replayed indefinitely.
  return (
    isList && isKnown && from !== null && from.getTime() <= now.getTime() + CLOCK_MS && until !== null && now <= until
  );
}

/** Maximum time by which the issuer's clock may be ahead. */
const CLOCK_MS = 5 * 60_000;

async function readList({ credentialSubject }: JsonObject, purpose: string): Promise<Uint8Array> {
  ensure(isObject(credentialSubject) && credentialSubject.type === 'BitstringStatusList', 'statusWrong');
  ensure(credentialSubject.statusPurpose === purpose, 'statusWrong');
  const encoded = textOf(credentialSubject.encodedList) ?? '';
  const compressed = encoded.startsWith('u') ? fromBase64Url(encoded.slice(1)) : null;
  ensure(compressed, 'statusWrong');
  const list = await inflate(compressed, 'gzip', LONGEST_LIST).catch(() => null);
  ensure(list && list.length >= SHORTEST_LIST, 'statusWrong');
  return list;
}
