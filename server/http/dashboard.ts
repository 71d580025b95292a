import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { LANGUAGES } from '../../domain/limits.ts';
import { chooseLanguage } from './dashboard-language.ts';
import { contentPolicy } from './policy.ts';

const BUILT = new URL('../../dashboard/dist/', import.meta.url);
/** Paths of the dashboard's screens (dashboard/shell/router.tsx). */
const SCREENS = ['/', '/login', '/forgot-password', '/reset-password', '/invitation', '/o/:organisationId{/*screen}'];
/** Paths for programs. An unknown path below them gets a plain 404, even for browsers. */
const FOR_PROGRAMS = /^\/(api|trpc|auth|log|\.well-known)(\/|$)/;

/**
 * Serves the built dashboard. A browser gets the dashboard's own page for an unknown path (404). Only its own scripts run. Styles created
 * in the browser carry the page's nonce.
 */
export function dashboardRouter(): Router {
  const router = Router();
  if (!existsSync(BUILT)) return router;
  const pages = new Map(
    LANGUAGES.map((language) => [language, readFileSync(new URL(`index.${language}.html`, BUILT), 'utf8')]),
  );
  const hashed = { immutable: true, maxAge: '1y', index: false } as const;
  const assets = fileURLToPath(new URL('assets/', BUILT));
  router.use('/assets', compressed(assets), express.static(assets, hashed));
  // The preview of an e-mail shows one of these in a frame without an origin.
  router.use('/library', (_request, response, next) => {
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    next();
  });
  router.use(express.static(fileURLToPath(BUILT), { index: false, maxAge: '1h' }));
  const send = (request: Request, response: Response) => {
    const language = chooseLanguage(request, response);
    const nonce = randomBytes(16).toString('base64');
    response
      .set({ 'Content-Security-Policy': policy(nonce), 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })
      .set('Content-Language', language)
      .type('html')
      .send(pages.get(language)?.replaceAll('%STYLE_NONCE%', nonce));
  };
  router.get(SCREENS, (request, response) => send(request, response));
  router.get(/.*/, (request, response, next) => (isForReader(request) ? send(request, response.status(404)) : next()));
  return router;
}

/** Serves the file as compressed by the build, a seventh smaller than compression during a request. */
function compressed(directory: string): RequestHandler {
  const names = new Set(readdirSync(directory).filter((name) => name.endsWith('.br')));
  return (request, response, next) => {
    const name = `${request.path.slice(1)}.br`;
    if (names.has(name)) {
      response.vary('Accept-Encoding');
      if (request.acceptsEncodings('br') === 'br') {
        response.type(extname(request.path)).set('Content-Encoding', 'br');
        request.url = `/${name}`;
      }
    }
    next();
  };
}

const isForReader = (request: Request): boolean =>
  !FOR_PROGRAMS.test(request.path) && request.accepts(['json', 'html']) === 'html';

const policy = (nonce: string): string =>
  contentPolicy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self' blob:",
    'form-action': "'self'",
  });
