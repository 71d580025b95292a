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

/** Bytes of a secret's id in the ring. */
export const SECRET_ID_LENGTH = 16;
const NONE = { publicKey: null, privateKey: null, certificates: [], secret: null, origin: null };
/** RFC 5280: ub-common-name. */
const LONGEST_NAME = 64;

export const makeSecret = (): string => randomBytes(32).toString('hex');

/** PKCS #8 PEM of a new Ed25519 key. */
export const makeSigningKey = (): string => toPem(generateKeyPairSync('ed25519').privateKey);

/** A new key of the purpose; `baseUrl` is the public address, which the log's origin and a certificate's name come from. */
export function makeKey(purpose: Purpose, { baseUrl, now }: { baseUrl: string; now: Date }): KeyMaterial {
  if (purpose === 'auth' || purpose === 'pepper') return secretKey(purpose, makeSecret());
  if (purpose === 'pdf') {
    const name = `Laurel at ${new URL(baseUrl).host}`.slice(0, LONGEST_NAME);
    const { keyPem, certificatePem } = makeSelfSigned(name, now);
    return { ...pdfKey(certificatePem), privateKey: keyPem };
  }
  const privateKey = makeSigningKey();
  const { host, pathname } = new URL(baseUrl);
  const origin = purpose === 'log' ? `${host}${pathname.replace(/\/+$/, '')}/log` : null;
  return { ...ed25519Key(purpose, privateKey), privateKey, origin };
}

/** What the ring keeps of an Ed25519 key in a file: the public part. */
export function ed25519Key(purpose: 'signing' | 'log', privatePem: string): KeyMaterial {
  const publicKey = createPublicKey(createPrivateKey(privatePem));
  return { ...NONE, purpose, id: thumbprint(publicKey), publicKey: toPem(publicKey) };
}

/** The same of a PDF signing key: its certificate and the chain. A renewed certificate is another key. */
export function pdfKey(certificatePem: string): KeyMaterial {
  const certificates = certificatePem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const own = new X509Certificate(certificates[0] ?? '');
  const id = createHash('sha256').update(own.raw).digest('base64url');
  return { ...NONE, purpose: 'pdf', id, publicKey: toPem(own.publicKey), certificates };
}

/** A secret. Its id says nothing about its value, which may be one that somebody has thought up. */
export const secretKey = (purpose: 'auth' | 'pepper', secret: string): KeyMaterial => ({
  ...NONE,
  purpose,
  id: randomBytes(SECRET_ID_LENGTH).toString('base64url'),
  secret,
});

/** The JWK thumbprint of an Ed25519 key (RFC 7638, RFC 8037). */
function thumbprint(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' });
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}

const toPem = (key: KeyObject): string =>
  key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' } as never).toString();
