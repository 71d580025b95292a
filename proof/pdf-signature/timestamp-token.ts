import { createHash, verify, type X509Certificate } from 'node:crypto';
import { algorithmId, DIGESTS, SIGNATURES } from './algorithms.ts';
import { setOf } from './der.ts';
import { OID } from './object-identifiers.ts';
import {
  childrenOf,
  type DerElement,
  DerError,
  expectTag,
  readDer,
  readObjectIdentifier,
  readSequence,
} from './read-der.ts';
import { TimestampError } from './timestamp-error.ts';
import { type Attributes, findCertificate } from './token-certificate.ts';

/**
 * Returns the TSTInfo of a time-stamp token and the certificate that signed it. Throws TimestampError or DerError unless it is a CMS
 * SignedData with one valid signer. The signer's certificate must be in it and allow time stamps (RFC 3161, 2.3 and 2.4.2).
 */
export function openToken(token: DerElement): { info: DerElement; certificate: X509Certificate } {
  const [type, wrapped] = readSequence(token);
  if (readObjectIdentifier(type) !== OID.signedData) throw new DerError('no SignedData');
  const [, , encapsulated, ...rest] = readSequence(childrenOf(expectTag(wrapped, 0xa0))[0]);
  const [contentType, explicit] = readSequence(encapsulated);
  if (readObjectIdentifier(contentType) !== OID.timestampInfo) throw new DerError('no TSTInfo');
  const content = expectTag(childrenOf(expectTag(explicit, 0xa0))[0], 0x04).content;
  const signers = childrenOf(expectTag(rest.at(-1), 0x31));
  if (signers.length !== 1) throw new TimestampError('The time-stamp token does not have one signer');
  const certificates = rest.find(({ tag }) => tag === 0xa0);
  const certificate = checkSigner(signers[0], content, certificates ? childrenOf(certificates) : []);
  return { info: readDer(content), certificate };
}

/** Checks a SignerInfo (RFC 5652, 5.3) against the content and returns its certificate. */
function checkSigner(signer: DerElement | undefined, content: Buffer, certificates: DerElement[]): X509Certificate {
  const [, identifier, digestAlgorithm, signed, signatureAlgorithm, signature] = readSequence(signer);
  const digestName = DIGESTS[algorithmId(digestAlgorithm)];
  const named = SIGNATURES[algorithmId(signatureAlgorithm)];
  if (!digestName || named === undefined)
    throw new TimestampError('The time-stamp token uses an algorithm that is not supported');
  const attributes = readAttributes(expectTag(signed, 0xa0));
  const digest = expectTag(attributes.get(OID.messageDigest), 0x04).content;
  const isTyped = readObjectIdentifier(attributes.get(OID.contentType)) === OID.timestampInfo;
  if (!isTyped || !digest.equals(createHash(digestName).update(content).digest()))
    throw new TimestampError('The time-stamp token was changed after it was signed');
  const certificate = findCertificate(attributes, expectTag(identifier, 0x30), certificates);
  const signedBytes = setOf(...childrenOf(expectTag(signed, 0xa0)).map(({ bytes }) => bytes));
  const value = expectTag(signature, 0x04).content;
  if (!isSigned(named ?? digestName, signedBytes, certificate, value))
    throw new TimestampError("The time-stamp token's signature is wrong");
  if (!certificate.keyUsage?.includes(OID.timeStamping))
    throw new TimestampError('The time-stamp token is signed by a certificate that is not for time stamps');
  return certificate;
}

/** Returns whether the signature is valid. Node throws if the certificate's key is of another kind, which counts as invalid. */
function isSigned(digestName: string, bytes: Buffer, certificate: X509Certificate, signature: Buffer): boolean {
  try {
    return verify(digestName, bytes, certificate.publicKey, signature);
  } catch {
    return false;
  }
}

/** Returns the value of each signed attribute. All attributes used here have exactly one. */
function readAttributes(attributes: DerElement): Attributes {
  return new Map(
    childrenOf(attributes).map((attribute) => {
      const [id, values] = readSequence(attribute);
      return [readObjectIdentifier(id), childrenOf(expectTag(values, 0x31))[0]];
    }),
  );
}
