import { createHash, X509Certificate } from 'node:crypto';
import { algorithmId, DIGESTS } from './algorithms.ts';
import { readCertificate } from './certificate.ts';
import { OID } from './object-identifiers.ts';
import { type DerElement, expectTag, readSequence } from './read-der.ts';
import { TimestampError } from './timestamp-error.ts';

/** Signed attributes of a SignerInfo, by object identifier. */
export type Attributes = ReadonlyMap<string, DerElement | undefined>;

/** Returns the certificate that the SignerInfo names by issuer and serial number, and a signed attribute by digest. */
export function findCertificate(
  attributes: Attributes,
  identifier: DerElement,
  certificates: DerElement[],
): X509Certificate {
  const [issuer, serial] = readSequence(identifier);
  const found = certificates
    .filter(({ tag }) => tag === 0x30)
    .find(({ bytes }) => {
      const fields = readCertificate(bytes);
      return issuer?.bytes.equals(fields.issuer) && serial?.bytes.equals(fields.serial);
    });
  if (!found) throw new TimestampError('The time-stamp token lacks the certificate that signed it');
  const { name, digest } = certificateDigest(attributes);
  if (!digest.equals(createHash(name).update(found.bytes).digest()))
    throw new TimestampError('The time-stamp token is signed for another certificate');
  return asCertificate(found.bytes);
}

/**
 * Returns the digest in the attribute signing-certificate-v2 (RFC 5035, 4), or in the older attribute, which uses SHA-1 (RFC 2634, 5.4).
 */
function certificateDigest(attributes: Attributes): { name: string; digest: Buffer } {
  const [newer, older] = [attributes.get(OID.signingCertificateV2), attributes.get(OID.signingCertificate)];
  const members = readSequence(readSequence(readSequence(newer ?? older)[0])[0]);
  const digest = expectTag(
    members.find(({ tag }) => tag === 0x04),
    0x04,
  ).content;
  if (!newer) return { name: 'sha1', digest };
  const name = members[0]?.tag === 0x30 ? DIGESTS[algorithmId(members[0])] : 'sha256';
  if (!name) throw new TimestampError('The time-stamp token uses an algorithm that is not supported');
  return { name, digest };
}

function asCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (error) {
    throw new TimestampError("The time-stamp token's certificate cannot be read", { cause: error });
  }
}
