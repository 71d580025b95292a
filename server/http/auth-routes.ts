import { type Request, Router } from 'express';
import type { Auth } from '../adapters/auth.ts';
import { hasBody, readText, refuseNesting } from './bodies.ts';
import { contentPolicy } from './policy.ts';

/** Nobody is known yet: an address, a password and a name need no more. */
const MAX_BODY = 64 * 1024;

/** Signing in and out. Bodies are read here: better-auth has no bound, and reads before it counts attempts. */
export function authRouter(auth: Auth): Router {
  const router = Router();
  const policy = contentPolicy({ 'style-src': "'unsafe-inline'" });
  router.all('/*path', async (request: Request, response) => {
    if (hasBody(request)) {
      const text = await readText(request, MAX_BODY, 'The body is not valid');
      refuseNesting(text);
      request.body = text;
    }
    if (request.method === 'HEAD') request.method = 'GET';
    response.set('Content-Security-Policy', policy);
    await auth.handle(request, response, request.ip ?? '');
  });
  return router;
}
