import { OID } from './object-identifiers.ts';
import { childrenOf, expectTag, readDer, readObjectIdentifier, readSequence } from './read-der.ts';

/** What Node's X509Certificate doesn't give. */
export interface CertificateFields {
  /** The issuer's Name, its element of DER. */
  issuer: Buffer;
  /** The serial number, its element of DER. */
  serial: Buffer;
  /** The first octet of the extension keyUsage: 0x80 is digitalSignature, 0x40 nonRepudiation; null where there is none. */
  keyUsage: number | null;
}

/** Reads a certificate's fields (RFC 5280, 4.1). DerError for anything else. */
export function readCertificate(der: Uint8Array): CertificateFields {
  const fields = readSequence(readSequence(readDer(der))[0]);
  // The version is left out where it is 1.
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
