import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import compression from 'compression';
import express, { Router } from 'express';
import { html } from '../html.ts';
import { contentPolicy } from '../policy.ts';

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const own = fileURLToPath(new URL('browser/', import.meta.url));

/** Files of Swagger UI that the page loads, and the licences that its script refers to. */
const USED = ['/swagger-ui.css', '/swagger-ui-bundle.js', '/swagger-ui-bundle.js.LICENSE.txt'];

const PAGE = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Laurel API</title><link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="stylesheet" href="/docs/style.css"></head>
<body><div id="docs"></div><script src="/docs/swagger-ui-bundle.js"></script><script type="module" src="/docs/start.js"></script></body></html>`;

/** Serves the API document in Swagger UI. No file comes from another origin. */
export function docsRouter(): Router {
  const router = Router();
  const policy = contentPolicy({
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
  });
  router.use(compression());
  router.use((_request, response, next) => {
    response.set('Content-Security-Policy', policy);
    next();
  });
  router.get('/', (_request, response) => void response.type('html').send(PAGE.text));
  // Revalidated each time, because the files of one version of Laurel belong together.
  router.use(express.static(own, { index: false, cacheControl: false }));
  router.get(USED, express.static(swagger, { index: false, maxAge: '1d' }));
  return router;
}
