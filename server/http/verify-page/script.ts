import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';

const CODE = readFileSync(new URL('./browser.js', import.meta.url));
const VERSION = createHash('sha256').update(CODE).digest('hex').slice(0, 8);

/** Path of the page's script, which changes with its content. */
export const SCRIPT_PATH = `/verify/check.js?version=${VERSION}`;

/** Serves the page's script. */
export const sendScript: RequestHandler = (_request, response) => {
  response.set({ 'Content-Type': 'text/javascript', 'Cache-Control': 'public, max-age=3600' }).send(CODE);
};
