import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { recordAction } from '../../domain/audit/record.ts';
import { sealChains } from '../../domain/audit/seal-chains.ts';
import { appRouter } from '../../procedures/router.ts';
import { operate } from '../support/command.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { type Fixture, MUTATIONS, makeFixture, RECORD_NOTHING, statusOf } from '../support/mutations.ts';
import { nativeClient, PASSWORD } from '../support/people.ts';
import { TableFaults } from '../support/table-faults.ts';

let fixture: Fixture;
let faults: TableFaults;
beforeAll(async () => {
  // Without workers, only the call under test writes.
  const laurel = await Laurel.start({ ROLE: 'api', LOG_LEVEL: 'silent' });
  fixture = await makeFixture(laurel, 'owner@example.org');
  faults = await TableFaults.install(laurel);
});

const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
  .filter(([, { _def }]) => _def.type === 'mutation')
  .map(([name]) => name)
  .sort();

/** Entries of the organisation and of its test mode, whose clock can be ahead. */
const recorded = async ({ laurel, tenant }: Fixture) => {
  const { rows } = await sql<{ id: string; action: string }>`
    select id, action from audit_entries where live_organisation(organisation_id) = ${tenant.organisationId} order by id`.execute(
    database(laurel.installation.services.em()),
  );
  return rows;
};

/** Returns the actions that were recorded since. */
async function recordedSince(before: Awaited<ReturnType<typeof recorded>>): Promise<string[]> {
  const known = new Set(before.map(({ id }) => id));
  return (await recorded(fixture)).filter(({ id }) => !known.has(id)).map(({ action }) => action);
}

const prepared = async (action: string) => {
  const call = await MUTATIONS[action]?.(fixture);
  if (!call) throw new Error(`${action} is not a mutation`);
  return call;
};

test('every mutation is recorded or has a reason not to be', () => {
  expect([...Object.keys(MUTATIONS), ...Object.keys(RECORD_NOTHING)].sort()).toEqual(mutations);
});

/** Actions that another one includes. The periodic check expects an entry for each correction. */
const INCLUDED: Readonly<Record<string, string[]>> = { 'requests.accept': ['certificates.correct'] };

test.each(Object.keys(MUTATIONS))('%s leaves one audit entry', async (action) => {
  const call = await prepared(action);
  const before = await recorded(fixture);
  expect(await statusOf(call)).toBe(200);
  expect(await recordedSince(before)).toEqual([...(INCLUDED[action] ?? []), action]);
});

test.each(Object.keys(MUTATIONS))('%s has no effect if its audit entry cannot be written', async (action) => {
  const call = await prepared(action);
  const before = await faults.snapshot();
  await faults.arm([{ table: 'public.audit_entries', operation: 'INSERT', nth: null }]);
  const status = await statusOf(call);
  await faults.reset();
  expect([status, await faults.snapshot()]).toEqual([500, before]);
  expect(await statusOf(call)).toBe(200);
});

test('leaves no entry for a second revocation, a dry run or a replayed response', async () => {
  const { owner, tenant, laurel } = fixture;
  const input = { templateId: tenant.templateId, variables: VARIABLES };
  const { id } = await owner.certificates.generate.mutate(input);
  await owner.certificates.revoke.mutate({ id, reason: 'a mistake' });
  const before = await recorded(fixture);
  await owner.certificates.revoke.mutate({ id, reason: 'another' });
  await owner.certificates.generate.mutate({ ...input, dryRun: true });
  const headers = { ...fixture.session, 'Idempotency-Key': 'once' };
  for (let count = 0; count < 2; count++) await nativeClient(laurel, headers).certificates.generate.mutate(input);
  expect(await recordedSince(before)).toEqual(['certificates.generate']);
});

test('records certificates issued with a key in the ledger under its name, and not in the audit log', async () => {
  const { owner, tenant, laurel } = fixture;
  const { key, templateId } = tenant;
  const before = await recorded(fixture);
  const { id } = (await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } })).body;
  const batch = { templateId, recipients: [{ variables: VARIABLES }] };
  const { batchId } = (await laurel.call('/batches', { key, body: batch })).body;
  expect(await recorded(fixture)).toEqual(before);
  const { entries } = await owner.credits.ledger.query({ limit: 2 });
  expect(entries.map(({ actor, certificateId, batchId }) => [actor, certificateId, batchId])).toEqual([
    ['API key “test”', null, batchId],
    ['API key “test”', id, null],
  ]);
});

test("records an operator's commands, and lists them on request", async () => {
  const { laurel, tenant, owner } = fixture;
  const organisation = ['--organisation', tenant.organisationId];
  await operate(laurel, 'credits', 'grant', ...organisation, '--amount', '7');
  await operate(laurel, 'user', 'create', ...organisation, '--email', 'new@example.org', '--password', PASSWORD);
  const { entries } = await owner.audit.list.query({ limit: 2, withOperator: true });
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['Operator', 'members.add', 'new@example.org'],
    ['Operator', 'credits.add', '7'],
  ]);
  const shown = (await owner.audit.list.query({ limit: 100 })).entries.map(({ actor }) => actor);
  expect(shown).not.toContain('Operator');
});

test('a chain with more entries than a run authenticates is authenticated by the following runs', async () => {
  const { laurel } = fixture;
  const { services } = laurel.installation;
  const tenant = await laurel.tenant();
  const context = laurel.context(tenant);
  await services.em().transactional(async (em) => {
    for (let count = 0; count < 1001; count++)
      await recordAction(em, context, { action: 'organisation.update', subject: null });
  });
  const runs = [await sealChains(services), await sealChains(services)];
  expect(runs.flat()).not.toContain(tenant.organisationId);
  const { rows } = await sql<{ left: number }>`select (entries - sealed_entries)::int as left from audit_heads
    where organisation_id = ${tenant.organisationId} and entries > 1000`.execute(database(services.em()));
  expect(rows).toEqual([{ left: 0 }]);
});
