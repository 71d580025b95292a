import { type Request, Router } from 'express';
import type { Services } from '../../domain/context.ts';
import { readDidDocument } from '../../domain/credentials/read-did-document.ts';
import { readStatusList, STATUS_TTL_MS } from '../../domain/credentials/read-status-list.ts';
import { notFound } from '../../domain/errors.ts';
import { Uuid } from '../../domain/shared/schemas.ts';
import { makeServicesAt } from './asked-address.ts';
import { publicCors } from './public-cors.ts';

const LIST = /^(0|[1-9]\d{0,8})$/;

/** Serves an organisation's DID document (did:web) and status lists to verifiers of credentials. */
export function issuersRouter(services: Services): Router {
  const router = Router();
  const servicesAt = makeServicesAt(services);
  router.use(publicCors);
  router.get('/:organisationId/did.json', async (request: Request<{ organisationId: string }>, response) => {
    const document = await readDidDocument(servicesAt(request), { organisationId: organisationOf(request.params) });
    // A new key is used only after earlier cached copies have expired (server/adapters/keys/successors.ts).
    response.set({ 'Cache-Control': 'public, max-age=10', 'Content-Type': 'application/did+json' });
    response.end(JSON.stringify(document));
  });
  router.get(
    '/:organisationId/status/:list',
    async (request: Request<{ organisationId: string; list: string }>, response) => {
      const { list } = request.params;
      if (!LIST.test(list)) throw notFound();
      const text = await readStatusList(servicesAt(request), {
        organisationId: organisationOf(request.params),
        list: Number(list),
      });
      const maxAge = Math.floor(STATUS_TTL_MS / 1000);
      response.set({ 'Cache-Control': `public, max-age=${maxAge}`, 'Content-Type': 'application/vc+ld+json' });
      response.end(text);
    },
  );
  return router;
}

function organisationOf({ organisationId }: { organisationId: string }): string {
  if (!Uuid.safeParse(organisationId).success) throw notFound();
  return organisationId.toLowerCase();
}
