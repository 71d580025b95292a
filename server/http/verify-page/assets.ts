import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';

/** Output of `scripts/build.ts` for `verifier/page`. */
const BUILT = fileURLToPath(new URL('../../../verifier/page/dist/', import.meta.url));

/** Serves the script of the page at /verify. Chunks are named by their content, but the entry script is not. */
export const assets = (): RequestHandler =>
  express.static(BUILT, {
    index: false,
    setHeaders: (response, path) => {
      const isNamedByContent = path.startsWith(`${BUILT}chunks`);
      const cached = isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
      response.setHeader('Cache-Control', cached);
    },
  });
