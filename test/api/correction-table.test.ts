import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { runBulkAction } from '../../domain/bulk/run.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import type { DesignDocument } from '../../templates-engine/index.ts';
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
  session = await sessionOf(laurel, tenant, 'owner@correction-table.example', 'owner');
  owner = nativeClient(laurel, session);
});

type Rows = Parameters<typeof owner.certificates.correctByTable.mutate>[0]['rows'];

const post = (path: string, body: object) => laurel.call(`/certificates${path}`, { key: tenant.key, body });
const issue = async (more: object = {}) => {
  const { status, body } = await post('', { templateId: tenant.templateId, variables: VARIABLES, ...more });
  expect(status).toBe(201);
  return laurel.rendered(tenant.key, body.id);
};
const correct = (rows: Rows, more: object = {}) =>
  owner.certificates.correctByTable.mutate({ rows, reason: 'Misspelt', ...more });
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

test('a table corrects each certificate by any of its names, without a credit', async () => {
  const [byId, byReference, same] = [await issue(), await issue({ externalId: 'Row 7' }), await issue()];
  const before = (await laurel.call('/credits', { key: tenant.key })).body.balance;
  const rows = [
    { certificate: byId.id.toUpperCase(), variables: { name: 'Ada Byron' } },
    { certificate: ' Row 7 ', recipientEmail: 'new@correction-table.example', awardedOn: '2021-05-03' },
    { certificate: same.verificationUrl, variables: { name: VARIABLES.name } },
  ];
  const today = byReference.awardedOn;
  expect(await correct(rows, { dryRun: true })).toEqual({
    ...{ id: null, total: 3, changed: 2, warnings: [] },
    changes: [
      { field: 'variables.name', count: 1, examples: [{ row: 0, before: VARIABLES.name, after: 'Ada Byron' }] },
      {
        ...{ field: 'recipientEmail', count: 1 },
        examples: [{ row: 1, before: '', after: 'new@correction-table.example' }],
      },
      { field: 'awardedOn', count: 1, examples: [{ row: 1, before: today, after: '2021-05-03' }] },
    ],
  });
  expect((await read(byId.id)).revision).toBe(1);
  const started = await correct(rows);
  expect(await ended(started.id)).toMatchObject({ kind: 'CORRECT', total: 3, processed: 3, skipped: 1 });
  expect(await read(byId.id)).toMatchObject({ revision: 2, recipientName: 'Ada Byron' });
  expect((await read(byId.id)).variables).toEqual({ ...VARIABLES, name: 'Ada Byron' });
  expect(await read(byReference.id)).toMatchObject({
    ...{ revision: 2, recipientEmail: 'new@correction-table.example', awardedOn: '2021-05-03' },
    recipientName: VARIABLES.name,
  });
  expect((await read(same.id)).revision).toBe(1);
  expect((await laurel.call('/credits', { key: tenant.key })).body.balance).toBe(before);
  for (const { id } of [byId, byReference]) await laurel.rendered(tenant.key, id);
  const { violations } = await reconcile(laurel.installation.services);
  expect(violations.filter(({ organisationId }) => organisationId === tenant.organisationId)).toEqual([]);
});

test('a dry run counts the certificates whose field changes, with three different examples and the last days of expiries', async () => {
  const validFor = await importTemplate(laurel.context(tenant), {
    ...(JSON.parse(await readFile('test/support/small-diploma.json', 'utf8')) as DesignDocument),
    ...{ name: 'Valid for a year', validity: { months: 12 } },
  });
  const issued = [];
  for (const day of ['01', '02', '03', '04', '04'])
    issued.push(
      await issue({
        templateId: validFor.id,
        variables: { ...VARIABLES, name: `Ann ${day}` },
        awardedOn: `2026-02-${day}`,
      }),
    );
  const rows = issued.map(({ id }, index) => ({
    certificate: id,
    ...{ variables: { name: index === 4 ? 'Bob' : 'Ann' }, awardedOn: '2026-02-04' },
  }));
  const { changed, changes = [] } = await correct(rows, { dryRun: true });
  expect([changed, changes.map(({ field, count }) => [field, count])]).toEqual([
    5,
    [
      ['variables.name', 5],
      ['awardedOn', 3],
      ['expiresAt', 3],
    ],
  ]);
  expect(changes.map(({ examples }) => examples)).toEqual([
    [0, 1, 2].map((row) => ({ row, before: `Ann 0${row + 1}`, after: 'Ann' })),
    [0, 1, 2].map((row) => ({ row, before: `2026-02-0${row + 1}`, after: '2026-02-04' })),
    [0, 1, 2].map((row) => ({ row, before: `2027-02-0${row + 1}`, after: '2027-02-04' })),
  ]);
});

