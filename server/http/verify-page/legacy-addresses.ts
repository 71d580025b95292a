import { Router } from 'express';
import { verificationUrl } from '../../../domain/addresses/link-verification.ts';
import { LegacyCode } from '../../../domain/certificates/schemas.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { findHashByLegacyCode } from '../../../domain/verification/find-legacy.ts';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import type { Admit } from '../admission.ts';
import { makeServicesAt } from '../asked-address.ts';
import type { GuessLimit } from '../guess-limits.ts';
import { explained } from './answer.ts';
import { unknownPage } from './layout.ts';
import { pagePolicy } from './policy.ts';
import { readerOf, withChosenLanguage } from './reader.ts';

/**
 * Redirects `/v/{organisationId}/{legacyCode}` to the page of the certificate that was imported with this code. A former domain can
 * redirect its links and QR codes here.
 */
export function legacyAddresses(services: VerificationServices, admit: Admit, guesses: GuessLimit): Router {
  const router = Router();
  const servicesAt = makeServicesAt(services);
  router.get('/:organisationId/:code', async (request, response) => {
    const at = servicesAt(request);
    const reader = await readerOf(request, at);
    const { status, page, location } = await explained(request, reader, async () => {
      await admit(request, { scope: null, limit: 'verify' });
      const takeBack = await guesses.count(request);
      const { organisationId, code: legacyCode } = request.params;
      const isCode = Uuid.safeParse(organisationId).success && LegacyCode.safeParse(legacyCode).success;
      const hash = isCode ? await findHashByLegacyCode(at, { organisationId, legacyCode }) : null;
      if (hash === null) return { status: 404, page: unknownPage(reader) };
      await takeBack();
      const location = withChosenLanguage(request, verificationUrl(at.installation.address, hash));
      return { status: 302, page: unknownPage(reader), location };
    });
    if (location) return void response.redirect(status, location);
    response.set('Content-Security-Policy', pagePolicy()).status(status).type('html').send(page.text);
  });
  return router;
}
