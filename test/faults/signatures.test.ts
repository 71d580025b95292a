import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { test } from 'vitest';
import { makeSecret, signatureHeaders } from '../../domain/webhooks/sign.ts';
import { figure, scale } from '../support/faults.ts';

/** Returns text of any characters that UTF-8 has. A lone surrogate is not one of them. */
const randomText = (): string =>
  Array.from({ length: randomInt(200) }, () =>
    String.fromCodePoint(randomInt(2) ? randomInt(0x80) : randomInt(0x11_0000)),
  )
    .join('')
    .toWellFormed();

/** Verifies by the contract's recipe (specification 6.4), as a receiver does: over the raw body, in constant time. */
function verifies(secret: string, body: Buffer, header = ''): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

test("signatures of random payloads verify with the contract's recipe and with Standard Webhooks, and altered ones do not", () => {
  const count = scale(200, 10_000);
  let failed = 0;
  for (let index = 0; index < count; index++) {
    const secret = makeSecret();
    const body = JSON.stringify({ event: 'ping', data: { [randomText()]: randomText() } });
    const deliveryId = crypto.randomUUID();
    const headers = signatureHeaders([secret], { deliveryId, body, at: new Date() });
    const bytes = Buffer.from(body);
    const changed = Buffer.from(bytes);
    const at = randomInt(changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << randomInt(8));
    const isRight =
      verifies(secret, bytes, headers['X-Service-Signature']) &&
      !verifies(secret, changed, headers['X-Service-Signature']) &&
      !verifies(makeSecret(), bytes, headers['X-Service-Signature']) &&
      standardVerifies(secret, body, headers) &&
      !standardVerifies(secret, `${body} `, headers) &&
      !standardVerifies(makeSecret(), body, headers);
    if (!isRight) failed++;
  }
  figure({ fault: 'F16', what: `signatures of ${count} payloads that do not verify`, measured: failed, wanted: 0 });
});

function standardVerifies(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
