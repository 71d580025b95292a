import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { makeSelfSigned } from '../../../proof/pdf-signature/index.ts';
import type { KeyMaterial, Purpose } from './ring-key.ts';

/** Length of a secret's id in the ring, in bytes. */
export const SECRET_ID_LENGTH = 16;
const NONE = { publicKey: null, privateKey: null, certificates: [], secret: null, origin: null };
/** Maximum length of a common name (RFC 5280, ub-common-name). */
const LONGEST_NAME = 64;

export const makeSecret = (): string => randomBytes(32).toString('hex');

/** Returns a new Ed25519 key as PKCS #8 PEM. */
export const makeSigningKey = (): string => toPem(generateKeyPairSync('ed25519').privateKey);

/** Creates a key of the purpose. The log's origin and a certificate's name derive from `baseUrl`, the public address. */
export function makeKey(purpose: Purpose, { baseUrl, now }: { baseUrl: string; now: Date }): KeyMaterial {
  if (purpose === 'auth' || purpose === 'pepper') return secretKey(purpose, makeSecret());
  if (purpose === 'pdf' || purpose === 'test-pdf') {
    const prefix = purpose === 'pdf' ? '' : 'TEST ';
    const name = `${prefix}Laurel at ${new URL(baseUrl).host}`.slice(0, LONGEST_NAME);
    const { keyPem, certificatePem } = makeSelfSigned(name, now);
    return { ...pdfKey(certificatePem, purpose), privateKey: keyPem };
  }
  const privateKey = makeSigningKey();
  const { host, pathname } = new URL(baseUrl);
  const origin = purpose === 'log' ? `${host}${pathname.replace(/\/+$/, '')}/log` : null;
  return { ...ed25519Key(purpose, privateKey), privateKey, origin };
}

/** Returns the ring's entry for an Ed25519 key in a file: only the public part. */
export function ed25519Key(purpose: 'signing' | 'log' | 'test', privatePem: string): KeyMaterial {
  const publicKey = createPublicKey(createPrivateKey(privatePem));
  return { ...NONE, purpose, id: thumbprint(publicKey), publicKey: toPem(publicKey) };
}

/** Returns the ring's entry for a PDF signing key: its certificate and the chain. A renewed certificate counts as another key. */
export function pdfKey(certificatePem: string, purpose: 'pdf' | 'test-pdf' = 'pdf'): KeyMaterial {
  const certificates = certificatePem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const own = new X509Certificate(certificates[0] ?? '');
  const id = createHash('sha256').update(own.raw).digest('base64url');
  return { ...NONE, purpose, id, publicKey: toPem(own.publicKey), certificates };
}

/** Returns an entry for a secret. Its id is random, because a hash would help to guess a weak secret. */
export const secretKey = (purpose: 'auth' | 'pepper', secret: string): KeyMaterial => ({
  ...NONE,
  purpose,
  id: randomBytes(SECRET_ID_LENGTH).toString('base64url'),
  secret,
});

/** Returns the JWK thumbprint of an Ed25519 key (RFC 7638, RFC 8037). */
function thumbprint(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' });
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}

const toPem = (key: KeyObject): string =>
  key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' } as never).toString();
