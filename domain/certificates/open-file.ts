import { Certificate } from '../../database/entities/certificate.ts';
import { type CertificateFile, editionOf, parsePublicName, publicName } from '../addresses/link-file.ts';
import type { Services } from '../context.ts';
import { notFound, refusal } from '../errors.ts';
import { Uuid } from '../shared/schemas.ts';
import { digestOf, fileName, storedFile } from './load-file.ts';
import { templateName } from './read.ts';

/** An existing file. Its content and name are loaded on demand. */
export interface OpenedFile {
  kind: CertificateFile;
  /** SHA-256 in hex. */
  digest: string;
  /** True for a PDF that was imported. It is another's file, which browsers must not show in a page of this address. */
  isOriginal: boolean;
  /** Returns the name under which a person saves the file. */
  savedName(): Promise<string>;
  /** Returns the content; NOT_FOUND if it is missing from storage. */
  content(): Promise<Uint8Array>;
}

/** Opens the file at a public address (fileUrl). NOT_FOUND for any other address, and before the file is
 * rendered; NOT_FOUND `file_replaced` (410) for a former edition. */
export async function openFile(
  services: Services,
  { organisationId, id, name }: { organisationId: string; id: string; name: string },
): Promise<OpenedFile> {
  const named = parsePublicName(name);
  if (!named || !Uuid.safeParse(organisationId).success || !Uuid.safeParse(id).success) throw notFound();
  const em = services.em();
  const row = await em.findOne(Certificate, { organisationId, id });
  const { kind } = named;
  if (!row || publicName(services, row, named) !== name) throw notFound();
  const digest = digestOf(row, kind);
  const current = editionOf(row, kind);
  if (named.revision !== current.revision || named.edition !== current.edition)
    throw refusal('file_replaced', {}, { status: 410 });
  if (!digest) throw notFound();
  return {
    kind,
    digest: Buffer.from(digest).toString('hex'),
    isOriginal: kind === 'pdf' && row.originalDigest != null,
    savedName: async () => fileName(await templateName(em, row), row.recipientName, kind),
    content: async () => {
      const key = storedFile(row, kind);
      const content = key && (await services.storage.get(key));
      if (!content) throw notFound();
      return content;
    },
  };
}
