import { createHash, sign } from 'node:crypto';
import { integer, NULL, objectIdentifier, octetString, sequence, setOf, tagged } from './der.ts';
import type { Signer } from './load-signer.ts';
import { OID } from './object-identifiers.ts';
import { DerError, expectTag, readDer, readSequence } from './read-der.ts';

/** Identifiers in their encoded form, which every signature needs. */
const ID = {
  data: objectIdentifier(OID.data),
  signedData: objectIdentifier(OID.signedData),
  contentType: objectIdentifier(OID.contentType),
  messageDigest: objectIdentifier(OID.messageDigest),
  signingCertificate: objectIdentifier(OID.signingCertificateV2),
  timestamp: objectIdentifier(OID.signatureTimestamp),
};
const SHA256 = sequence(objectIdentifier(OID.sha256));
const SIGNATURE_ALGORITHMS: Record<Signer['algorithm'], Buffer> = {
  ecdsa: sequence(objectIdentifier(OID.ecdsaWithSha256)),
  rsa: sequence(objectIdentifier(OID.rsaEncryption), NULL),
};

/** Attributes that a signer signs, in DER order. */
export type SignedAttributes = readonly Buffer[];

/**
 * Returns the attributes that PAdES baseline requires for a content's SHA-256 (ETSI EN 319 142-1, 6.3): the certificate, and no
 * signing-time.
 */
export const signedAttributes = (digest: Uint8Array, signer: Signer): SignedAttributes =>
  [
    attribute(ID.contentType, ID.data),
    attribute(ID.messageDigest, octetString(digest)),
    // SHA-256 is the default of ESSCertIDv2 (RFC 5035, 4), and DER omits defaults.
    attribute(ID.signingCertificate, sequence(sequence(sequence(octetString(signer.certificateDigest))))),
  ].sort(Buffer.compare);

/** Returns the signature value. The signed bytes have the tag of a SET instead of the SignerInfo's [0] (RFC 5652, 5.4). */
export function signAttributes(attributes: SignedAttributes, { key, algorithm }: Signer): Buffer {
  const signature = sign('sha256', setOf(...attributes), key);
  return algorithm === 'ecdsa' ? lowS(signature) : signature;
}

/** Order of P-256 (SP 800-186, 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Returns an ECDSA-Sig-Value (RFC 3279, 2.2.3) with the smaller one of s and n - s, which are both valid. A verifier that refuses the
 * larger one then detects a change of these bytes, too.
 */
function lowS(signature: Buffer): Buffer {
  const [r, s] = readSequence(readDer(signature)).map((found) => expectTag(found, 0x02));
  if (!r || !s) throw new DerError('no two integers');
  const value = BigInt(`0x${s.content.toString('hex')}`);
  if (value <= ORDER / 2n) return signature;
  return sequence(r.bytes, integer(Buffer.from((ORDER - value).toString(16).padStart(64, '0'), 'hex')));
}

/** Returns a detached CMS SignedData (RFC 5652, 5.1) with the chain and, if present, the token as signature-time-stamp. */
export function encodeCms(
  signer: Signer,
  attributes: SignedAttributes,
  signature: Uint8Array,
  token: Uint8Array | null,
): Buffer {
  const signerInfo = sequence(
    integer(1),
    sequence(signer.issuer, signer.serial),
    SHA256,
    tagged(0, ...attributes),
    SIGNATURE_ALGORITHMS[signer.algorithm],
    octetString(signature),
    ...(token ? [tagged(1, attribute(ID.timestamp, token))] : []),
  );
  const signedData = sequence(
    integer(1),
    setOf(SHA256),
    sequence(ID.data),
    tagged(0, ...[...signer.certificates].sort(Buffer.compare)),
    setOf(signerInfo),
  );
  return sequence(ID.signedData, tagged(0, signedData));
}

/** Returns the maximum length of a signer's CMS, without a time stamp. */
export function longestCms(signer: Signer): number {
  const attributes = signedAttributes(createHash('sha256').digest(), signer);
  return encodeCms(signer, attributes, Buffer.alloc(signer.signatureLength), null).length;
}

const attribute = (id: Uint8Array, value: Uint8Array): Buffer => sequence(id, setOf(value));
