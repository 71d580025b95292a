import { equal } from '../bytes.ts';
import { ensure, printable, Refusal } from '../check.ts';
import { isCanonicalSignature } from '../cms/algorithms.ts';
import { type Certificate, isValidAt } from '../cms/certificate.ts';
import { type Der, DerError } from '../cms/der.ts';
import { readAttributes, readSignedData, type SignedData, verifySigner } from '../cms/signed-data.ts';
import { readTimestamp, type Timestamp } from '../cms/timestamp.ts';
import type { PdfDocument } from './document.ts';
import { readSignature } from './signature.ts';

const [DATA, SIGNATURE_TIMESTAMP] = ['1.2.840.113549.1.7.1', '1.2.840.113549.1.9.16.2.14'];

export interface VerifiedSignature {
  signer: Certificate;
  /** Claimed time of signing. */
  time: Date;
  timestamp: Timestamp | null;
}

/**
 * Verifies that one of the certificates signed every byte of a PDF (PAdES B-B and B-T, ETSI EN 319 142-1). All certificates in the
 * signature must be trusted; with null, any are accepted. Throws Refusal otherwise.
 */
export async function verifyPdfSignature(
  pdf: PdfDocument,
  trusted: readonly Uint8Array[] | null,
): Promise<VerifiedSignature> {
  const { signed, cms, time } = readSignature(pdf);
  try {
    const data = readSignedData(cms);
    ensure(data.version === 1 && data.contentType === DATA && data.content === null, 'pdfSignatureWrong');
    ensure(data.hash === 'SHA-256', 'pdfSignatureWrong');
    ensure(await verifySigner(data, signed, { olderAttribute: false }), 'pdfChanged');
    ensure(isCanonicalSignature(data.signer.publicKeyInfo, data.signature), 'pdfSignatureWrong');
    if (trusted) checkCertificates(data, trusted);
    const timestamp = await timestampOf(data);
    for (const moment of timestamp ? [time, timestamp.time] : [time])
      ensure(isValidAt(data.signer, moment), 'pdfCertificateExpired', moment.toISOString());
    return { signer: data.signer, time, timestamp };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new Refusal('pdfSignatureWrong');
  }
}

function checkCertificates({ signer, certificates }: SignedData, trusted: readonly Uint8Array[]): void {
  const isTrusted = ({ bytes }: Certificate) => trusted.some((one) => equal(one, bytes));
  ensure(isTrusted(signer), 'pdfSignerUnknown', printable(signer.name));
  ensure(certificates.every(isTrusted), 'pdfSignatureWrong');
}

async function timestampOf({ unsignedAttributes, signature }: SignedData): Promise<Timestamp | null> {
  if (!unsignedAttributes) return null;
  const values: Map<string, Der> = readAttributes(unsignedAttributes);
  const token = values.get(SIGNATURE_TIMESTAMP);
  ensure(token && values.size === 1, 'pdfSignatureWrong');
  try {
    return await readTimestamp(token.bytes, signature);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new Refusal('timestampWrong');
  }
}
