import { type Request, type Response, Router } from 'express';
import { ZipFile } from 'yazl';
import { openAsset } from '../../domain/assets/open.ts';
import type { FieldChange } from '../../domain/audit/compare.ts';
import { type AuditEntry, ExportAudit, eachAuditEntry } from '../../domain/audit/list.ts';
import { getBatch } from '../../domain/batches/read.ts';
import { chosenForDownload } from '../../domain/bulk/read.ts';
import {
  batchPdfs,
  batchVariables,
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
import { openPicture } from '../../domain/picture-library/open.ts';
import { liveOf } from '../../domain/shared/ids.ts';
import { Uuid } from '../../domain/shared/schemas.ts';
import type { MonthCounts } from '../../domain/statistics/count-by-month.ts';
import { FiguresPeriod, listFigures } from '../../domain/statistics/read-figures.ts';
import { detail } from '../../errors/detail.ts';
import { detailsOfZod, unknownMembers } from '../../errors/from-zod.ts';
import type { Admit } from './admission.ts';
import { makeSendPrint, printedBatch } from './print.ts';
import { disposition, sendStream } from './send.ts';
import { type Column, sendCsv } from './send-csv.ts';

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
    assertNoFilters(request);
    const choice = { id: request.params.id, personId: principal.callerId };
    return { context, ids: await chosenForDownload(context, choice) };
  };
  router.get('/certificates.csv', async (request, response) => {
    const context = await open(request);
    const { organisationId: _, ...query } = request.query;
    const filter = Filter.safeParse(query);
    if (!filter.success) throw validationError(detailsOfZod(filter.error, query));
    await sendCertificates(response, eachCertificate(context, filter.data), { name: 'certificates.csv' });
  });
  router.get('/batches/:id.csv', async (request, response) => {
    const context = await open(request);
    const id = await batchOf(context, request);
    await sendCertificates(response, eachCertificate(context, { batchId: id }), {
      ...{ name: `batch-${id}.csv`, variables: await batchVariables(context, id) },
    });
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
    if (kind === 'csv') return sendCertificates(response, eachChosen(context, ids), { name: 'certificates.csv' });
    if (kind === 'zip') return sendZip(response, chosenPdfs(context, ids), 'certificates.zip');
    if (kind !== 'pdf') throw notFound();
    if (ids.length > MAX_JOINED) throw validationError(detail('id', 'too_many', { most: MAX_JOINED }));
    await sendPrint(response, context, {
      name: 'certificates.pdf',
      count: ids.length,
      pages: printChosen(context, ids),
    });
  });
  router.get('/audit.csv', async (request, response) => {
    const principal = await admit(request, { scope: 'audit:read', limit: 'default' });
    if (!principal) throw notFound();
    const { organisationId: _, ...query } = request.query;
    const filter = ExportAudit.safeParse(query);
    if (!filter.success) throw validationError(detailsOfZod(filter.error, query));
    const entries = eachAuditEntry(inOrganisation(services, principal.organisationId), filter.data);
    await sendCsv(response, { name: 'audit-log.csv', rows: entries, columns: AUDIT_COLUMNS });
  });
  router.get('/figures.csv', async (request, response) => {
    const context = await open(request);
    const { organisationId: _, ...query } = request.query;
    const period = FiguresPeriod.safeParse({ ...query, ...('months' in query && { months: Number(query.months) }) });
    if (!period.success) throw validationError(detailsOfZod(period.error, query));
    const rows = listFigures(context, period.data);
    await sendCsv(response, { name: 'figures.csv', rows: each(rows), columns: FIGURE_COLUMNS });
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
  router.get(['/library/:id', '/library/:id/small'], async (request, response) => {
    const principal = await admit(request, { scope: 'templates:read', limit: 'default' });
    if (!principal) throw notFound();
    const wanted = { id: String(request.params.id), isSmall: request.path.endsWith('/small') };
    const { format, content } = await openPicture(inOrganisation(services, liveOf(principal.organisationId)), wanted);
    response.set('Content-Type', `image/${format}`).end(content);
  });
  return router;
}

/** VALIDATION_ERROR for a query of an export without filters. A link names the organisation there. */
function assertNoFilters({ query }: { query: Request['query'] }): void {
  const names = Object.keys(query).filter((name) => name !== 'organisationId');
  if (names.length > 0) throw validationError(unknownMembers(names, []));
}

async function batchOf(context: DomainContext, request: Request<{ id: string }>): Promise<string> {
  const { id } = request.params;
  assertNoFilters(request);
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
  'tags',
];

interface Csv {
  name: string;
  /** Names of the variables that are further columns. */
  variables?: readonly string[];
}

const sendCertificates = (
  response: Response,
  rows: AsyncIterable<Certificate>,
  { name, variables = [] }: Csv,
): Promise<void> =>
  sendCsv(response, {
    ...{ name, rows },
    columns: [
      ...COLUMNS.map((column) => ({ name: column, cellOf: (row: Certificate) => valueIn(row, column) })),
      ...variables.map(variableColumn),
    ],
  });

function valueIn(row: Certificate, column: (typeof COLUMNS)[number]): unknown {
  if (column === 'template') return row.template?.name ?? null;
  return column === 'tags' ? row.tags.join('; ') : row[column];
}

/** Returns the column of a variable. One with the name of another column has a prefix. */
const variableColumn = (name: string): Column<Certificate> => ({
  name: (COLUMNS as readonly string[]).includes(name) ? `variables.${name}` : name,
  cellOf: ({ variables }) => variables[name] ?? null,
});

const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'createdAt', cellOf: ({ createdAt }) => createdAt },
  { name: 'actor', cellOf: ({ actor }) => actor },
  { name: 'action', cellOf: ({ action }) => action },
  { name: 'subject', cellOf: ({ subject }) => subject },
  // In one cell, a line each.
  { name: 'changes', cellOf: ({ changes }) => changes.map(changeText).join('\n') },
];

const changeText = ({ field, from, to }: FieldChange): string =>
  from === null && to === null ? field : `${field}: ${from ?? ''} → ${to ?? ''}`;

/** The names of the counts are those that the dashboard's screen explains. */
const FIGURE_COLUMNS: readonly Column<MonthCounts & { template: string | null }>[] = (
  ['month', 'template', 'templateId', 'issued', 'imported', 'delivered', 'viewed', 'linkedIn', 'verified'] as const
).map((name) => ({ name, cellOf: (row) => row[name] }));

/** Yields the items of a list that is not yet complete. */
async function* each<Item>(items: Promise<readonly Item[]>): AsyncGenerator<Item> {
  yield* await items;
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
