import { expect, test } from 'vitest';
import { allRows } from '../../domain/integrity/run-pass.ts';
import { issueBatch, processed, reconcile } from '../support/batches.ts';
import { figure, scale } from '../support/faults.ts';
import { Laurel } from '../support/laurel.ts';
import { logged } from '../support/log.ts';

const BATCH = scale(20, 1000);
const BATCHES = scale(2, 10);
const AT_ONCE = 8;
const UNLIMITED = '1000000';

test('unchanged certificates are valid, and no check has findings', async () => {
  const limits = { RATE_LIMIT_BATCHES: UNLIMITED, RATE_LIMIT_DEFAULT: UNLIMITED, RATE_LIMIT_VERIFY: UNLIMITED };
  const laurel = await Laurel.start(limits);
  const tenant = await laurel.tenant({ credits: BATCH * BATCHES });
  for (let batch = 0; batch < BATCHES; batch++) {
    const { batchId } = await issueBatch(laurel, tenant, BATCH, false);
    await processed(laurel, tenant.key, batchId, BATCH);
  }
  await logged(laurel);
  const hashes: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await laurel.call(`/certificates?limit=100${cursor}`, { key: tenant.key });
    hashes.push(...body.certificates.map((row: { verificationHash: string }) => row.verificationHash));
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  expect(hashes).toHaveLength(BATCH * BATCHES);
  let refused = 0;
  const verify = async (hash: string) => {
    const { body } = await laurel.call(`/verify/${hash}`);
    if (!body.valid || !body.integrityVerified) refused++;
  };
  for (let at = 0; at < hashes.length; at += AT_ONCE) await Promise.all(hashes.slice(at, at + AT_ONCE).map(verify));
  const found = [];
  for await (const violations of allRows(laurel.installation.services, async () => undefined))
    found.push(...violations);
  const { breaches } = await reconcile(laurel);
  const of = `of ${hashes.length} unchanged certificates`;
  figure({ fault: 'F35', what: `${of}: not valid at /verify`, measured: refused, wanted: 0 });
  figure({ fault: 'F35', what: `${of}: findings of the periodic check`, measured: found.length, wanted: 0 });
  figure({ fault: 'F35', what: `${of}: breaches of reconcile`, measured: breaches.length, wanted: 0 });
});
