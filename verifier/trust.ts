import { baseOf, hostOfDid, isSafeAddress, withoutSlashes } from './addresses.ts';
import { type Bytes, fromBase64, fromBase64Url } from './bytes.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { type NoteVerifier, parseVerifierKey } from './log/note.ts';

/** Key of the installation, as listed in its laurel.json. */
export interface TrustedKey {
  id: string;
  purpose: string;
  /** Time from which the key is compromised; null if it is not. */
  distrustedFrom: Date | null;
  /** Public key as a JWK: `x`, `y` and `n` in base64url. */
  jwk: JsonObject;
}

/** Address of the installation, present or former. */
interface TrustedAddress {
  url: string;
  isPresent: boolean;
}

/** Root of verification: an installation's `/.well-known/laurel.json`. */
export interface Trust {
  log: { url: string; verifier: NoteVerifier };
  /** DER. */
  pdfCertificates: Bytes[];
  /** did:web identifiers. */
  issuers: string[];
  keys: TrustedKey[];
  addresses: TrustedAddress[];
  /** Origins that can be requested. */
  origins: string[];
}

/** Thrown for an unusable laurel.json. The message is one line. */
export class TrustError extends Error {
  override name = 'TrustError';
}

/** Parses `/.well-known/laurel.json`. Throws TrustError if a member is missing or malformed. */
export function readTrust(text: string): Trust {
  const document = parse(text);
  const { log, pdfCertificates, issuers, keys } = document;
  const addresses = readAddresses(document.addresses);
  if (!isObject(log) || typeof log.origin !== 'string' || typeof log.verifierKey !== 'string')
    throw new TrustError('laurel.json has no log with origin and verifierKey');
  const verifier = parseVerifierKey(log.verifierKey);
  if (verifier?.name !== log.origin) throw new TrustError("laurel.json has no verifierKey of its log's origin");
  const url = addressOfLog(log.origin, log.url);
  const dids = texts(issuers, 'issuers');
  const hosts = dids.map(hostOfDid);
  if (!url || hosts.some((host) => host === null)) throw new TrustError('laurel.json has an address of another form');
  return {
    log: { url, verifier },
    pdfCertificates: texts(pdfCertificates, 'pdfCertificates').flatMap(certificatesOf),
    issuers: dids,
    keys: readKeys(keys),
    addresses,
    origins: [
      ...new Set([
        new URL(url).origin,
        ...hosts.flatMap((host) => host ?? []),
        ...addresses.flatMap((one) => (isSafeAddress(one.url) ? new URL(one.url).origin : [])),
      ]),
    ],
  };
}

/** Returns the log's address: the given one, or the one in its origin. Returns null for an address that must not be requested. */
function addressOfLog(origin: string, url: Json | undefined): string | null {
  if (url === undefined) return baseOf(origin);
  return typeof url === 'string' && isSafeAddress(url) ? withoutSlashes(url) : null;
}

function parse(text: string): JsonObject {
  try {
    const document: Json = JSON.parse(text);
    if (isObject(document)) return document;
  } catch {
    // Handled below.
  }
  throw new TrustError('laurel.json is not a JSON object');
}

function texts(value: Json | undefined, member: string): string[] {
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw new TrustError(`laurel.json has no list of ${member}`);
  return value as string[];
}

/** Returns the certificates of a PEM text, which can be a chain. */
function certificatesOf(pem: string): Bytes[] {
  const blocks = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)];
  const read = blocks.map(([, body = '']) => fromBase64(body.replaceAll(/\s/g, '')));
  const found = read.filter((bytes) => bytes !== null);
  if (found.length === 0 || found.length < read.length)
    throw new TrustError('laurel.json has a certificate that is not PEM');
  return found;
}

function readKeys(value: Json | undefined): TrustedKey[] {
  if (!Array.isArray(value)) throw new TrustError('laurel.json has no list of keys');
  return value.map((key: Json) => {
    if (!isObject(key) || typeof key.id !== 'string' || typeof key.purpose !== 'string' || !isObject(key.publicKeyJwk))
      throw new TrustError('laurel.json has a key without id, purpose and publicKeyJwk');
    const { id, purpose, distrustedFrom = null, publicKeyJwk: jwk } = key;
    const from = typeof distrustedFrom === 'string' ? new Date(distrustedFrom) : null;
    if (distrustedFrom !== null && (from === null || Number.isNaN(from.getTime())))
      throw new TrustError(`laurel.json's key ${id} has no time in distrustedFrom`);
    return { id, purpose, distrustedFrom: from, jwk };
  });
}

/** Reads the addresses. An installation that never moved can omit them. One that returned to an earlier address lists it twice. */
function readAddresses(value: Json | undefined): TrustedAddress[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TrustError('laurel.json has no list of addresses');
  return value.map((one: Json) => {
    const url = isObject(one) && typeof one.url === 'string' ? withoutSlashes(one.url) : '';
    const until = isObject(one) ? one.until : undefined;
    const isTime = typeof until === 'string' && !Number.isNaN(Date.parse(until));
    if (!/^https?:\/\/[^?#@]+$/.test(url) || !URL.canParse(url) || !(until === null || isTime))
      throw new TrustError('laurel.json has an address without url and until');
    return { url, isPresent: until === null };
  });
}

/** Returns the 32 bytes of an Ed25519 key (RFC 8037); null for any other. */
export function ed25519Of({ jwk }: TrustedKey): Uint8Array | null {
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || typeof jwk.x !== 'string') return null;
  const bytes = fromBase64Url(jwk.x);
  return bytes?.length === 32 ? bytes : null;
}
