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

/** What is read of an X.509 certificate (RFC 5280, 4.1). */
export interface Certificate {
  bytes: Uint8Array;
  /** Elements of DER. */
  serial: Uint8Array;
  issuer: Uint8Array;
  subject: Uint8Array;
  publicKeyInfo: Uint8Array;
  /** The common name, or what there is instead. */
  name: string;
  notBefore: Date;
  notAfter: Date;
  /** Object identifiers; empty where the extension is absent. */
  extendedKeyUsages: string[];
}

const [COMMON_NAME, EXTENDED_KEY_USAGE] = ['2.5.4.3', '2.5.29.37'];

/** DerError for anything but one certificate. */
export function readCertificate(bytes: Uint8Array): Certificate {
  const [body, signatureAlgorithm] = sequenceOf(readDer(bytes));
  const fields = sequenceOf(body);
  // The version is left out where it is 1.
  const [serial, algorithm, issuer, validity, subject, publicKeyInfo, ...optional] =
    fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  // RFC 5280, 4.1.1.2. Asked of the last one of a chain, too, whose signature nothing in the file can be checked against.
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
 * Whether the others are the certificate's issuers, one after another, and each signature among them is right. A signature by
 * an algorithm that is not supported, and the last issuer, which is not among them, are left to whoever judges the chain.
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
