import { sql } from 'kysely';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { idRange } from '../shared/pages.ts';
import { listCertificates } from './list.ts';
import { fileName, loadFile, UNTITLED } from './load-file.ts';
import { templateNames, toViews } from './read.ts';
import type { Certificate, ListCertificates } from './schemas.ts';

const PAGE = 100;
export type CertificateFilter = Omit<ListCertificates, 'limit' | 'cursor'>;

/** Yields all certificates that match a filter, newest first. Holds one page in memory at a time. */
export async function* eachCertificate(context: DomainContext, filter: CertificateFilter): AsyncGenerator<Certificate> {
  let cursor: string | undefined;
  do {
    const page = await listCertificates(context, { ...filter, limit: PAGE, cursor });
    yield* page.certificates;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

export interface NamedFile {
  /** Unique among the files of an export. */
  name: string;
  load(): Promise<Uint8Array>;
}

/** Returns the names of the variables that any certificate of a batch has. Corrections can bring those of a newer version. */
export async function batchVariables({ organisationId, em }: DomainContext, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name
    from certificates, jsonb_object_keys(variables) as name
    where organisation_id = ${organisationId} and batch_id = ${batchId}
    group by name
    order by length(name), name collate "C"
  `.execute(database(em()));
  return rows.map(({ name }) => name);
}

/** Yields the PDFs of a batch's ready certificates; each is loaded on demand. */
export const batchPdfs = (context: DomainContext, batchId: string): AsyncGenerator<NamedFile> =>
  pdfsOf(context, pagesOfBatch(context, batchId));

/** Yields the PDFs of selected certificates, in the order of their ids. */
export const chosenPdfs = (context: DomainContext, ids: readonly string[]): AsyncGenerator<NamedFile> =>
  pdfsOf(context, pagesOfIds(context, ids, PAGE));

/** Yields selected certificates in the order of their ids. Holds one page in memory at a time. */
export async function* eachChosen(context: DomainContext, ids: readonly string[]): AsyncGenerator<Certificate> {
  for await (const rows of pagesOfIds(context, ids, PAGE)) yield* await toViews(context, context.em(), rows);
}

async function* pdfsOf(context: DomainContext, pages: AsyncIterable<CertificateRow[]>): AsyncGenerator<NamedFile> {
  const used = new Map<string, number>();
  for await (const rows of pages) {
    const names = await templateNames(context.em(), rows);
    for (const row of rows) {
      if (row.renderStatus !== 'COMPLETED') continue;
      yield {
        name: unusedName(used, (number) =>
          fileName(names.get(row.templateId ?? '') ?? UNTITLED, row.recipientName, 'pdf', number),
        ),
        load: () => loadFile(context, row, 'pdf'),
      };
    }
  }
}

/** Yields the rows of a batch in pages, newest first. */
async function* pagesOfBatch({ organisationId, em }: DomainContext, batchId: string): AsyncGenerator<CertificateRow[]> {
  let cursor: string | undefined;
  for (;;) {
    const where = { organisationId, batchId, $and: idRange({ cursor }) };
    const rows = await em().find(CertificateRow, where, { orderBy: { id: 'desc' }, limit: PAGE });
    yield rows;
    cursor = rows.at(-1)?.id;
    if (rows.length < PAGE) return;
  }
}

/** Yields the organisation's rows of these ids, in their order, `size` at a time. */
export async function* pagesOfIds(
  { organisationId, em }: DomainContext,
  ids: readonly string[],
  size: number,
): AsyncGenerator<CertificateRow[]> {
  for (let at = 0; at < ids.length; at += size) {
    const page = ids.slice(at, at + size);
    const rows = await em().find(CertificateRow, { organisationId, id: { $in: page } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield page.flatMap((id) => byId.get(id) ?? []);
  }
}

/** Numbers duplicate names. The names stay distinct on file systems that ignore case or Unicode composition. */
function unusedName(used: Map<string, number>, nameOf: (number: number) => string): string {
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase();
  const first = keyOf(nameOf(1));
  let number = (used.get(first) ?? 0) + 1;
  while (number > 1 && used.has(keyOf(nameOf(number)))) number++;
  used.set(first, number);
  if (number > 1) used.set(keyOf(nameOf(number)), 1);
  return nameOf(number);
}
