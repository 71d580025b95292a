import { Router } from 'express';
import type { Services } from '../../domain/context.ts';
import { notFound } from '../../domain/errors.ts';
import { logEntries, publishedCheckpoint, publishedTile } from '../../domain/log/read-published.ts';
import { VerificationHash } from '../../domain/verification/schemas.ts';
import type { Admit } from './admission.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the transparency log (C2SP tlog-tiles), and the leaves of a certificate with their proofs. */
export function logRouter(services: Services, admit: Admit): Router {
  const router = Router();
  router.get('/checkpoint', async (_request, response) => {
    const checkpoint = await publishedCheckpoint(services);
    response.set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' }).end(checkpoint);
  });
  router.get('/tile/*path', async (request, response) => {
    const tile = await publishedTile(services, request.path.slice(1));
    response.set({ 'Content-Type': 'application/octet-stream', 'Cache-Control': IMMUTABLE }).end(tile);
  });
  router.get('/entries/:hash', async (request, response) => {
    await admit(request, { scope: null, limit: 'verify' });
    const { data: hash } = VerificationHash.safeParse(request.params.hash);
    if (hash === undefined) throw notFound();
    response.set('Cache-Control', 'no-cache').json(await logEntries(services, { hash }));
  });
  return router;
}
