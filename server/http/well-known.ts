import { Router } from 'express';
import type { Services, SigningKey } from '../../domain/context.ts';

/** The keys that verify what this installation signs (RFC 7517): all of them, the one that signs now first. */
export function wellKnownRouter({ signer }: Pick<Services, 'signer'>): Router {
  const router = Router();
  router.get('/jwks.json', (_request, response) => {
    response.json({ keys: signer.keys.map(publicJwk) });
  });
  return router;
}

function publicJwk({ id, publicKey }: SigningKey) {
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  return { kty, crv, x, kid: id, use: 'sig', alg: 'EdDSA' };
}
