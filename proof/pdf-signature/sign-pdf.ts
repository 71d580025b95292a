import { createHash } from 'node:crypto';
import { encodeCms, signAttributes, signedAttributes } from './cms.ts';
import type { Signer } from './load-signer.ts';
import { byteRange, type Placeholder } from './placeholder.ts';

/** Thrown for a PDF that cannot take the signature. Nothing is signed. */
export class PdfSignatureError extends Error {
  override name = 'PdfSignatureError';
}

/**
 * Returns a time-stamp token for a SHA-256 digest, as readTimestamp does, or null to sign without one. Its errors are passed on, so it is
 * responsible for retries.
 */
export type Timestamp = (digest: Uint8Array) => Promise<Uint8Array | null>;

/**
 * Signs a PDF by PAdES B-B, or B-T with a time stamp (ETSI EN 319 142-1). Returns a copy with the placeholder filled in and all other bytes
 * unchanged. `at` is the placeholder's byte offset in the file. Throws PdfSignatureError if it is not there, or the signature exceeds its
 * reserve.
 */
export async function signPdf(
  pdf: Uint8Array,
  { placeholder, at }: { placeholder: Placeholder; at: number },
  signer: Signer,
  timestamp?: Timestamp,
): Promise<Uint8Array> {
  const file = Buffer.from(pdf);
  if (file.toString('latin1', at, at + placeholder.text.length) !== placeholder.text)
    throw new PdfSignatureError(`The PDF has no signature placeholder at byte ${at}`);
  const start = at + placeholder.contentsAt;
  const end = start + 2 * placeholder.reserve + 2;
  file.write(byteRange(start, end, file.length), at + placeholder.byteRangeAt, 'latin1');
  const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end)).digest();
  const attributes = signedAttributes(digest, signer);
  const signature = signAttributes(attributes, signer);
  const token = (await timestamp?.(createHash('sha256').update(signature).digest())) ?? null;
  const cms = encodeCms(signer, attributes, signature, token);
  if (cms.length > placeholder.reserve)
    throw new PdfSignatureError(`The signature has ${cms.length} bytes, its placeholder ${placeholder.reserve}`);
  file.write(cms.toString('hex').toUpperCase(), start + 1, 'latin1');
  return file;
}
