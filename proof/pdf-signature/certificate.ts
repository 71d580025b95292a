import { OID } from './object-identifiers.ts';
import { childrenOf, expectTag, readDer, readObjectIdentifier, readSequence } from './read-der.ts';

/** Fields that Node's X509Certificate does not provide. */
export interface CertificateFields {
  /** Name of the issuer, as a DER element. */
  issuer: Buffer;
  /** Serial number, as a DER element. */
  serial: Buffer;
  /** First octet of the extension keyUsage: 0x80 is digitalSignature, 0x40 nonRepudiation; null without the extension. */
  keyUsage: number | null;
}

/** Reads a certificate's fields (RFC 5280, 4.1). Throws DerError for anything else. */
export function readCertificate(der: Uint8Array): CertificateFields {
  const fields = readSequence(readSequence(readDer(der))[0]);
  // Version 1 is omitted.
  const [serial, , issuer, , , , ...optional] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  const extensions = optional.find(({ tag }) => tag === 0xa3);
  return {
    issuer: expectTag(issuer, 0x30).bytes,
    serial: expectTag(serial, 0x02).bytes,
    keyUsage: extensions ? readKeyUsage(readSequence(childrenOf(extensions)[0]).map(readSequence)) : null,
  };
}

function readKeyUsage(extensions: ReturnType<typeof readSequence>[]): number | null {
  const extension = extensions.find(([id]) => readObjectIdentifier(id) === OID.keyUsage);
  if (!extension) return null;
  const value = expectTag(extension.at(-1), 0x04);
  return expectTag(readDer(value.content), 0x03).content[1] ?? 0;
}
