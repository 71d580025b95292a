import { equal, readUtf8, unshared } from '../bytes.ts';
import { hashOfSignature, isSignedBy } from './algorithms.ts';
import {
  bitsOf,
  childrenOf,
  type Der,
  DerError,
  expectTag,
  identifierOf,
  octetsOf,
  readDer,
  sequenceOf,
  timeOf,
} from './der.ts';

/** Fields of an X.509 certificate (RFC 5280, 4.1). */
export interface Certificate {
  bytes: Uint8Array;
  /** DER elements. */
  serial: Uint8Array;
  issuer: Uint8Array;
  subject: Uint8Array;
  publicKeyInfo: Uint8Array;
  /** Common name, or the best available substitute. */
  name: string;
  notBefore: Date;
  notAfter: Date;
  /** Object identifiers; empty without the extension. */
  extendedKeyUsages: string[];
}

const [COMMON_NAME, EXTENDED_KEY_USAGE] = ['2.5.4.3', '2.5.29.37'];

/** Reads one certificate. Throws DerError for anything else. */
export function readCertificate(bytes: Uint8Array): Certificate {
  const [body, signatureAlgorithm] = sequenceOf(readDer(bytes));
  const fields = sequenceOf(body);
  // Version 1 is omitted.
  const [serial, algorithm, issuer, validity, subject, publicKeyInfo, ...optional] =
    fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  // RFC 5280, 4.1.1.2. Also required of the last certificate of a chain, whose signature cannot be checked within the file.
  if (!equal(expectTag(algorithm, 0x30).bytes, expectTag(signatureAlgorithm, 0x30).bytes))
    throw new DerError('two signature algorithms');
  const [notBefore, notAfter] = sequenceOf(validity);
  return {
    bytes,
    serial: expectTag(serial, 0x02).bytes,
    issuer: expectTag(issuer, 0x30).bytes,
    subject: expectTag(subject, 0x30).bytes,
    publicKeyInfo: expectTag(publicKeyInfo, 0x30).bytes,
    name: nameOf(expectTag(subject, 0x30)),
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    extendedKeyUsages: usagesOf(optional.find(({ tag }) => tag === 0xa3)),
  };
}

export const isValidAt = ({ notBefore, notAfter }: Certificate, time: Date): boolean =>
  notBefore <= time && time <= notAfter;

function nameOf(subject: Der): string {
  const attributes = childrenOf(subject).flatMap((set) => childrenOf(expectTag(set, 0x31)).map(sequenceOf));
  const [, value] = attributes.find(([id]) => identifierOf(id) === COMMON_NAME) ?? attributes[0] ?? [];
  try {
    return value ? readUtf8(value.content) : '';
  } catch {
    return '';
  }
}

function usagesOf(extensions: Der | undefined): string[] {
  const members = extensions ? sequenceOf(childrenOf(extensions)[0]).map(sequenceOf) : [];
  const found = members.find(([id]) => identifierOf(id) === EXTENDED_KEY_USAGE);
  return found ? sequenceOf(readDer(octetsOf(found.at(-1)))).map(identifierOf) : [];
}

/**
 * Returns whether the other certificates form the issuer chain of the first, with valid signatures. Does not judge signatures with
 * unsupported algorithms, or the root, which is not in the list. The caller has to judge those.
 */
export async function isChain(first: Certificate, others: readonly Certificate[]): Promise<boolean> {
  const left = [...others];
  for (let child = first; ; ) {
    const index = left.findIndex(({ subject }) => equal(subject, child.issuer));
    const [issuer] = index < 0 ? [] : left.splice(index, 1);
    const isOwn = equal(child.issuer, child.subject);
    if (isOwn && !(await isIssuedBy(child, child))) return false;
    if (!issuer) return left.length === 0;
    if (!(await isIssuedBy(child, issuer))) return false;
    child = issuer;
  }
}

async function isIssuedBy(child: Certificate, issuer: Certificate): Promise<boolean> {
  const [body, algorithm, value] = sequenceOf(readDer(child.bytes));
  if (!body) return false;
  const hash = hashOfSignature(algorithm);
  if (!hash) return true;
  return isSignedBy(issuer.publicKeyInfo, { algorithm, hash, message: unshared(body.bytes), signature: bitsOf(value) });
}
