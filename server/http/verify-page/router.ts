import { readFileSync } from 'node:fs';
import { type Request, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { VerificationHash } from '../../../domain/verification/schemas.ts';
import { type VerificationServices, verifyCertificate } from '../../../domain/verification/verify.ts';
import type { Admit } from '../admission.ts';
import { uncountedIfHead } from '../head.ts';
import type { Html } from '../html.ts';
import { contentPolicy, originSource } from '../policy.ts';
import { certificatePage } from './certificate.ts';
import { messagePage, type Reader, unknownPage } from './layout.ts';
import { LANGUAGES, type Language, WORDS } from './texts.ts';

const SCRIPT = readFileSync(new URL('./browser.js', import.meta.url));

/** The public page at `verificationUrl`, in the browser's language; works without scripts. A view counts as a verification. */
export function verifyPage(services: VerificationServices, admit: Admit): Router {
  const router = Router();
  router.get('/check.js', (_request, response) => {
    response.set({ 'Content-Type': 'text/javascript', 'Cache-Control': 'public, max-age=3600' }).send(SCRIPT);
  });
  router.get('/:hash', async (request, response) => {
    const accepted = request.acceptsLanguages(LANGUAGES) as Language | false;
    const language = accepted || 'en';
    response.set({ 'Content-Language': language, Vary: 'Accept-Language' });
    const reader = { language, words: WORDS[language], baseUrl: services.baseUrl };
    const { status, page, logoUrl } = await answer(services, admit, request, reader);
    response.set('Content-Security-Policy', policy(logoUrl)).status(status).type('html').send(page.text);
  });
  return router;
}

/** Allows the issuer's logo from its origin, and nothing else from other origins. */
const policy = (logoUrl: string | null = null): string =>
  contentPolicy({
    'style-src': "'unsafe-inline'",
    'script-src': "'self'",
    'img-src': `'self' ${originSource(logoUrl)}`.trim(),
  });

async function answer(
  services: VerificationServices,
  admit: Admit,
  request: Request<{ hash: string }>,
  reader: Reader,
): Promise<{ status: number; page: Html; logoUrl?: string | null }> {
  try {
    await admit(request, { scope: null, limit: 'verify' });
    const { data: hash } = VerificationHash.safeParse(request.params.hash);
    if (hash === undefined) return { status: 404, page: unknownPage(reader) };
    const verification = await verifyCertificate(uncountedIfHead(services, request), { hash });
    return { status: 200, page: certificatePage(verification, reader), logoUrl: verification.issuer.logoUrl };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'NOT_FOUND') return { status: 404, page: unknownPage(reader) };
    if (error.code !== 'RATE_LIMITED') throw error;
    request.res?.setHeader('Retry-After', String(error.retryAfter));
    return { status: 429, page: messagePage(reader, reader.words.tooMany, error.message) };
  }
}
