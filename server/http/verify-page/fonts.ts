import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { notFound } from '../../../domain/errors.ts';

/** Families of the dashboard, under names of their own because the files are subsets (`scripts/page-fonts.ts`). */
const FACES = [
  { name: 'Page Sans', file: 'inter-400', weight: 400 },
  { name: 'Page Sans', file: 'inter-600', weight: 600 },
  { name: 'Page Serif', file: 'lora-600', weight: 600 },
];

/** Characters for which a browser loads each part. */
const PARTS = {
  latin: 'U+20-7E,U+A0-FF,U+152,U+153,U+178,U+2013-2026,U+20AC',
  'latin-ext': 'U+100-151,U+154-177,U+179-17F,U+218-21B',
  vietnamese: 'U+1A0,U+1A1,U+1AF,U+1B0,U+1EA0-1EF9',
};

/** Font files by name. A name changes with the content. */
const files = new Map<string, Buffer>();

/** Style rules of the fonts. A browser loads the parts whose characters the page shows. */
export const FONT_FACES = FACES.flatMap(({ name, file, weight }) =>
  Object.entries(PARTS).map(([part, range]) => {
    const content = readFileSync(new URL(`./fonts/${file}-${part}.woff2`, import.meta.url));
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const served = `${file}-${part}-${digest}.woff2`;
    files.set(served, content);
    return `@font-face{font-family:${name};font-weight:${weight};font-display:swap;src:url(/verify/fonts/${served});unicode-range:${range}}`;
  }),
).join('');

/** Serves the fonts of the public pages. */
export function pageFonts(): Router {
  const router = Router();
  router.get('/:name', (request, response) => {
    const content = files.get(request.params.name);
    if (!content) throw notFound();
    response
      .set({ 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=31536000, immutable' })
      .send(content);
  });
  return router;
}
