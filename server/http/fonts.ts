import { readFile } from 'node:fs/promises';
import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { inOrganisation, type Services } from '../../domain/context.ts';
import { notFound, refusal } from '../../domain/errors.ts';
import { openFont } from '../../domain/fonts/open.ts';
import { liveOf } from '../../domain/shared/ids.ts';
import { fontFile } from '../../templates-engine/index.ts';
import type { Admit } from './admission.ts';

const Query = z.object({
  weight: z.coerce.number().int().min(1).max(1000).catch(400),
  italic: z
    .literal('true')
    .transform(() => true)
    .catch(false),
});

/** Serves fonts for the designer's canvas: those of the catalogue to anyone, an organisation's own to its members. */
export function fontsRouter(services: Services, admit: Admit): Router {
  const router = Router();
  router.get('/own/:family', async (request: Request<{ family: string }>, response: Response) => {
    const principal = await admit(request, { scope: 'templates:read', limit: 'default' });
    if (!principal) throw refusal('sign_in_required');
    const { organisationId } = principal;
    const face = { family: request.params.family, ...Query.parse(request.query) };
    const content = await openFont(inOrganisation(services, liveOf(organisationId)), face);
    response.set('Content-Type', 'font/sfnt').end(content);
  });
  router.get('/:family', async (request: Request<{ family: string }>, response: Response) => {
    const file = fontFile(request.params.family, Query.parse(request.query));
    if (!file) throw notFound();
    response.set({ 'Content-Type': 'font/woff', 'Cache-Control': 'public, max-age=86400' }).send(await readFile(file));
  });
  return router;
}
