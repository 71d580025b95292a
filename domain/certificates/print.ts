import { sql } from 'kysely';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import { database } from '../../database/sql.ts';
import { PrintFile } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { pagesOfIds } from './export.ts';
import { loadFile } from './load-file.ts';
import { versionOf } from './rules.ts';

/** Maximum certificates per chunk, and the approximate size of their files. */
const CHUNK = { rows: 25, bytes: 8_000_000 };

/**
 * Yields a PDF for a printer with a batch's ready certificates, in the order of its recipients, with their design's bleed. Holds one part
 * in memory at a time. NOT_FOUND, before the first bytes, if no certificate is ready.
 */
export const printBatch = (context: DomainContext, batchId: string): AsyncGenerator<Uint8Array> =>
  print(context, pagesOfBatch(context, batchId), 'No certificate of the batch is ready yet');

/** Yields the PDF of selected certificates, in the order of their ids. */
export const printChosen = (context: DomainContext, ids: readonly string[]): AsyncGenerator<Uint8Array> =>
  print(context, pagesOfIds(context, ids, CHUNK.rows), 'None of the certificates is ready yet');

async function* print(
  context: DomainContext,
  pages: AsyncIterable<CertificateRow[]>,
  none: string,
): AsyncGenerator<Uint8Array> {
  const file = new PrintFile();
  const bleeds = new Map<string, number>();
  for await (const rows of chunksOf(pages)) {
    const [first] = rows;
    const bleed = first ? await bleedOf(context, bleeds, first) : 0;
    for (let at = 0; at < rows.length; ) {
      const pdfs: Uint8Array[] = [];
      for (let bytes = 0; at < rows.length && bytes < CHUNK.bytes; at++) {
        const pdf = await loadFile(context, rows[at] as CertificateRow, 'pdf');
        pdfs.push(pdf);
        bytes += pdf.length;
      }
      yield file.add(await context.renderer.readPrintPages(context.organisationId, pdfs, bleed));
    }
  }
  const end = file.end();
  if (!end) throw new DomainError('NOT_FOUND', none);
  yield end;
}

/** Yields ready rows in their order, in chunks of one template version. */
async function* chunksOf(pages: AsyncIterable<CertificateRow[]>): AsyncGenerator<CertificateRow[]> {
  for await (const rows of pages) {
    const ready = rows.filter(({ renderStatus }) => renderStatus === 'COMPLETED');
    let chunk: CertificateRow[] = [];
    for (const row of ready) {
      if (chunk[0] && keyOf(chunk[0]) !== keyOf(row)) {
        yield chunk;
        chunk = [];
      }
      chunk.push(row);
    }
    if (chunk.length > 0) yield chunk;
  }
}

/** Yields the rows of a batch in pages, in the order of the recipients. */
async function* pagesOfBatch({ organisationId, em }: DomainContext, batchId: string): AsyncGenerator<CertificateRow[]> {
  let after: string | undefined;
  for (;;) {
    const where = { organisationId, batchId, ...(after !== undefined && { id: { $gt: after } }) };
    const rows = await em().find(CertificateRow, where, { orderBy: { id: 'asc' }, limit: CHUNK.rows });
    after = rows.at(-1)?.id;
    yield rows;
    if (rows.length < CHUNK.rows) return;
  }
}

const keyOf = (row: CertificateRow): string => JSON.stringify(versionOf(row));

/** Returns the bleed of a certificate's design, in points. */
async function bleedOf({ em }: DomainContext, known: Map<string, number>, row: CertificateRow): Promise<number> {
  const version = versionOf(row);
  const bleed = version ? known.get(keyOf(row)) : 0;
  if (!version || bleed !== undefined) return bleed ?? 0;
  const found = await database(em())
    .selectFrom('template_versions')
    .select(sql<number | null>`(design::jsonb #>> '{page,bleed}')::float8`.as('bleed'))
    .where('organisationId', '=', version.organisationId)
    .where('templateId', '=', version.templateId)
    .where('version', '=', version.version)
    .executeTakeFirst();
  known.set(keyOf(row), found?.bleed ?? 0);
  return found?.bleed ?? 0;
}
