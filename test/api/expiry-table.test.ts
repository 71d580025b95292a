import { beforeAll, expect, test } from 'vitest';
import { runBulkAction } from '../../domain/bulk/run.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { query } from '../support/log.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
let session: Record<string, string>;
let owner: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  session = await sessionOf(laurel, tenant, 'owner@expiry-table.example', 'owner');
  owner = nativeClient(laurel, session);
});

type Rows = Parameters<typeof owner.certificates.changeExpiriesByTable.mutate>[0]['rows'];

const post = (path: string, body: object) => laurel.call(`/certificates${path}`, { key: tenant.key, body });
const issue = async (more: object = {}) => {
  const { status, body } = await post('', { templateId: tenant.templateId, variables: VARIABLES, ...more });
  expect(status).toBe(201);
  return laurel.rendered(tenant.key, body.id);
};
const change = (rows: Rows, more: object = {}) =>
  owner.certificates.changeExpiriesByTable.mutate({ rows, reason: 'Extended by the board', ...more });
const read = async (id: string) => (await laurel.call(`/certificates/${id}`, { key: tenant.key })).body;
const ended = (id: string | null) =>
  waitFor(
    'the end of the action',
    async () => (await owner.certificates.bulkActions.query()).actions.find((action) => action.id === id),
    (action) => action?.completedAt != null,
  );
const faultsOf = (call: Promise<unknown>) =>
  call.then(
    () => [],
    ({ data }: { data: { details: { path: string; code: string }[] } }) =>
      data.details.map(({ path, code }) => `${path}: ${code}`),
  );

test('a table gives each certificate its own expiry, by any of its names', async () => {
  const [byId, byExternalId, byHash, byAddress, byFormerHash] = [
    await issue(),
    await issue({ externalId: 'Lic 7' }),
    await issue({ expiresAt: '2040-06-30' }),
    await issue(),
    await issue({ expiresAt: '2041-01-01' }),
  ];
  await post(`/${byFormerHash.id}/correct`, { variables: { ...VARIABLES, name: 'Ada Byron' }, reason: 'Misspelt' });
  await laurel.rendered(tenant.key, byFormerHash.id);
  const { templateId } = tenant;
  const { certificates } = await owner.imports.create.mutate({
    ...{ templateId, certificates: [{ variables: VARIABLES, awardedOn: '2021-05-03', number: 'No. 7/2021' }] },
  });
  const byNumber = await laurel.rendered(tenant.key, certificates[0]?.id ?? '');
  const rows = [
    { certificate: 'No. 7/2021', expiresAt: '2022-05-02' },
    { certificate: byId.id.toUpperCase(), expiresAt: '2050-12-31' },
    { certificate: ' Lic 7 ', expiresAt: '2051-03-01T12:00:00Z' },
    { certificate: byHash.verificationHash, expiresAt: null },
    { certificate: byAddress.verificationUrl, expiresAt: null },
    { certificate: byFormerHash.verificationHash, expiresAt: '2052-02-29' },
  ];
  expect(await change(rows, { dryRun: true })).toEqual({ id: null, total: 6, changed: 5 });
  expect((await read(byId.id)).expiresAt).toBeNull();
  const started = await change(rows);
  expect(started).toMatchObject({ total: 6, changed: 5 });
  expect(await ended(started.id)).toMatchObject({ kind: 'EXPIRY', total: 6, processed: 6, skipped: 1 });
  const expiries = await Promise.all(
    [byNumber, byId, byExternalId, byHash, byAddress, byFormerHash].map(async ({ id }) => (await read(id)).expiresAt),
  );
  expect(expiries).toEqual([
    ...[
      '2022-05-03T00:00:00.000Z',
      '2051-01-01T00:00:00.000Z',
      '2051-03-01T12:00:00.000Z',
      null,
      null,
      '2052-03-01T00:00:00.000Z',
    ],
  ]);
  const { violations } = await reconcile(laurel.installation.services);
  expect(violations.filter(({ organisationId }) => organisationId === tenant.organisationId)).toEqual([]);
});

test('each row of a table that takes several transactions keeps its own expiry', async () => {
  const recipients = Array.from({ length: 21 }, () => ({ variables: VARIABLES }));
  const { body } = await laurel.call('/batches', {
    key: tenant.key,
    body: { templateId: tenant.templateId, recipients },
  });
  const ids: string[] = body.certificates.map(({ id }: { id: string }) => id);
  const rows = ids.map((certificate, at) => ({ certificate, expiresAt: `${2050 + at}-01-01T00:00:00.000Z` }));
  const { id } = await change(rows);
  expect(await ended(id)).toMatchObject({ total: 21, processed: 21, skipped: 0 });
  const expiries = await Promise.all(ids.map(async (one) => (await read(one)).expiresAt));
  expect(expiries).toEqual(rows.map(({ expiresAt }) => expiresAt));
});

