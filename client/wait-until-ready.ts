import type { Client } from './operations.ts';

type Certificate = Awaited<ReturnType<Client['certificates']['get']['query']>>;

export interface WaitOptions {
  /** Ends the waiting, as `AbortSignal.timeout(60_000)`. */
  signal?: AbortSignal;
}

/** A certificate whose rendering failed for good; its credit was given back. */
export class RenderingFailedError extends Error {
  readonly certificate: Certificate;

  constructor(certificate: Certificate) {
    super(`the certificate ${certificate.id} could not be rendered`);
    this.name = 'RenderingFailedError';
    this.certificate = certificate;
  }
}

/** Milliseconds before the first look, and at most; each wait is half as long again as the one before. */
const WAITS = { first: 300, most: 10_000 };

/**
 * The certificate with the addresses of its files, once it is rendered. Rejects with RenderingFailedError where it can't be,
 * and with the signal's reason where that ends the waiting. Where many are issued, webhooks cost fewer requests.
 */
export async function waitUntilReady(
  client: Client,
  { id }: { id: string },
  { signal }: WaitOptions = {},
): Promise<Certificate> {
  for (let wait = WAITS.first; ; wait = Math.min(wait * 1.5, WAITS.most)) {
    const certificate = await client.certificates.get.query({ id }, signal ? { signal } : {});
    if (certificate.renderStatus === 'COMPLETED') return certificate;
    if (certificate.renderStatus === 'FAILED') throw new RenderingFailedError(certificate);
    await pause(wait, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