test('each row of a table that takes several transactions gets its own correction', async () => {
  const recipients = Array.from({ length: 21 }, () => ({ variables: VARIABLES }));
  const { body } = await laurel.call('/batches', {
    key: tenant.key,
    body: { templateId: tenant.templateId, recipients },
  });
  const ids: string[] = body.certificates.map(({ id }: { id: string }) => id);
  const rows = ids.map((certificate, at) => ({ certificate, awardedOn: `2021-05-${String(at + 1).padStart(2, '0')}` }));
  const { id } = await correct(rows);
  expect(await ended(id)).toMatchObject({ total: 21, processed: 21, skipped: 0 });
  const awards = await Promise.all(ids.map(async (one) => (await read(one)).awardedOn));
  expect(awards).toEqual(rows.map(({ awardedOn }) => awardedOn));
});

test('a dry run has warnings about values of the table that look wrong, and about no others', async () => {
  const [odd, same, other] = [
    await issue({ variables: { ...VARIABLES, name: 'ADA LOVELACE' } }),
    await issue(),
    await issue(),
  ];
  const rows: Rows = [
    { certificate: odd.id, awardedOn: '2021-05-03' },
    { certificate: same.id, variables: { name: 'undefined undefined' } },
    { certificate: other.id, variables: { name: 'grace hopper', course: '#N/A' } },
  ];
  const { warnings = [] } = await correct(rows, { dryRun: true });
  expect(warnings.map(({ path, code }) => `${path}: ${code}`).sort()).toEqual([
    'rows[1].variables.name: looks_missing',
    'rows[2].variables.course: looks_like_error',
    'rows[2].variables.name: all_small',
  ]);
});

test('a fault in one row corrects nothing, and every fault has its row', async () => {
  const foreign = await laurel.issue(await laurel.tenant());
  const [good, revoked] = [await issue(), await issue()];
  await post(`/${revoked.id}/revoke`, { reason: 'Lost' });
  const change = { variables: { name: 'Ada Byron' } };
  const rows = [
    { certificate: good.id, ...change },
    { certificate: foreign.id, ...change },
    { certificate: good.verificationUrl, ...change },
    { certificate: revoked.id, ...change },
    { certificate: (await issue()).id, variables: { name: ' ', shoeSize: '40' } },
    { certificate: (await issue()).id, awardedOn: '2999-01-01' },
  ];
  const faults = [
    'rows[1].certificate: unknown_certificate',
    'rows[2].certificate: repeated',
    'rows[3].certificate: certificate_revoked',
    'rows[4].variables.shoeSize: unknown_variable',
    'rows[4].variables.name: blank',
    'rows[5].awardedOn: too_late',
  ];
  expect(await faultsOf(correct(rows, { dryRun: true }))).toEqual(faults);
  expect(await faultsOf(correct(rows))).toEqual(faults);
  expect((await read(good.id)).revision).toBe(1);
});

test('corrections e-mail those that have an address, and run once for one key', async () => {
  const addressed = await issue({ recipientEmail: 'one@correction-table.example' });
  const [other, addressedNow] = [await issue(), await issue()];
  const { certificates } = nativeClient(laurel, { ...session, 'Idempotency-Key': 'corrections' });
  const rows: Rows = [addressed, other].map(({ id }) => ({ certificate: id, variables: { name: 'Grace Murray' } }));
  rows.push({ certificate: addressedNow.id, recipientEmail: 'two@correction-table.example' });
  const input = { rows, reason: 'Married', sendEmail: true };
  const first = await certificates.correctByTable.mutate(input);
  expect(await certificates.correctByTable.mutate(input)).toEqual(first);
  await ended(first.id);
  expect((await read(other.id)).emailStatus).toBe('NONE');
  for (const { id } of [addressed, addressedNow]) expect((await read(id)).emailStatus).not.toBe('NONE');
});

test('a table whose corrections SQL has changed is not carried out', async () => {
  const { id } = await issue();
  const { id: actionId } = await correct([{ certificate: id, awardedOn: '2021-05-03' }]);
  await ended(actionId);
  const forged = `{"variables":{"name":"Mallory"}}`;
  await query(laurel, `update bulk_actions set corrections = array['${forged}'] where id = '${actionId}'`);
  const key = { organisationId: tenant.organisationId, actionId: String(actionId) };
  await expect(runBulkAction(laurel.installation.services, key)).rejects.toThrow('changed outside');
});
