import compression from 'compression';
import { type Request, Router } from 'express';
import { verificationUrl } from '../../../domain/addresses/link-verification.ts';
import { DomainError } from '../../../domain/errors.ts';
import { findHashByShortCode } from '../../../domain/verification/find-hash.ts';
import { findHashByOriginal } from '../../../domain/verification/find-legacy.ts';
import { VerificationHash } from '../../../domain/verification/schemas.ts';
import { showVerification } from '../../../domain/verification/show.ts';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import type { Admit } from '../admission.ts';
import { makeServicesAt } from '../asked-address.ts';
import { type Answer, explained } from './answer.ts';
import { assets } from './assets.ts';
import { makeSendCard } from './card.ts';
import { certificatePage } from './certificate.ts';
import { makeCountLinkedIn } from './count-linked-in.ts';
import { pageFonts } from './fonts.ts';
import { type Reader, unknownPage } from './layout.ts';
import { COUNTING, pagePolicy } from './policy.ts';
import { readerOf, withChosenLanguage } from './reader.ts';
import { sendScript } from './script.ts';
import { search } from './search.ts';
import { countedAs } from './viewer.ts';

/**
 * Serves the public page at `verificationUrl`, in the browser's language. It works without scripts. A view counts as a
 * verification.
 */
export function verifyPage(services: VerificationServices, admit: Admit): Router {
  const router = Router();
  const servicesAt = makeServicesAt(services);
  const checking = checkingPolicy(services);
  router.use('/fonts', pageFonts());
  router.use(compression());
  router.get('/check.js', sendScript);
  router.use('/assets', assets());
  router.get('/', async (request, response) => {
    const reader = await readerOf(request, servicesAt(request));
    const { status, page, location } = await search(services, admit, request, reader);
    if (location) return void response.redirect(303, location);
    response.set('Content-Security-Policy', pagePolicy(checking)).status(status).type('html').send(page.text);
  });
  router.get('/:hash/card.png', makeSendCard(services, admit));
  router.post('/:hash/linkedin', makeCountLinkedIn(services, admit));
  router.get('/:hash', async (request, response) => {
    const { status, page, location } = await answer(servicesAt(request), admit, request);
    if (location) return void response.redirect(status, location);
    response
      .set('Content-Security-Policy', pagePolicy(status === 200 ? COUNTING : {}))
      .status(status)
      .type('html')
      .send(page.text);
  });
  return router;
}

/** Maximum origins in the policy. Each start on another port adds an address, and proxies limit the length of a header. */
const MAX_ORIGINS = 20;

/** Returns additional directives for /verify, which fetches keys, status and log from each address and has a form. */
const checkingPolicy = ({ installation: { address, addresses } }: VerificationServices) => {
  const newestFirst = [address, ...addresses.map(({ url }) => url).reverse()];
  const origins = new Set(newestFirst.map((url) => new URL(url).origin));
  return { 'connect-src': ["'self'", ...[...origins].slice(0, MAX_ORIGINS)].join(' '), 'form-action': "'self'" };
};

/** Redirects a short address to the page. A certificate shows it where the long one has no room. */
export function shortAddresses(services: VerificationServices, admit: Admit): Router {
  const router = Router();
  const servicesAt = makeServicesAt(services);
  router.get('/:code', async (request, response) => {
    const at = servicesAt(request);
    const reader = await readerOf(request, at);
    const { status, page, location } = await explained(request, reader, async () => {
      await admit(request, { scope: null, limit: 'verify' });
      const hash = await findHashByShortCode(at, request.params);
      const location = withChosenLanguage(request, verificationUrl(at.installation.address, hash));
      return { status: 302, page: unknownPage(reader), location };
    });
    if (location) return void response.redirect(status, location);
    response.set('Content-Security-Policy', pagePolicy()).status(status).type('html').send(page.text);
  });
  return router;
}

const answer = async (
  services: VerificationServices,
  admit: Admit,
  request: Request<{ hash: string }>,
): Promise<Answer> => {
  const reader = await readerOf(request, services);
  return explained(request, reader, async () => {
    await admit(request, { scope: null, limit: 'verify' });
    const { data: hash } = VerificationHash.safeParse(request.params.hash);
    if (hash === undefined) return { status: 404, page: unknownPage(reader) };
    const verification = await showVerification(countedAs(services, request), { hash }).catch(asMissing);
    if (!verification) return ofOriginal(services, request, reader, hash);
    const page = certificatePage(verification, await readerOf(request, services, verification.language));
    return { status: 200, page };
  });
};

function asMissing(error: unknown): null {
  if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
  throw error;
}

/** Leads the digest of an original PDF, which has no credential in it, to the page of its certificate. */
async function ofOriginal(
  services: VerificationServices,
  request: Request,
  reader: Reader,
  digest: string,
): Promise<Answer> {
  const hash = await findHashByOriginal(services, digest);
  const page = unknownPage(reader);
  if (hash === null) return { status: 404, page };
  const location = withChosenLanguage(request, verificationUrl(services.installation.address, hash));
  return { status: 302, page, location };
}
