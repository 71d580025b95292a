import { X509Certificate } from 'node:crypto';
import { refusal } from '../../../domain/errors.ts';
import type { PdfSigner } from '../../../domain/ports/signing.ts';
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

type PdfPurpose = 'pdf' | 'test-pdf';

interface Options {
  timestamp?: Timestamp | undefined;
  purpose?: PdfPurpose;
}

/**
 * Signs PDFs with the ring's key (PAdES B-B), and time-stamps them if a time-stamp server is configured (B-T). If the key is rotated
 * between placeholder() and sign(), the reserved room may be too small. That causes a PdfSignatureError, and a second run reserves enough.
 */
export function makePdfSigner(ring: KeyRing, now: () => Date, { timestamp, purpose = 'pdf' }: Options = {}): PdfSigner {
  const load = makeLoad(ring, now, purpose);
  return {
    placeholder: (time) => placeholder(reserveFor(load(), { timestamp: timestamp !== undefined }), time),
    sign: async (pdf, room, at) => signPdf(pdf, { placeholder: room, at }, load(), timestamp),
    get certificates() {
      return [...new Set(ring.held.of[purpose].flatMap(({ certificates }) => certificates))];
    },
  };
}

/**
 * Returns a loader of the key in use and its certificates, cached until the key changes. SERVICE_UNAVAILABLE if there is no key, or if its
 * certificate is not valid now.
 */
function makeLoad(ring: KeyRing, now: () => Date, purpose: PdfPurpose): () => Signer {
  let loaded: { id: string; signer: Signer; until: number } | undefined;
  return () => {
    const key = ring.held.inUse[purpose];
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
