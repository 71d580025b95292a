import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Signer } from '../../domain/context.ts';
import { ConfigError } from '../config.ts';

/** Signs with an Ed25519 key (RFC 8032) given as PKCS#8 PEM; the key's id is its JWK thumbprint (RFC 7638). */
export function makeSigner(pem: string): Signer {
  const privateKey = readPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }));
  const keyId = thumbprint.digest('base64url');
  return {
    keyId,
    publicJwk: { kty: 'OKP', crv: 'Ed25519', x, kid: keyId, use: 'sig', alg: 'EdDSA' },
    sign: (message) => sign(null, message, privateKey),
    verify: (id, message, signature) => id === keyId && verify(null, message, publicKey, signature),
  };
}

function readPrivateKey(pem: string) {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below: whatever is wrong, the message says what the file must hold.
  }
  throw new ConfigError(
    'SIGNING_KEY_FILE: got a file that is something else, takes an Ed25519 private key (PKCS#8 PEM)',
  );
}
