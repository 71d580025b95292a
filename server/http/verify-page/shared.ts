import compression from 'compression';
import { Router } from 'express';
import { findShared } from '../../../domain/hiding/find-shared.ts';
import { showVerification } from '../../../domain/verification/show.ts';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import type { Admit } from '../admission.ts';
import { makeServicesAt } from '../asked-address.ts';
import { explained } from './answer.ts';
import { certificatePage } from './certificate.ts';
import { unknownPage } from './layout.ts';
import { COUNTING, pagePolicy } from './policy.ts';
import { readerOf } from './reader.ts';
import { countedAs } from './viewer.ts';

/** Serves the pages of hidden certificates at the links that their recipients share. */
export function sharedPages(services: VerificationServices, admit: Admit): Router {
  const router = Router();
  const servicesAt = makeServicesAt(services);
  router.use(compression());
  router.get('/:code', async (request, response) => {
    const at = servicesAt(request);
    const reader = await readerOf(request, at);
    const { status, page } = await explained(request, reader, async () => {
      await admit(request, { scope: null, limit: 'verify' });
      const { code } = request.params;
      const hash = await findShared(at, code);
      if (hash === null) return { status: 404, page: unknownPage(reader) };
      const sharedUrl = `${at.installation.address}/share/${code}`;
      const verification = await showVerification(countedAs(at, request), { hash, sharedUrl });
      return { status: 200, page: certificatePage(verification, await readerOf(request, at, verification.language)) };
    });
    response
      .set({
        'Content-Security-Policy': pagePolicy(status === 200 ? COUNTING : {}),
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      })
      .status(status)
      .type('html')
      .send(page.text);
  });
  return router;
}
