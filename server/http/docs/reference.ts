import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';
import { html } from '../html.ts';

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const own = fileURLToPath(new URL('browser/', import.meta.url));

/** Files of Swagger UI that the page loads, and the licences that its script refers to. */
const USED = ['/swagger-ui.css', '/swagger-ui-bundle.js', '/swagger-ui-bundle.js.LICENSE.txt'];

const PAGE = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Laurel</title><link rel="icon" type="image/svg+xml" href="/laurel.svg"><link rel="stylesheet" href="/docs/api/swagger-ui.css"><link rel="stylesheet" href="/docs/api/style.css"></head>
<body><nav class="back" aria-label="Documentation"><a href="/docs">Laurel docs</a></nav><div id="docs"></div><script src="/docs/api/swagger-ui-bundle.js"></script><script type="module" src="/docs/api/start.js"></script></body></html>`;

/** Serves the API document in Swagger UI. */
export function referenceRouter(): Router {
  const router = Router();
  router.get('/', (_request, response) => void response.type('html').send(PAGE.text));
  // Revalidated each time, because the files of one version of Laurel belong together.
  router.use(express.static(own, { index: false, cacheControl: false }));
  router.get(USED, express.static(swagger, { index: false, maxAge: '1d' }));
  return router;
}
