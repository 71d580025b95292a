import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { constantJson, constantText } from '../../constant.ts';
import { PALETTE_STYLE, withoutSpaces } from '../../verify-page/style.ts';
import { PAGES } from './contents.ts';
import { gatherPages } from './gather-pages.ts';
import { documentPage, startPage } from './layout.ts';
import { type Rendered, renderPage } from './render-page.ts';
import { searchIndex } from './search-index.ts';

const readHere = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Serves the pages of the documentation, their style and their search. The first request for a page renders all of them. */
export function siteRouter(address: string): Router {
  let rendered: Map<string, Rendered> | undefined;
  const pages = (): Map<string, Rendered> => {
    if (rendered) return rendered;
    const site = gatherPages(address);
    rendered = new Map(site.pages.map((gathered) => [gathered.page.slug, renderPage(gathered, site)]));
    return rendered;
  };
  const router = Router();
  router.get(
    '/',
    constantText('text/html', () => startPage(address).text),
  );
  for (const { slug } of PAGES) {
    const page = () => pages().get(slug);
    router.get(
      `/${slug}`,
      constantText('text/html', () => {
        const found = page();
        return found ? documentPage(found).text : '';
      }),
    );
  }
  router.get(
    '/search.json',
    constantJson(() => searchIndex([...pages().values()])),
  );
  router.get(
    '/site.css',
    constantText('text/css', () => PALETTE_STYLE + withoutSpaces(readHere('site.css'))),
  );
  router.get(
    '/site.js',
    constantText('text/javascript', () => readHere('site.js')),
  );
  return router;
}
