import { type Request, type Response, Router } from 'express';
import { ZipFile } from 'yazl';
import { openAsset } from '../../domain/assets/open.ts';
import { getBatch } from '../../domain/batches/read.ts';
import { chosenForDownload } from '../../domain/bulk/read.ts';
import {
  batchPdfs,
  chosenPdfs,
  eachCertificate,
  eachChosen,
  type NamedFile,
} from '../../domain/certificates/export.ts';
import { printChosen } from '../../domain/certificates/print.ts';
import { type Certificate, ListCertificates } from '../../domain/certificates/schemas.ts';
import { type DomainContext, inOrganisation, type Services } from '../../domain/context.ts';
import { notFound, validationError } from '../../domain/errors.ts';
import { MAX_JOINED } from '../../domain/limits.ts';
import { openOwnLogo } from '../../domain/organisations/show-logo.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/shared/csv.ts';
import { Uuid } from '../../domain/shared/schemas.ts';
import { detail } from '../../errors/detail.ts';
import { detailsOfZod } from '../../errors/from-zod.ts';
import type { Admit } from './admission.ts';
import { makeSendPrint, printedBatch } from './print.ts';
import { disposition, sendStream } from './send.ts';

const Filter = ListCertificates.omit({ limit: true, cursor: true, direction: true });

/** Serves streamed downloads of the dashboard: links with the session's cookie and the organisation in the query. */
export function exportsRouter(services: Services, admit: Admit): Router {
  const router = Router();
  const sendPrint = makeSendPrint();
  const admitted = async (request: Request) => {
    const principal = await admit(request, { scope: 'certificates:read', limit: 'default' });
    if (!principal) throw notFound();
    return { principal, context: inOrganisation(services, principal.organisationId) };
  };
  const open = async (request: Request): Promise<DomainContext> => (await admitted(request)).context;
  const openChosen = async (request: Request<{ id: string }>) => {
    const { principal, context } = await admitted(request as unknown as Request);
    const choice = { id: request.params.id, personId: principal.callerId };
    return { context, ids: await chosenForDownload(context, choice) };
  };
  router.get('/certificates.csv', async (request, response) => {
    const context = await open(request);
    const { organisationId: _, ...query } = request.query;
    const filter = Filter.safeParse(query);
    if (!filter.success) throw validationError(detailsOfZod(filter.error, query));
    await sendCsv(response, eachCertificate(context, filter.data), 'certificates.csv');
  });
  router.get('/batches/:id.csv', async (request, response) => {
    const context = await open(request);
    const id = await batchOf(context, request);
    await sendCsv(response, eachCertificate(context, { batchId: id }), `batch-${id}.csv`);
  });
  router.get('/batches/:id.zip', async (request, response) => {
    const context = await open(request);
    const id = await batchOf(context, request);
    await sendZip(response, batchPdfs(context, id), `batch-${id}.zip`);
  });
  router.get('/batches/:id.pdf', async (request, response) => {
    const context = await open(request);
    await sendPrint(response, context, await printedBatch(context, await batchOf(context, request)));
  });
  router.get('/chosen/:id.:kind', async (request: Request<{ id: string; kind: string }>, response) => {
    const { context, ids } = await openChosen(request);
    const { kind } = request.params;
    if (kind === 'csv') return sendCsv(response, eachChosen(context, ids), 'certificates.csv');
    if (kind === 'zip') return sendZip(response, chosenPdfs(context, ids), 'certificates.zip');
    if (kind !== 'pdf') throw notFound();
    if (ids.length > MAX_JOINED) throw validationError(detail('id', 'too_many', { most: MAX_JOINED }));
    await sendPrint(response, context, {
      name: 'certificates.pdf',
      count: ids.length,
      pages: printChosen(context, ids),
    });
  });
  router.get('/logo', async (request, response) => {
    const principal = await admit(request, { scope: 'organisation:read', limit: 'default' });
    if (!principal) throw notFound();
    const logo = await openOwnLogo(inOrganisation(services, principal.organisationId));
    response.set('Content-Type', 'image/png').end(logo);
  });
  router.get('/pictures/:digest', async (request: Request<{ digest: string }>, response) => {
    const { format, content } = await openAsset(await open(request), request.params);
    response.set('Content-Type', `image/${format}`).end(content);
  });
  return router;
}

async function batchOf(context: DomainContext, request: Request<{ id: string }>): Promise<string> {
  const { id } = request.params;
  if (!Uuid.safeParse(id).success) throw notFound();
  return (await getBatch(context, { id })).id;
}

const COLUMNS: readonly (keyof Certificate | 'template')[] = [
  'id',
  'recipientName',
  'recipientEmail',
  'externalId',
  'number',
  'template',
  'status',
  'renderStatus',
  'createdAt',
  'awardedOn',
  'expiresAt',
  'revokedAt',
  'revokedReason',
  'emailStatus',
  'verificationUrl',
  'pdfUrl',
  'imageUrl',
  'batchId',
  'renewalOf',
  'renewedBy',
];

async function sendCsv(response: Response, certificates: AsyncIterable<Certificate>, name: string): Promise<void> {
  const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': disposition(name, 'attachment') };
  await sendStream(response, headers, csvOf(certificates));
}

/** Yields lines of CSV (RFC 4180), in UTF-8 with a byte order mark, which Excel needs. Yields nothing before the first row is read. */
async function* csvOf(certificates: AsyncIterable<Certificate>): AsyncGenerator<string> {
  let start = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\n`;
  for await (const { template, ...certificate } of certificates) {
    const row = { ...certificate, template: template?.name ?? null };
    yield start + csvLine(COLUMNS.map((column) => row[column]));
    start = '';
  }
  if (start !== '') yield start;
}

async function sendZip(response: Response, files: AsyncIterable<NamedFile>, name: string): Promise<void> {
  const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': disposition(name, 'attachment') };
  await sendStream(response, headers, zipOf(files));
}

/** Yields a ZIP archive. PDFs are already compressed, so they are only stored. Each is loaded after the previous one was consumed. */
async function* zipOf(files: AsyncIterable<NamedFile>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  for await (const { name, load } of files) {
    zip.addBuffer(Buffer.from(await load()), name, { compress: false });
    yield* written(zip);
  }
  zip.end();
  for await (const chunk of zip.outputStream) yield chunk as Buffer;
}

/** Yields the chunks that the archive has ready. */
function* written({ outputStream }: ZipFile): Generator<Buffer> {
  for (let chunk = outputStream.read(); chunk !== null; chunk = outputStream.read()) yield chunk as unknown as Buffer;
}
