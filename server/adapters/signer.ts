import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { PdfSigner, Signer } from '../../domain/context.ts';
import { loadSigner, placeholder, reserveFor, signPdf } from '../../proof/pdf-signature/index.ts';
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
    keys: [{ id: keyId, publicKey, createdAt: new Date(0), retiredAt: null, distrustedFrom: null }],
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

/** The one key that signs PDFs: made at the start where none is configured. */
export function makePdfSigner(pem: { keyPem: string; certificatePem: string }): PdfSigner {
  const signer = loadSigner(pem.keyPem, pem.certificatePem, new Date());
  const reserve = reserveFor(signer, { timestamp: false });
  return {
    certificates: [pem.certificatePem],
    placeholder: (time) => placeholder(reserve, time),
    sign: (pdf, dictionary, at) => signPdf(pdf, { placeholder: dictionary, at }, signer),
  };
}
