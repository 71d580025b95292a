import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { FollowedEvent } from '../operations.ts';
import { reasonOf } from './reason.ts';

/** Time limit of an answer in ms, as for webhooks. */
const TIMEOUT_MS = 10_000;

/** Answer to a forwarded event: its HTTP status, or the reason why no status came. */
export type Answer = { durationMs: number } & ({ status: number } | { error: string });

/**
 * Sends an event as a webhook sends it: the same body, headers and signatures. The id of the delivery is that of the event. Does not follow
 * redirects. Rejects only with the signal's reason.
 */
export async function forwardEvent(
  event: FollowedEvent,
  { forward, secret }: { forward: URL; secret: string },
  signal: AbortSignal,
): Promise<Answer> {
  const { id: deliveryId, type, createdAt, position, data } = event;
  const body = JSON.stringify({ event: type, deliveryId, createdAt, position, data });
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Laurel-Webhooks/1',
    'X-Service-Event': type,
    'X-Service-Delivery': deliveryId,
    ...signatureHeaders(secret, deliveryId, body),
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const begin = performance.now();
  const outcome = await post(forward, headers, body, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return { error: reasonOf(error) };
  });
  return { durationMs: Math.round(performance.now() - begin), ...outcome };
}

/** Returns the headers that sign a body: those of the contract, and those of Standard Webhooks (standardwebhooks.com). */
function signatureHeaders(secret: string, deliveryId: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const standard = createHmac('sha256', key).update(`${deliveryId}.${timestamp}.${body}`).digest('base64');
  return {
    'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  };
}

/** Posts a body. Resolves to the status once the answer ends, and rejects without a status after 10 s. */
function post(
  url: URL,
  headers: Record<string, string | number>,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = open(url, { method: 'POST', headers, agent: false, signal });
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
    let status: number | undefined;
    let failure: Error | undefined;
    request.on('response', (answer) => {
      status = answer.statusCode;
      answer.resume();
      // The status decides, as for webhooks.
      answer.on('error', () => undefined);
    });
    request.on('error', (error) => {
      failure = error;
    });
    request.on('close', () => {
      clearTimeout(timer);
      if (status === undefined) reject(failure ?? new Error('no answer'));
      else resolve({ status });
    });
    request.end(body);
  });
}
