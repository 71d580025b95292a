import { latin1 } from './bytes.ts';
import { attempt, ensure, needed, type Result } from './check.ts';
import { type Credential, readCredential } from './credential/credential.ts';
import { LONGEST_CREDENTIAL, readAttachedCredential } from './pdf/attachment.ts';
import { PdfDocument } from './pdf/document.ts';
import { isPng, readBakedCredential } from './png.ts';

/** Parsed file of a certificate. Nothing is verified. */
export interface CertificateFile {
  kind: 'pdf' | 'png';
  bytes: Uint8Array;
  /** Null for a PNG. */
  pdf: Result<PdfDocument> | null;
  credentialBytes: Result<Uint8Array>;
  credential: Result<Credential>;
}

/** Limit in bytes. Laurel's own files are far smaller. */
export const LARGEST_FILE = 32 * 1024 * 1024;

/** Parses a file. Throws Refusal if it is neither a PDF nor a PNG, or is too large. */
export async function readFile(bytes: Uint8Array): Promise<CertificateFile> {
  ensure(bytes.length <= LARGEST_FILE, 'tooLarge', `${LARGEST_FILE >> 20} MB`);
  const isPdf = latin1(bytes, 0, 5) === '%PDF-';
  ensure(isPdf || isPng(bytes), 'notACertificate');
  const pdf = isPdf ? await attempt('pdfDamaged', () => new PdfDocument(bytes)) : null;
  const credentialBytes = await readCredentialBytes(bytes, pdf);
  const credential = credentialBytes.error
    ? credentialBytes
    : await attempt('credentialMalformed', () => {
        ensure(credentialBytes.value.length <= LONGEST_CREDENTIAL, 'credentialMalformed');
        return readCredential(credentialBytes.value);
      });
  return { kind: isPdf ? 'pdf' : 'png', bytes, pdf, credentialBytes, credential };
}

async function readCredentialBytes(bytes: Uint8Array, pdf: Result<PdfDocument> | null): Promise<Result<Uint8Array>> {
  if (!pdf) return attempt('pngDamaged', () => readBakedCredential(bytes));
  return attempt('pdfDamaged', () => readAttachedCredential(needed(pdf)));
}
