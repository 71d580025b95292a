import { type Bytes, hex, unshared } from '../bytes.ts';
import { type Der, DerError, expectTag, identifierOf, readDer, sequenceOf } from './der.ts';

export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512';

const HASHES: Record<string, HashName> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
/** Hash implied by each signature algorithm; null if it implies none (rsaEncryption). */
const SIGNATURES: Record<string, { key: 'EC' | 'RSA'; hash: HashName | null }> = {
  '1.2.840.113549.1.1.1': { key: 'RSA', hash: null },
  '1.2.840.113549.1.1.11': { key: 'RSA', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { key: 'RSA', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { key: 'RSA', hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { key: 'EC', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { key: 'EC', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { key: 'EC', hash: 'SHA-512' },
};
const P256 = '1.2.840.10045.3.1.7';
const CURVES: Record<string, { name: string; bytes: number }> = {
  [P256]: { name: 'P-256', bytes: 32 },
  '1.3.132.0.34': { name: 'P-384', bytes: 48 },
};
/** Half the order of P-256 (SP 800-186, 3.2.1.3). */
const P256_HALF = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n / 2n;
const [EC_KEY, RSA_KEY] = ['1.2.840.10045.2.1', '1.2.840.113549.1.1.1'];

/** Returns the hash of an AlgorithmIdentifier with absent or NULL parameters (RFC 5754, 2). Throws DerError for any other. */
export function hashOf(algorithm: Der | undefined): HashName {
  const name = HASHES[identifierOf(withoutParameters(algorithm))];
  if (!name) throw new DerError('a hash that is not supported');
  return name;
}

function withoutParameters(algorithm: Der | undefined): Der | undefined {
  const [id, parameters, ...more] = sequenceOf(algorithm);
  const isNull = parameters === undefined || (parameters.tag === 0x05 && parameters.content.length === 0);
  if (!isNull || more.length > 0) throw new DerError('parameters of an algorithm');
  return id;
}

/** Returns the hash that a signature algorithm implies; null if it is not supported or implies none. */
export const hashOfSignature = (algorithm: Der | undefined): HashName | null =>
  SIGNATURES[identifierOf(sequenceOf(algorithm)[0])]?.hash ?? null;

/** Returns whether a public key made a signature (RFC 5754, RFC 5758). Throws DerError for an unsupported algorithm or key. */
export async function isSignedBy(
  publicKeyInfo: Uint8Array,
  {
    algorithm,
    hash,
    message,
    signature,
  }: { algorithm: Der | undefined; hash: HashName; message: Bytes; signature: Uint8Array },
): Promise<boolean> {
  const known = SIGNATURES[identifierOf(withoutParameters(algorithm))];
  if (!known || (known.hash ?? hash) !== hash) throw new DerError('a signature algorithm that is not supported');
  const [keyAlgorithm] = sequenceOf(readDer(publicKeyInfo));
  const [keyType, parameters] = sequenceOf(keyAlgorithm);
  const isRsa = identifierOf(keyType) === RSA_KEY;
  if (known.key !== (isRsa ? 'RSA' : 'EC') || (!isRsa && identifierOf(keyType) !== EC_KEY)) return false;
  if (isRsa) return verify(publicKeyInfo, { name: 'RSASSA-PKCS1-v1_5', hash }, { message, signature });
  const curve = CURVES[identifierOf(parameters)];
  if (!curve) throw new DerError('a curve that is not supported');
  const named = { name: 'ECDSA', namedCurve: curve.name, hash };
  return verify(publicKeyInfo, named, { message, signature: fixedLength(signature, curve.bytes) });
}

/**
 * Returns whether a signature has the form that Laurel writes. For an ECDSA signature (r, s), n - s is equally valid, and anyone can
 * convert one form to the other. Throws DerError if it is not a signature of the key's kind.
 */
export function isCanonicalSignature(publicKeyInfo: Uint8Array, signature: Uint8Array): boolean {
  const [keyAlgorithm] = sequenceOf(readDer(publicKeyInfo));
  const [keyType, curve] = sequenceOf(keyAlgorithm);
  if (identifierOf(keyType) !== EC_KEY || identifierOf(curve) !== P256) return true;
  return BigInt(`0x${hex(fixedLength(signature, 32).subarray(32))}`) <= P256_HALF;
}

async function verify(
  publicKeyInfo: Uint8Array,
  algorithm: { name: string; hash: HashName; namedCurve?: string },
  { message, signature }: { message: Bytes; signature: Uint8Array },
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('spki', unshared(publicKeyInfo), algorithm, false, ['verify']);
    return await crypto.subtle.verify(algorithm, key, unshared(signature), message);
  } catch {
    // WebCrypto implementations throw different errors for unusable keys.
    throw new DerError('a key that cannot be used');
  }
}

/** Converts an Ecdsa-Sig-Value in DER (RFC 3279, 2.2.3) to r and s of fixed width, as WebCrypto requires. */
function fixedLength(signature: Uint8Array, width: number): Uint8Array {
  const numbers = sequenceOf(readDer(signature));
  if (numbers.length !== 2) throw new DerError('no pair of numbers');
  const fixed = new Uint8Array(2 * width);
  for (const [index, number] of numbers.entries()) {
    const { content } = expectTag(number, 0x02);
    const isPadded = content[0] === 0 && (content[1] ?? 0) >= 0x80;
    const magnitude = isPadded ? content.subarray(1) : content;
    // Negative, not minimal, or too long.
    if (
      magnitude.length === 0 ||
      magnitude.length > width ||
      (!isPadded && (content[0] === 0 || (content[0] ?? 0) >= 0x80))
    )
      throw new DerError('no number of DER');
    fixed.set(magnitude, (index + 1) * width - magnitude.length);
  }
  return fixed;
}
