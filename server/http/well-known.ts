import { Router } from 'express';
import { issuerDid } from '../../domain/certificates/make-claims.ts';
import type { Services } from '../../domain/context.ts';
import { listOrganisationIds } from '../../domain/organisations/list-ids.ts';
import { isSandbox } from '../../domain/shared/ids.ts';
import { isoOrNull } from '../../domain/shared/schemas.ts';
import { verifierKey } from '../../proof/log/index.ts';
import type { HeldKey } from '../adapters/keys/held-keys.ts';
import type { KeyRing } from '../adapters/keys/key-ring.ts';
import { publicCors } from './public-cors.ts';

/** Serves the installation's public keys and issuers under /.well-known, for verifiers of certificates. */
export function wellKnownRouter(services: Services, ring: KeyRing): Router {
  const router = Router();
  router.use(['/jwks.json', '/laurel.json'], publicCors);
  router.get('/jwks.json', (_request, response) => {
    // A new key is used only after earlier cached copies have expired (server/adapters/keys/successors.ts).
    response.set('Cache-Control', 'public, max-age=10').json({ keys: ring.held.of.signing.map(toJwk) });
  });
  router.get('/laurel.json', async (_request, response) => {
    // Verifiers must not trust the keys of sandboxes.
    const ids = (await listOrganisationIds(services)).filter((id) => !isSandbox(id));
    const { origin, signer } = services.logSigner;
    const { address, addresses } = services.installation;
    response.set('Cache-Control', 'public, max-age=60').json({
      // The origin is a name, which stays when the address changes.
      log: { origin, url: `${address}/log`, verifierKey: verifierKey(signer) },
      pdfCertificates: services.pdfSigner.certificates,
      issuers: ids.map((id) => issuerDid(address, id)),
      addresses: addresses.map(({ url, from, until }) => ({ url, from: isoOrNull(from), until: isoOrNull(until) })),
      keys: (['signing', 'log', 'pdf'] as const).flatMap((purpose) => ring.held.of[purpose].map(toInfo)),
    });
  });
  return router;
}

/** Returns a member of a JWK Set (RFC 7517). A distrusted key has `revoked` as in OpenID Federation 1.0, 8.7. */
const toJwk = ({ id, publicPart, distrustedFrom }: HeldKey) => ({
  ...publicPart?.export({ format: 'jwk' }),
  kid: id,
  use: 'sig',
  alg: 'EdDSA',
  ...(distrustedFrom && { revoked: { revoked_at: Math.floor(distrustedFrom.getTime() / 1000) } }),
});

const toInfo = ({ id, purpose, createdAt, retiredAt, distrustedFrom, publicPart }: HeldKey) => ({
  id,
  purpose,
  createdAt: createdAt.toISOString(),
  retiredAt: retiredAt?.toISOString() ?? null,
  distrustedFrom: distrustedFrom?.toISOString() ?? null,
  publicKeyJwk: publicPart?.export({ format: 'jwk' }),
});
