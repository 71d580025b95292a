import { pause } from './abort.ts';
import { LaurelError } from './errors.ts';
import type { Client } from './operations.ts';

type Certificate = Awaited<ReturnType<Client['certificates']['get']['query']>>;

/** A rendered certificate, whose files have addresses. */
export type ReadyCertificate = Certificate & {
  renderStatus: 'COMPLETED';
  pdfUrl: string;
  imageUrl: string;
  credentialUrl: string;
};

export interface WaitOptions {
  /** Stops waiting, for example `AbortSignal.timeout(60_000)`. */
  signal?: AbortSignal | undefined;
}

/** Thrown for a certificate whose rendering failed permanently. Its credit was refunded. */
export class RenderingFailedError extends LaurelError<'RENDERING_FAILED'> {
  readonly certificate: Certificate;

  constructor(certificate: Certificate) {
    super(`The certificate ${certificate.id} could not be rendered.`, { code: 'RENDERING_FAILED' });
    this.name = 'RenderingFailedError';
    this.certificate = certificate;
  }
}

/** First and maximum polling interval, in ms. Each is 1.5 times the previous one. */
const WAITS = { first: 300, most: 10_000 };

/**
 * Waits until a certificate is rendered and returns it with the URLs of its files. Rejects with RenderingFailedError if rendering fails,
 * with another LaurelError if a call fails, or with the signal's reason. For many certificates, webhooks need fewer requests.
 */
export async function waitUntilReady(
  client: Client,
  { id }: { id: string },
  { signal }: WaitOptions = {},
): Promise<ReadyCertificate> {
  for (let wait = WAITS.first; ; wait = Math.min(wait * 1.5, WAITS.most)) {
    const certificate = await client.certificates.get.query({ id }, signal ? { signal } : {});
    if (isReady(certificate)) return certificate;
    if (certificate.renderStatus === 'FAILED') throw new RenderingFailedError(certificate);
    await pause(wait, signal);
  }
}

/** A rendered certificate has all its files. */
const isReady = (certificate: Certificate): certificate is ReadyCertificate => certificate.renderStatus === 'COMPLETED';
