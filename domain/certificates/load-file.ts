import type { CertificateData } from '../../database/entities/certificate.ts';
import type { CertificateFile } from '../addresses/link-file.ts';
import type { Services } from '../context.ts';
import type { FileKey } from '../ports/storage.ts';
import { safeFileName } from '../shared/file-name.ts';

/** Name in place of a template's in the names of files. */
export const UNTITLED = 'Certificate';

type Named = Pick<CertificateData, 'organisationId' | 'id'>;
type Filed = Named & Pick<CertificateData, 'pdfDigest' | 'imageDigest' | 'credentialDigest'>;

/** Returns the SHA-256 of the sealed file; null before rendering. */
export function digestOf(row: Filed, kind: CertificateFile): Uint8Array | null {
  return { pdf: row.pdfDigest, png: row.imageDigest, json: row.credentialDigest }[kind] ?? null;
}

/** Returns the storage key of a certificate's sealed file; null if it has none. */
export function storedFile(row: Filed, kind: CertificateFile): FileKey | null {
  const digest = digestOf(row, kind);
  return digest && fileKey(row, kind, digest);
}

/** Returns a sealed file of a ready certificate. Throws if it is missing from storage. */
export async function loadFile(
  { storage }: Pick<Services, 'storage'>,
  row: Filed,
  kind: CertificateFile,
): Promise<Uint8Array> {
  const key = storedFile(row, kind);
  const content = key && (await storage.get(key));
  if (!content) throw new Error(`the ${kind} of ${row.id} is missing`);
  return content;
}

/**
 * Returns the storage key of a file with this SHA-256. Signatures differ between runs, so the name contains the digest. A second run of the
 * same rendering therefore cannot overwrite the sealed file.
 */
export function fileKey(certificate: Named, kind: CertificateFile, digest: Uint8Array): FileKey {
  const name = `${Buffer.from(digest).toString('hex')}.${kind}`;
  return { organisationId: certificate.organisationId, id: certificate.id, name };
}

/**
 * Returns the name that a file is saved under: template and recipient. A long template name is cut first. `number` distinguishes
 * duplicates.
 */
export const fileName = (templateName: string, recipientName: string, ending: string, number = 1): string =>
  safeFileName(recipientName, number === 1 ? `.${ending}` : ` (${number}).${ending}`, templateName);
