import { digest, equal, sha256 } from '../bytes.ts';
import { type HashName, hashOf, isSignedBy } from './algorithms.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import {
  childrenOf,
  type Der,
  DerError,
  expectTag,
  identifierOf,
  octetsOf,
  onlyOf,
  readDer,
  retagged,
  sequenceOf,
  setOf,
} from './der.ts';

const [SIGNED_DATA, CONTENT_TYPE, MESSAGE_DIGEST] = [
  '1.2.840.113549.1.7.2',
  '1.2.840.113549.1.9.3',
  '1.2.840.113549.1.9.4',
];
const [SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2] = ['1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47'];

/** CMS SignedData with one signer (RFC 5652, 5.1). */
export interface SignedData {
  version: number;
  /** Object identifier of the signed content's type. */
  contentType: string;
  /** Signed content, if it is included. */
  content: Uint8Array | null;
  certificates: Certificate[];
  hash: HashName;
  signature: Uint8Array;
  signer: Certificate;
  unsignedAttributes: Der | null;
  /** Input of verifySigner. */
  parts: { attributes: Der; algorithm: Der | undefined };
}

/** Reads a SignedData. Throws DerError for anything else, including unknown members. */
export function readSignedData(bytes: Uint8Array): SignedData {
  const [type, wrapped, ...none] = sequenceOf(readDer(bytes));
  if (identifierOf(type) !== SIGNED_DATA || none.length > 0) throw new DerError('no SignedData');
  const [version, algorithms, encapsulated, certificateSet, signers, ...more] = sequenceOf(
    onlyOf(childrenOf(expectTag(wrapped, 0xa0))),
  );
  if (more.length > 0) throw new DerError('more than a SignedData has');
  const [contentType, explicit] = sequenceOf(encapsulated);
  const certificates = childrenOf(expectTag(certificateSet, 0xa0)).map((one) => readCertificate(one.bytes));
  const [infoVersion, identifier, digestAlgorithm, attributes, algorithm, signature, unsigned, ...rest] = sequenceOf(
    onlyOf(setOf(signers)),
  );
  if (versionOf(infoVersion) !== 1 || rest.length > 0) throw new DerError('no SignerInfo');
  const hash = hashOf(digestAlgorithm);
  if (!setOf(algorithms).some((one) => hashOf(one) === hash)) throw new DerError('another digest algorithm');
  return {
    version: versionOf(version),
    contentType: identifierOf(contentType),
    content: explicit ? octetsOf(onlyOf(childrenOf(expectTag(explicit, 0xa0)))) : null,
    certificates,
    hash,
    signature: octetsOf(signature),
    signer: namedBy(identifier, certificates),
    unsignedAttributes: unsigned ? expectTag(unsigned, 0xa1) : null,
    parts: { attributes: expectTag(attributes, 0xa0), algorithm },
  };
}

function versionOf(found: Der | undefined): number {
  const { content } = expectTag(found, 0x02);
  return content.length === 1 ? (content[0] ?? 0) : -1;
}

function namedBy(identifier: Der | undefined, certificates: readonly Certificate[]): Certificate {
  const [issuer, serial, ...more] = sequenceOf(identifier);
  const found = certificates.find(
    (one) => issuer && serial && equal(one.issuer, issuer.bytes) && equal(one.serial, serial.bytes),
  );
  if (!found || more.length > 0) throw new DerError('the signer has no certificate');
  return found;
}

/**
 * Returns whether the signer signed the content of this type with its certificate. Checks content-type, message-digest and
 * signing-certificate (v2, or with SHA-1 if allowed), and the signature over them. Throws DerError for malformed input.
 */
export async function verifySigner(
  signed: SignedData,
  content: Uint8Array,
  options: { olderAttribute: boolean },
): Promise<boolean> {
  const { attributes, algorithm } = signed.parts;
  const values = readAttributes(attributes);
  if (identifierOf(values.get(CONTENT_TYPE)) !== signed.contentType) return false;
  if (!equal(octetsOf(values.get(MESSAGE_DIGEST)), await digest(signed.hash, content))) return false;
  if (!(await namesCertificate(values, signed.signer, options))) return false;
  const message = retagged(attributes, 0x31);
  return isSignedBy(signed.signer.publicKeyInfo, {
    algorithm,
    hash: signed.hash,
    message,
    signature: signed.signature,
  });
}

/** Returns the attributes by object identifier, each with its only value. */
export function readAttributes(attributes: Der): Map<string, Der> {
  const values = new Map<string, Der>();
  for (const attribute of childrenOf(attributes)) {
    const [id, value, ...more] = sequenceOf(attribute);
    if (more.length > 0 || values.has(identifierOf(id))) throw new DerError('an attribute that is there twice');
    values.set(identifierOf(id), onlyOf(setOf(value)));
  }
  return values;
}

/**
 * Returns whether the attribute names the certificate. ESSCertIDv2 (RFC 5035, 4) uses SHA-256 unless it states another hash; ESSCertID uses
 * SHA-1 (RFC 2634, 5.4).
 */
async function namesCertificate(
  values: ReadonlyMap<string, Der>,
  { bytes }: Certificate,
  { olderAttribute }: { olderAttribute: boolean },
): Promise<boolean> {
  const newer = values.get(SIGNING_CERTIFICATE_V2);
  const found = newer ?? (olderAttribute ? values.get(SIGNING_CERTIFICATE) : undefined);
  const members = sequenceOf(sequenceOf(sequenceOf(found)[0])[0]);
  const [first] = members;
  const named = newer && first?.tag === 0x30 ? hashOf(first) : null;
  const value = octetsOf(named ? members[1] : first);
  if (!newer) return equal(value, await digest('SHA-1', bytes));
  return equal(value, named ? await digest(named, bytes) : await sha256(bytes));
}
