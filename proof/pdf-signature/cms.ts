import { createHash, sign } from 'node:crypto';
import { integer, NULL, objectIdentifier, octetString, sequence, setOf, tagged } from './der.ts';
import type { Signer } from './load-signer.ts';
import { OID } from './object-identifiers.ts';

const SHA256 = sequence(objectIdentifier(OID.sha256));
const SIGNATURE_ALGORITHMS: Record<Signer['algorithm'], Buffer> = {
  ecdsa: sequence(objectIdentifier(OID.ecdsaWithSha256)),
  rsa: sequence(objectIdentifier(OID.rsaEncryption), NULL),
};

/** What a signer signs of a document, in the order of DER. */
export type SignedAttributes = readonly Buffer[];

/** What PAdES baseline asks to sign of a content's SHA-256 (ETSI EN 319 142-1, 6.3): the certificate, and no signing-time. */
export const signedAttributes = (digest: Uint8Array, signer: Signer): SignedAttributes =>
  [
    attribute(OID.contentType, objectIdentifier(OID.data)),
    attribute(OID.messageDigest, octetString(digest)),
    // SHA-256 is the default of ESSCertIDv2 (RFC 5035, 4), and DER leaves defaults out.
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octetString(signer.certificateDigest))))),
  ].sort(Buffer.compare);

/** The signature value. What is signed has the tag of a SET, where a SignerInfo has [0] (RFC 5652, 5.4). */
export function signAttributes(attributes: SignedAttributes, { key, algorithm }: Signer): Buffer {
  const message = setOf(...attributes);
  return algorithm === 'ecdsa'
    ? lowS(sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' }))
    : sign('sha256', message, key);
}

/** The order of P-256 (SP 800-186, 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * An ECDSA-Sig-Value (RFC 3279, 2.2.3) of r and s. Both s and n - s are valid: the smaller one is taken, so that a verifier
 * that refuses the other one notices a change of these bytes, too.
 */
function lowS(pair: Buffer): Buffer {
  const s = BigInt(`0x${pair.toString('hex', 32)}`);
  const smaller = s > ORDER / 2n ? ORDER - s : s;
  const bytes = Buffer.from(smaller.toString(16).padStart(64, '0'), 'hex');
  return sequence(integer(pair.subarray(0, 32)), integer(bytes));
}

/** A detached CMS SignedData (RFC 5652, 5.1) with the chain, and the token as signature-time-stamp where there is one. */
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

/** The length of the longest CMS that a signer gives, without a time stamp. */
export function longestCms(signer: Signer): number {
  const attributes = signedAttributes(createHash('sha256').digest(), signer);
  return encodeCms(signer, attributes, Buffer.alloc(signer.signatureLength), null).length;
}

const attribute = (id: string, value: Uint8Array): Buffer => sequence(objectIdentifier(id), setOf(value));
