import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readCertificate } from './certificate.ts';

/** Reason why a key and a certificate cannot sign, as one line for the operator. */
export class SignerError extends Error {
  override name = 'SignerError';
}

/** Signing key, with the data of its certificate for signatures. */
export interface Signer {
  key: KeyObject;
  algorithm: 'ecdsa' | 'rsa';
  /** Maximum length of the key's signature values, in bytes. */
  signatureLength: number;
  /** Certificates in DER, the signer's first, each issued by the next. */
  certificates: Buffer[];
  /** DER elements of the signer's certificate. */
  issuer: Buffer;
  serial: Buffer;
  /** SHA-256 of the signer's certificate. */
  certificateDigest: Buffer;
}

const DIGITAL_SIGNATURE_OR_NON_REPUDIATION = 0xc0;
const LONGEST_P256_SIGNATURE = 72;
const SMALLEST_RSA_BITS = 2048;

/**
 * Reads a private key (PKCS #8, PKCS #1 or SEC 1; P-256 or RSA of at least 2048 bits) and its certificate chain, the signer's first. Throws
 * SignerError if PDF readers would not accept its signatures at the time `now`.
 */
export function loadSigner(keyPem: string, certificatePem: string, now: Date): Signer {
  const key = readKey(keyPem);
  const algorithm = algorithmOf(key);
  const chain = readChain(certificatePem);
  const [own] = chain;
  if (!own?.checkPrivateKey(key)) throw new SignerError('The PDF signing key does not match its certificate');
  checkChain(chain, now);
  const { issuer, serial, keyUsage } = readCertificate(own.raw);
  if (keyUsage !== null && (keyUsage & DIGITAL_SIGNATURE_OR_NON_REPUDIATION) === 0)
    throw new SignerError('The PDF signing certificate has a key usage that does not allow signatures');
  const modulusBits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return {
    key,
    algorithm,
    signatureLength: algorithm === 'ecdsa' ? LONGEST_P256_SIGNATURE : Math.ceil(modulusBits / 8),
    certificates: chain.map(({ raw }) => raw),
    issuer,
    serial,
    certificateDigest: createHash('sha256').update(own.raw).digest(),
  };
}

function readKey(pem: string): KeyObject {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new SignerError('The PDF signing key is not a PEM private key');
  if (/BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(pem))
    throw new SignerError('The PDF signing key is encrypted: store it without a passphrase');
  try {
    return createPrivateKey(pem);
  } catch {
    throw new SignerError('The PDF signing key cannot be read');
  }
}

/** The readers of Adobe, Poppler and MuPDF refuse Ed25519. P-256 is the curve that all of them support. */
function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): Signer['algorithm'] {
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'ecdsa';
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= SMALLEST_RSA_BITS) return 'rsa';
  const found = details?.namedCurve ?? (type === 'rsa' ? `RSA of ${details?.modulusLength} bits` : type);
  throw new SignerError(`The PDF signing key must be P-256 or RSA of at least ${SMALLEST_RSA_BITS} bits, not ${found}`);
}

function readChain(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!blocks) throw new SignerError('The PDF signing certificate is not a PEM certificate');
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw new SignerError(`Certificate ${index + 1} of the PDF signing chain cannot be read`);
    }
  });
}

function checkChain(chain: X509Certificate[], now: Date): void {
  for (const [index, certificate] of chain.entries()) {
    const name = index === 0 ? 'The PDF signing certificate' : `Certificate ${index + 1} of the PDF signing chain`;
    const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
    if (!(from <= now)) throw new SignerError(`${name} is not valid before ${certificate.validFrom}`);
    if (!(now <= to)) throw new SignerError(`${name} expired at ${certificate.validTo}`);
    const issuer = chain[index + 1];
    if (issuer && !(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)))
      throw new SignerError(
        `The PDF signing chain is out of order: certificate ${index + 2} did not issue certificate ${index + 1}`,
      );
  }
}
