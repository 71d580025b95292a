import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import type { DomainContext } from '../context.ts';
import { idRange } from '../shared/pages.ts';
import { fileName, loadFile } from './files.ts';
import { listCertificates, templateNames } from './read.ts';
import type { Certificate, ListCertificates } from './schemas.ts';

const PAGE = 100;
export type CertificateFilter = Omit<ListCertificates, 'limit' | 'cursor'>;

/** All certificates of a filter, newest first, however many: a page is in memory at a time. */
export async function* eachCertificate(context: DomainContext, filter: CertificateFilter): AsyncGenerator<Certificate> {
  let cursor: string | undefined;
  do {
    const page = await listCertificates(context, { ...filter, limit: PAGE, cursor });
    yield* page.certificates;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

export interface NamedFile {
  /** Of its own among all that are given. */
  name: string;
  load(): Promise<Uint8Array>;
}

/** The PDFs of a batch's certificates that are ready, each loaded when it is asked for. */
export async function* batchPdfs(context: DomainContext, batchId: string): AsyncGenerator<NamedFile> {
  const used = new Map<string, number>();
  for await (const { row, templateName } of eachRow(context, batchId)) {
    if (row.renderStatus !== 'COMPLETED') continue;
    yield {
      name: unusedName(used, fileName(templateName, row.recipientName, 'pdf')),
      load: () => loadFile(context, row, 'pdf'),
    };
  }
}

/** The rows of a batch, newest first, read a page at a time, with the name of the template of each. */
async function* eachRow(
  { organisationId, em }: DomainContext,
  batchId: string,
): AsyncGenerator<{ row: CertificateRow; templateName: string }> {
  let cursor: string | undefined;
  for (;;) {
    const where = { organisationId, batchId, $and: idRange({ cursor }) };
    const rows = await em().find(CertificateRow, where, { orderBy: { id: 'desc' }, limit: PAGE });
    const names = await templateNames(em(), rows);
    for (const row of rows) yield { row, templateName: names.get(row.templateId) ?? '' };
    cursor = rows.at(-1)?.id;
    if (rows.length < PAGE) return;
  }
}

/** Namesakes are told apart by a number; file systems that ignore case are not confused either. */
function unusedName(used: Map<string, number>, name: string): string {
  const key = name.toLowerCase();
  const count = (used.get(key) ?? 0) + 1;
  used.set(key, count);
  return count === 1 ? name : unusedName(used, name.replace(/\.pdf$/, ` (${count}).pdf`));
}
