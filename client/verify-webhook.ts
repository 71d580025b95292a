import type { WebhookPayload } from './operations.ts';

/** Headers as provided by `fetch` or by Node. */
type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Thrown for a request that Laurel did not send. Respond with 400. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

/** Maximum age and clock difference of a delivery, in seconds. Limits the replay of intercepted deliveries. */
const TOLERANCE = 5 * 60;

/**
 * Verifies a delivery by the headers of Standard Webhooks and returns its event. `body` must be the unmodified bytes of the request;
 * `secret` is the webhook's, `whsec_…`. Rejects with WebhookVerificationError. Uses only Web Crypto, so that it works in Node, Deno, Bun,
 * browsers and edge runtimes.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: GivenHeaders,
  secret: string | undefined,
): Promise<WebhookPayload> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('a webhook-… header is missing');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE))
    throw new WebhookVerificationError('the delivery is too old, or a clock is wrong');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const key = await keyOf(secret);
  for (const signature of signatures.split(' ')) {
    const given = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : null;
    // Web Crypto compares in constant time.
    if (given && (await globalThis.crypto.subtle.verify('HMAC', key, given, signed)))
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload;
  }
  throw new WebhookVerificationError('no signature is of this body and secret');
}

async function keyOf(secret: string | undefined) {
  const bytes = secret?.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : null;
  if (!bytes) throw new TypeError('the secret of a webhook begins with whsec_');
  return globalThis.crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Returns the bytes of base64; null if it is malformed. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerOf(headers: GivenHeaders, name: string): string | undefined {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined;
  const own = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return typeof own === 'string' ? own : undefined;
}
