import { readFile } from 'node:fs/promises';
import { Router } from 'express';
import { z } from 'zod';
import { notFound } from '../../domain/errors.ts';
import { fontFile } from '../../templates-engine/index.ts';

const Query = z.object({
  weight: z.coerce.number().int().min(100).max(900).catch(400),
  italic: z
    .literal('true')
    .transform(() => true)
    .catch(false),
});

/** The fonts of designs, for the designer's canvas. */
export function fontsRouter(): Router {
  const router = Router();
  router.get('/:family', async (request, response) => {
    const file = fontFile(request.params.family, Query.parse(request.query));
    if (!file) throw notFound();
    response.set({ 'Content-Type': 'font/woff', 'Cache-Control': 'public, max-age=86400' }).send(await readFile(file));
  });
  return router;
}
