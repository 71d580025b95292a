import { createHash } from 'node:crypto';
import { encodeCms, signAttributes, signedAttributes } from './cms.ts';
import type { Signer } from './load-signer.ts';
import { byteRange, type Placeholder } from './placeholder.ts';

/** A PDF that can't take the signature; nothing of it is signed. */
export class PdfSignatureError extends Error {
  override name = 'PdfSignatureError';
}

/**
 * A time-stamp token for a SHA-256 digest, as readTimestamp gives it; null where the signature goes without one. What it
 * throws goes through, so retries and their end are up to it.
 */
export type Timestamp = (digest: Uint8Array) => Promise<Uint8Array | null>;

/**
 * Signs a PDF by PAdES B-B, or B-T with a time stamp (ETSI EN 319 142-1): a copy with the placeholder filled in and
 * every other byte as it was. `at` is the placeholder's byte offset in the file. PdfSignatureError where it isn't there,
 * or the signature is longer than its reserve.
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
