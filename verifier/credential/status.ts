import { fromBase64Url, inflate } from '../bytes.ts';
import { ensure, Unchecked } from '../check.ts';
import { isObject, type Json, type JsonObject, readObject, textOf, timeOf } from '../json.ts';
import type { Trust } from '../trust.ts';
import type { Web } from '../web.ts';
import { CREDENTIALS_V2 } from './canonicalise.ts';
import type { Credential } from './credential.ts';
import { issuerKey, pinnedKey, publishedKey } from './keys.ts';
import { isProved, splitProof } from './proof.ts';

/** In bytes: of the list as it is served, and decompressed. A list has at least 131,072 bits. */
const [LONGEST_DOCUMENT, LONGEST_LIST, SHORTEST_LIST] = [4 * 1024 * 1024, 16 * 1024 * 1024, 131_072 / 8];

/**
 * Whether the credential's bit is set in its status list (Bitstring Status List 1.0, 3.2), which must be current and signed by the
 * credential's own issuer. Refusal for a list that is not; Unchecked where it can't be had.
 */
export async function isStatusSet(web: Web, trust: Trust, credential: Credential, now: Date): Promise<boolean> {
  const { listAddress, index, purpose } = credential.status;
  const bytes = await web.get(listAddress, LONGEST_DOCUMENT);
  if (!bytes) throw new Unchecked('unreachable', listAddress.slice(0, 300));
  const document = readObject(bytes);
  const issuer = isObject(document?.issuer) ? document.issuer.id : document?.issuer;
  ensure(document && document.id === listAddress && issuer === credential.issuer, 'statusWrong');
  const proved = splitProof(document, credential.issuer);
  ensure(proved && isCurrent(document, now), 'statusWrong');
  const isPinned = pinnedKey(trust, proved.keyId) !== null;
  const found = await (isPinned
    ? issuerKey(web, trust, credential.issuer, proved.keyId)
    : publishedKey(web, credential.issuer, proved.keyId));
  if (!found) throw new Unchecked('listKeyUnknown');
  const { key, distrustedFrom } = found;
  // A list is signed anew all the time, so that a compromised key has no reason to sign one.
  ensure(distrustedFrom === null && (await isProved(proved, key)), 'statusWrong');
  const list = await readList(document, purpose);
  const byte = list[index >> 3];
  ensure(byte !== undefined, 'statusWrong');
  const isSet = (byte & (0x80 >> (index & 7))) !== 0;
  // A trust from before a rotation has no key of today's lists: those can revoke, and cannot vouch.
  if (!isPinned && !isSet) throw new Unchecked('listKeyUnknown');
  return isSet;
}

function isCurrent(document: JsonObject, now: Date): boolean {
  const [from, until] = [timeOf(document.validFrom), timeOf(document.validUntil)];
  const contexts: Json | undefined = document['@context'];
  const isList = Array.isArray(document.type) && document.type.includes('BitstringStatusListCredential');
  const isKnown = Array.isArray(contexts) && contexts[0] === CREDENTIALS_V2;
  // A list that is valid for ever could be shown for ever.
  return (
    isList && isKnown && from !== null && from.getTime() <= now.getTime() + CLOCK_MS && until !== null && now <= until
  );
}

/** How far the issuer's clock may be ahead. */
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