test('a day of a table ends in the time zone of its certificate', async () => {
  const zoned = await laurel.tenant();
  const owned = nativeClient(laurel, await sessionOf(laurel, zoned, 'zoned@table.example', 'owner'));
  await laurel.call('/organisation', { key: zoned.key, method: 'PUT', body: { timeZone: 'Pacific/Auckland' } });
  const body = { templateId: zoned.templateId, variables: VARIABLES, expiresAt: '2040-06-30' };
  const { id, expiresAt } = (await laurel.call('/certificates', { key: zoned.key, body })).body;
  expect(expiresAt).toBe('2040-06-30T12:00:00.000Z');
  const changed = async (day: string) => {
    const rows = [{ certificate: id, expiresAt: day }];
    return (await owned.certificates.changeExpiriesByTable.mutate({ rows, reason: 'x', dryRun: true })).changed;
  };
  expect([await changed('2040-06-30'), await changed('2040-07-01')]).toEqual([0, 1]);
});

test('a fault in one row changes nothing, and every fault has its row', async () => {
  const other = await laurel.tenant();
  const foreign = await laurel.issue(other);
  const [good, revoked, failed] = [await issue(), await issue(), await issue()];
  await query(laurel, `update certificates set render_status = 'FAILED' where id = '${failed.id}'`);
  await issue({ externalId: 'twice' });
  await issue({ externalId: 'twice' });
  await post(`/${revoked.id}/revoke`, { reason: 'Lost' });
  const rows = [
    { certificate: good.id, expiresAt: '2050-12-31' },
    { certificate: 'nobody', expiresAt: '2050-12-31' },
    { certificate: foreign.id, expiresAt: '2050-12-31' },
    { certificate: foreign.verificationHash, expiresAt: '2050-12-31' },
    { certificate: 'twice', expiresAt: '2050-12-31' },
    { certificate: good.verificationUrl, expiresAt: '2051-12-31' },
    { certificate: revoked.id, expiresAt: null },
    { certificate: (await issue()).id, expiresAt: '1999-12-31' },
    { certificate: failed.id, expiresAt: '2050-12-31' },
  ];
  const faults = [
    'rows[1].certificate: unknown_certificate',
    'rows[2].certificate: unknown_certificate',
    'rows[3].certificate: unknown_certificate',
    'rows[4].certificate: several_certificates',
    'rows[5].certificate: repeated',
    'rows[6].certificate: certificate_revoked',
    'rows[7].expiresAt: before_award',
    'rows[8].certificate: certificate_failed',
  ];
  expect(await faultsOf(change(rows, { dryRun: true }))).toEqual(faults);
  expect(await faultsOf(change(rows))).toEqual(faults);
  expect((await read(good.id)).expiresAt).toBeNull();
  expect(await faultsOf(change([{ certificate: good.id, expiresAt: '2050-02-30' }]))).toEqual([
    'rows[0].expiresAt: not_a_date_time',
  ]);
  expect(await faultsOf(change([{ certificate: ' ', expiresAt: null }]))).toEqual(['rows[0].certificate: blank']);
  expect(await faultsOf(change([]))).toEqual(['rows: too_few']);
});

test('a table that is sent again with its key starts one action', async () => {
  const { id } = await issue();
  const input = { rows: [{ certificate: id, expiresAt: '2050-12-31' }], reason: 'x' };
  const { certificates } = nativeClient(laurel, { ...session, 'Idempotency-Key': 'table' });
  const first = await certificates.changeExpiriesByTable.mutate(input);
  expect(await certificates.changeExpiriesByTable.mutate(input)).toEqual(first);
});

test('a table whose expiries SQL has changed is not carried out', async () => {
  const { id } = await issue();
  const { id: actionId } = await change([{ certificate: id, expiresAt: '2050-12-31' }]);
  await ended(actionId);
  await query(laurel, `update bulk_actions set expiries = array['2099-12-31'] where id = '${actionId}'`);
  const key = { organisationId: tenant.organisationId, actionId: String(actionId) };
  await expect(runBulkAction(laurel.installation.services, key)).rejects.toThrow('changed outside');
});
