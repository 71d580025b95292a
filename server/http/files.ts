import { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { openFile } from '../../domain/certificates/open-file.ts';
import type { Services } from '../../domain/context.ts';
import { notFound } from '../../domain/errors.ts';
import { openLogo } from '../../domain/organisations/show-logo.ts';
import { loadThumbnail } from '../../domain/rendering/load-thumbnail.ts';
import { Uuid } from '../../domain/shared/schemas.ts';
import { openAchievementImage } from '../../domain/templates/describe-achievement.ts';
import { smallPicture } from '../../templates-engine/index.ts';
import { contentPolicy } from './policy.ts';
import { disposition } from './send.ts';

const CONTENT_TYPE = { pdf: 'application/pdf', png: 'image/png', json: 'application/vc+ld+json' } as const;

/** Headers of files whose address determines their content. Any page may show a file, but it can't run or load anything there. */
const SAFE_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': contentPolicy({
    'style-src': "'unsafe-inline'",
    'frame-ancestors': "'self'",
    sandbox: '',
  }),
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Width in pixels at which the verification page shows a certificate: `?width=960` of its image. */
export const PAGE_WIDTH = 960;
/** Width in lists, for screens with twice the pixels. No other widths are available. */
export const CARD_WIDTH = 400;
/** Maximum number of cached small pictures, of 10 to 50 KB each. */
const MAX_SMALL = 200;

/** Serves certificates' files at their unguessable addresses. */
export function filesRouter(services: Services): Router {
  const router = Router();
  const small = new LRUCache<string, Promise<Uint8Array>>({ max: MAX_SMALL });
  router.get('/:organisationId/:id/:name', async (request: Request<Record<string, string>>, response) => {
    const { organisationId = '', id = '', name = '' } = request.params;
    const file = await openFile(services, { organisationId, id, name });
    // Wallets and verifiers in other pages fetch credentials.
    if (file.kind === 'json') response.set('Access-Control-Allow-Origin', '*');
    const width = [PAGE_WIDTH, CARD_WIDTH].find((one) => request.query.width === String(one));
    if (file.kind === 'png' && width) {
      const key = `${file.digest}-${width}`;
      response.set({ ...SAFE_HEADERS, 'Content-Type': 'image/webp', ETag: `"${key}"` });
      if (request.fresh) return void response.status(304).end();
      const picture = small.get(key) ?? file.content().then((png) => smallPicture(png, width, 'webp'));
      small.set(key, picture);
      picture.catch(() => small.delete(key));
      return void response.end(await picture);
    }
    response.set({
      ...SAFE_HEADERS,
      'Content-Type': CONTENT_TYPE[file.kind],
      ETag: `"${file.digest}"`,
      'Accept-Ranges': 'bytes',
    });
    if (request.fresh) return void response.status(304).end();
    response.set('Content-Disposition', disposition(await file.savedName(), file.isOriginal ? 'attachment' : 'inline'));
    sendRange(request, response, Buffer.from(await file.content()));
  });
  return router;
}

/** Serves organisations' logos, at addresses that change with the logo. */
export function logosRouter(services: Services): Router {
  const router = Router();
  router.get('/:organisationId/:name', async (request: Request<Record<string, string>>, response) => {
    const { organisationId = '', name = '' } = request.params;
    const { content, isCopy } = await openLogo(services, { organisationId, name });
    response.set({ ...SAFE_HEADERS, 'Content-Type': 'image/png' });
    // The original can change while its address stays.
    if (isCopy) response.set('Cache-Control', 'public, max-age=600');
    else response.set('ETag', `"${name}"`);
    if (request.fresh) return void response.status(304).end();
    response.end(content);
  });
  return router;
}

/** Serves templates' thumbnails, at addresses that change with the design. */
export function thumbnailsRouter(services: Services): Router {
  const router = Router();
  router.get('/:organisationId/:templateId/:name', async (request: Request<Record<string, string>>, response) => {
    const { organisationId = '', templateId = '', name = '' } = request.params;
    const isKey = Uuid.safeParse(organisationId).success && Uuid.safeParse(templateId).success;
    const thumbnail = isKey ? await loadThumbnail(services, { organisationId, templateId, name }) : null;
    if (!thumbnail) throw notFound();
    response.set({
      ...SAFE_HEADERS,
      // A thumbnail shows the organisation's name, which can change.
      'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
      'Content-Type': 'image/png',
      ETag: thumbnail.etag,
    });
    if (request.fresh) return void response.status(304).end();
    response.end(thumbnail.png);
  });
  return router;
}

/** Serves the pictures of achievements in credentials, at addresses that change with the design. */
export function achievementsRouter(services: Services): Router {
  const router = Router();
  router.get('/:organisationId/:templateId/:name', async (request: Request<Record<string, string>>, response) => {
    const { organisationId = '', templateId = '', name = '' } = request.params;
    if (!Uuid.safeParse(organisationId).success || !Uuid.safeParse(templateId).success) throw notFound();
    const { type, content } = await openAchievementImage(services, { organisationId, templateId, name });
    response.set({ ...SAFE_HEADERS, 'Content-Type': type, ETag: `"${name}"` });
    if (request.fresh) return void response.status(304).end();
    response.end(content);
  });
  return router;
}

/** Sends a partial response for one range (RFC 9110, section 14). Sends the whole content for several ranges or another unit. */
function sendRange(request: Request, response: Response, content: Buffer): void {
  const ifRange = request.get('If-Range');
  const ranges =
    ifRange && ifRange !== response.get('ETag') ? undefined : request.range(content.length, { combine: true });
  if (ranges === -1) {
    response.status(416).set('Content-Range', `bytes */${content.length}`).end();
    return;
  }
  const [range] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : [];
  if (!range) return void response.end(content);
  const { start, end } = range;
  response
    .status(206)
    .set('Content-Range', `bytes ${start}-${end}/${content.length}`)
    .end(content.subarray(start, end + 1));
}
