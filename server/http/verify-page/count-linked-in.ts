import type { RequestHandler } from 'express';
import { findByHash } from '../../../domain/verification/find.ts';
import { VerificationHash } from '../../../domain/verification/schemas.ts';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import type { Admit } from '../admission.ts';
import { isUse } from './viewer.ts';

/**
 * Counts a use of the button that adds a certificate to a LinkedIn profile. The page's script reports it, without any data. The answer is
 * always the same, so that it does not reveal which certificates exist.
 */
export function makeCountLinkedIn(services: VerificationServices, admit: Admit): RequestHandler<{ hash: string }> {
  return async (request, response) => {
    await admit(request, { scope: null, limit: 'verify' });
    const { data: hash } = VerificationHash.safeParse(request.params.hash);
    if (hash !== undefined && isUse(request, services.installation.address)) {
      const found = await findByHash(services, hash);
      if (found) await services.countVerification(found, 'linkedIn');
    }
    response.status(204).end();
  };
}
