import { createHash, sign } from 'node:crypto';
import { integer, NULL, objectIdentifier, octetString, sequence, setOf, tagged } from './der.ts';
import type { Signer } from './load-signer.ts';
import { OID } from './object-identifiers.ts';

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
    attribute(OID.contentType, objectIdentifier(OID.data)),
    attribute(OID.messageDigest, octetString(digest)),
    // SHA-256 is the default of ESSCertIDv2 (RFC 5035, 4), and DER omits defaults.
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octetString(signer.certificateDigest))))),
  ].sort(Buffer.compare);

/** Returns the signature value. The signed bytes have the tag of a SET instead of the SignerInfo's [0] (RFC 5652, 5.4). */
export function signAttributes(attributes: SignedAttributes, { key, algorithm }: Signer): Buffer {
  const message = setOf(...attributes);
  return algorithm === 'ecdsa'
    ? lowS(sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' }))
    : sign('sha256', message, key);
}

/** Order of P-256 (SP 800-186, 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Returns an ECDSA-Sig-Value (RFC 3279, 2.2.3) of r and s. Both s and n - s are valid. The smaller one is used, so that a verifier that
 * refuses the larger one detects a change of these bytes, too.
 */
function lowS(pair: Buffer): Buffer {
  const s = BigInt(`0x${pair.toString('hex', 32)}`);
  const smaller = s > ORDER / 2n ? ORDER - s : s;
  const bytes = Buffer.from(smaller.toString(16).padStart(64, '0'), 'hex');
  return sequence(integer(pair.subarray(0, 32)), integer(bytes));
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
    ...(token ? [tagged(1, attribute(OID.signatureTimestamp, token))] : []),
  );
  const signedData = sequence(
    integer(1),
    setOf(SHA256),
    sequence(objectIdentifier(OID.data)),
    tagged(0, ...[...signer.certificates].sort(Buffer.compare)),
    setOf(signerInfo),
  );
  return sequence(objectIdentifier(OID.signedData), tagged(0, signedData));
}

/** Returns the maximum length of a signer's CMS, without a time stamp. */
export function longestCms(signer: Signer): number {
  const attributes = signedAttributes(createHash('sha256').digest(), signer);
  return encodeCms(signer, attributes, Buffer.alloc(signer.signatureLength), null).length;
}

const attribute = (id: string, value: Uint8Array): Buffer => sequence(objectIdentifier(id), setOf(value));
