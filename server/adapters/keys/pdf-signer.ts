import { X509Certificate } from 'node:crypto';
import { refusal } from '../../../domain/errors.ts';
import type { PdfSigner } from '../../../domain/services/signing.ts';
import {
  loadSigner,
  placeholder,
  reserveFor,
  type Signer,
  SignerError,
  signPdf,
  type Timestamp,
} from '../../../proof/pdf-signature/index.ts';
import type { HeldKey } from './held-keys.ts';
import type { KeyRing } from './key-ring.ts';

/**
 * Signs PDFs with the ring's key (PAdES B-B), time-stamped where a time-stamp server is configured (B-T). A key that is
 * rotated between placeholder() and sign() may need more room than was left: that is a PdfSignatureError, and a second run
 * leaves enough.
 */
export function makePdfSigner(ring: KeyRing, now: () => Date, timestamp?: Timestamp): PdfSigner {
  const load = makeLoad(ring, now);
  return {
    placeholder: (time) => placeholder(reserveFor(load(), { timestamp: timestamp !== undefined }), time),
    sign: async (pdf, room, at) => signPdf(pdf, { placeholder: room, at }, load(), timestamp),
    get certificates() {
      return [...new Set(ring.held.of.pdf.flatMap(({ certificates }) => certificates))];
    },
  };
}

/** The key in use with its certificates, read once. SERVICE_UNAVAILABLE where there is none, or it is not valid now. */
function makeLoad(ring: KeyRing, now: () => Date): () => Signer {
  let loaded: { id: string; signer: Signer; until: number } | undefined;
  return () => {
    const key = ring.held.inUse.pdf;
    if (loaded?.id === key?.id && loaded && now().getTime() <= loaded.until) return loaded.signer;
    if (!key?.privatePem) throw unavailable('This process has no key to sign PDFs with');
    loaded = { id: key.id, signer: read(key, key.privatePem, now()), until: validUntil(key) };
    return loaded.signer;
  };
}

function read({ certificates }: HeldKey, privatePem: string, now: Date): Signer {
  try {
    return loadSigner(privatePem, certificates.join('\n'), now);
  } catch (error) {
    throw error instanceof SignerError ? unavailable(error.message) : error;
  }
}

const validUntil = ({ certificates }: HeldKey): number =>
  Math.min(...certificates.map((pem) => Date.parse(new X509Certificate(pem).validTo)));

const unavailable = (reason: string) => refusal('signing_unavailable', { reason }, { retryAfter: 30 });
