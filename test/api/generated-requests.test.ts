import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { restRoutes } from '../../server/http/rest-router.ts';
import { ApiContract } from '../support/api-contract.ts';
import { isDeclared, requestsOf, send } from '../support/api-requests.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { ALL_SCOPES, createTestKey, RealValues } from '../support/real-values.ts';

/** Requests for each operation. `PROPERTY_RUNS=2000` takes about half an hour. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 60);
/** Fixed for the short run, so that only a change makes it fail. A failure prints the seed. */
const SEED = Number(process.env.PROPERTY_SEED ?? (process.env.PROPERTY_RUNS ? Date.now() : 1));

let laurel: Laurel;
let tenant: Tenant;
let contract: ApiContract;
let values: RealValues;
let testKey: string;
beforeAll(async () => {
  const limits = ['CERTIFICATES', 'BATCHES', 'DEFAULT', 'VERIFY'].map((name) => [`RATE_LIMIT_${name}`, '1000000']);
  laurel = await Laurel.start(Object.fromEntries(limits));
  tenant = await laurel.tenant({ credits: 100_000_000, scopes: ALL_SCOPES });
  contract = new ApiContract((await laurel.call('/openapi.json')).body);
  values = await RealValues.create(laurel, tenant);
  testKey = await createTestKey(laurel, tenant);
});

test.each(restRoutes.map(({ name }) => name))(
  'answers every request of %s as the API document says',
  async (name) => {
    const operation = contract.operation(name);
    const key = operation.path.startsWith('/test/') ? testKey : tenant.key;
    let [all, successful] = [0, 0];
    const property = fc.asyncProperty(requestsOf(contract, operation, values.of(name)), async (sent) => {
      // A clock that an earlier request set far ahead would refuse all others.
      if (name === 'testMode.setClock') await laurel.call('/test/reset', { key: testKey, method: 'POST' });
      const received = await send(laurel.url, operation, sent, name.startsWith('verify.') ? null : key);
      const fault = contract.faultOf(operation, received);
      if (received.status >= 500 || fault)
        throw new Error(`${fault ?? received.status}: ${JSON.stringify(received.body)}`);
      const isSuccess = received.status < 400;
      if (isSuccess && !isDeclared(contract, operation, sent)) throw new Error(`accepted: ${JSON.stringify(sent)}`);
      all += 1;
      if (isSuccess) successful += 1;
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    expect.soft(successful / all, `${name}: ${successful} of ${all}`).toBeGreaterThanOrEqual(0.3);
  },
  RUNS * 1000,
);
