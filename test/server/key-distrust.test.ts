import { beforeAll, expect, test } from 'vitest';
import { issueSigned, isValid, keysCommand, published } from '../support/keys.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { logged, query } from '../support/log.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start();
  tenant = await laurel.tenant();
});

const change = (certificate: { id: string }, members: string) =>
  query(laurel, `update seals set ${members} where certificate_id = '${certificate.id}'`);

test('after a key is compromised, only certificates that the log proves to be older stay valid', async () => {
  const { certificate: before, keyId } = await issueSigned(laurel, tenant);
  await logged(laurel);
  const from = new Date().toISOString();
  const { certificate: after } = await issueSigned(laurel, tenant);
  await logged(laurel);
  for (const certificate of [before, after]) expect(await isValid(laurel, certificate)).toBe(true);
  await keysCommand(laurel, 'distrust', '--id', keyId, '--from', from);
  await waitFor(
    'the distrusted key',
    () => published(laurel),
    ({ keys }) => keys.some((key) => key.id === keyId && key.distrustedFrom === from),
  );
  expect(await isValid(laurel, before)).toBe(true);
  expect(await isValid(laurel, after)).toBe(false);
  // The rows' own statement about the log is not enough.
  await change(after, `logged_at = '${new Date(0).toISOString()}'`);
  expect(await isValid(laurel, after)).toBe(false);
  const find = `select log_index as index from seals where certificate_id = '${before.id}'`;
  const [place] = await query<{ index: number }>(laurel, find);
  await change(before, 'log_index = null');
  expect(await isValid(laurel, before)).toBe(false);
  await change(before, `log_index = ${place?.index}`);
  expect(await isValid(laurel, before)).toBe(true);
  const { certificate: later, keyId: next } = await issueSigned(laurel, tenant);
  expect(next).not.toBe(keyId);
  expect(await isValid(laurel, later)).toBe(true);
});
