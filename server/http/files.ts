import { type Request, type Response, Router } from 'express';
import { Certificate } from '../../database/entities/certificate.ts';
import { Organisation } from '../../database/entities/organisation.ts';
import { Template } from '../../database/entities/template.ts';
import { fileKey, fileName } from '../../domain/certificates/files.ts';
import type { Services } from '../../domain/context.ts';
import { notFound } from '../../domain/errors.ts';
import { loadLogo, logoUrl } from '../../domain/organisations/logo-file.ts';
import { Uuid } from '../../domain/shared/schemas.ts';
import { loadThumbnail } from '../../domain/templates/thumbnail.ts';
import { contentPolicy } from './policy.ts';
import { disposition } from './send.ts';

const CONTENT_TYPE = { pdf: 'application/pdf', png: 'image/png' } as const;

/** What is at an address never changes; shown anywhere, and unable to do anything there. */
const SAFE_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': contentPolicy({
    'style-src': "'unsafe-inline'",
    'frame-ancestors': "'self'",
    sandbox: '',
  }),
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Certificates' files at their unguessable addresses: what is there never changes, so it may be kept for ever. */
export function filesRouter(services: Services): Router {
  const router = Router();
  router.get('/:organisationId/:id/:name', async (request: Request<Record<string, string>>, response) => {
    const { organisationId = '', id = '', name = '' } = request.params;
    const kind = name.endsWith('.pdf') ? 'pdf' : 'png';
    if (!Uuid.safeParse(organisationId).success || !Uuid.safeParse(id).success) throw notFound();
    const em = services.em();
    const row = await em.findOne(Certificate, { organisationId, id });
    const digest = kind === 'pdf' ? row?.pdfDigest : row?.imageDigest;
    if (!row || !digest || fileKey(row, kind).name !== name) throw notFound();
    response.set({
      ...SAFE_HEADERS,
      'Content-Type': CONTENT_TYPE[kind],
      ETag: `"${Buffer.from(digest).toString('hex')}"`,
      'Accept-Ranges': 'bytes',
    });
    if (request.fresh) return void response.status(304).end();
    const template = await em.findOne(Template, { organisationId: row.templateOrganisationId, id: row.templateId });
    const saved = fileName(template?.name ?? 'Certificate', row.recipientName, kind);
    response.set('Content-Disposition', disposition(saved, 'inline'));
    const content = await services.storage.get(fileKey(row, kind));
    if (!content) throw notFound();
    sendRange(request, response, Buffer.from(content));
  });
  return router;
}

/** Organisations' logos, at addresses that change with the logo. */
export function logosRouter(services: Services): Router {
  const router = Router();
  router.get('/:organisationId/:name', async (request: Request<Record<string, string>>, response) => {
    const { organisationId: id = '', name } = request.params;
    const row = Uuid.safeParse(id).success ? await services.em().findOne(Organisation, { id }) : null;
    const isCurrent = row?.logoToken && logoUrl(services, row)?.endsWith(`/${name}`);
    const content = row && isCurrent ? await loadLogo(services, row) : null;
    if (!content) throw notFound();
    response.set({ ...SAFE_HEADERS, 'Content-Type': 'image/png', ETag: `"${name}"` });
    if (request.fresh) return void response.status(304).end();
    response.end(content);
  });
  return router;
}

/** Templates' small pictures, at addresses that change with the design. */
export function thumbnailsRouter(services: Services): Router {
  const router = Router();
  router.get('/:organisationId/:templateId/:name', async (request: Request<Record<string, string>>, response) => {
    const { organisationId = '', templateId = '', name = '' } = request.params;
    const isKey = Uuid.safeParse(organisationId).success && Uuid.safeParse(templateId).success;
    const content = isKey ? await loadThumbnail(services, { organisationId, templateId, name }) : null;
    if (!content) throw notFound();
    response.set({ ...SAFE_HEADERS, 'Content-Type': 'image/png', ETag: `"${name}"` });
    if (request.fresh) return void response.status(304).end();
    response.end(content);
  });
  return router;
}

/** One range is answered in part (RFC 9110, section 14); several, or another unit, with the whole. */
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
