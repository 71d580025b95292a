import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import type { DomainContext } from '../context.ts';
import { fileKey, fileName } from './files.ts';
import { listCertificates } from './read.ts';
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
  const { organisationId } = context;
  const used = new Map<string, number>();
  for await (const { id, renderStatus, template, recipientName } of eachCertificate(context, { batchId })) {
    if (renderStatus !== 'COMPLETED') continue;
    yield {
      name: unusedName(used, fileName(template.name, recipientName, 'pdf')),
      load: async () => {
        const row = await context.em().findOneOrFail(CertificateRow, { organisationId, id });
        const content = await context.storage.get(fileKey(row, 'pdf'));
        if (!content) throw new Error(`the PDF of ${id} is missing`);
        return content;
      },
    };
  }
}

/** Namesakes are told apart by a number; file systems that ignore case are not confused either. */
function unusedName(used: Map<string, number>, name: string): string {
  const key = name.toLowerCase();
  const count = (used.get(key) ?? 0) + 1;
  used.set(key, count);
  return count === 1 ? name : unusedName(used, name.replace(/\.pdf$/, ` (${count}).pdf`));
}
