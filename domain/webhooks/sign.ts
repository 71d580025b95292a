import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Returns a new signing secret: `whsec_` and the base64 of 32 bytes. */
export const makeSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/**
 * Returns the headers that sign a body. The contract's HMAC uses the secret as shown (specification 6.4). Standard Webhooks
 * (standardwebhooks.com) use its decoded bytes, so that stock libraries can verify the signature. During a rotation, both secrets sign.
 */
export function signatureHeaders(
  secrets: readonly [current: string, previous?: string],
  { deliveryId, body, at }: { deliveryId: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const standard = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${deliveryId}.${timestamp}.${body}`).digest('base64')}`;
  };
  const [current, previous] = secrets;
  return {
    'X-Service-Signature': ours(current, body),
    ...(previous !== undefined && { 'X-Service-Signature-Previous': ours(previous, body) }),
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .filter((secret) => secret !== undefined)
      .map(standard)
      .join(' '),
  };
}

const ours = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
