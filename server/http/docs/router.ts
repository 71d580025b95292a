import compression from 'compression';
import { type RequestHandler, Router } from 'express';
import { contentPolicy } from '../policy.ts';
import { referenceRouter } from './reference.ts';
import { siteRouter } from './site/router.ts';

/**
 * Serves the documentation for developers, and the API document in Swagger UI. No file comes from another origin.
 *
 * @param address - the installation's, for the examples
 */
export function docsRouter(address: string): Router {
  const router = Router();
  router.use('/api', compression(), withPolicy("'self' 'unsafe-inline'", "'self' data:"), referenceRouter());
  router.use(withPolicy("'self'", "'self'"), siteRouter(address));
  return router;
}

/** Sets the policy of a part. Swagger UI needs styles and pictures within the document. */
function withPolicy(styles: string, images: string) {
  const policy = contentPolicy({
    'script-src': "'self'",
    'style-src': styles,
    'img-src': images,
    'font-src': "'self'",
    'connect-src': "'self'",
  });
  return ((_request, response, next) => {
    response.set('Content-Security-Policy', policy);
    next();
  }) satisfies RequestHandler;
}
