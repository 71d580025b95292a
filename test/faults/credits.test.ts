import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { addCredits } from '../../domain/credits/add.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { figure, scale } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

let laurel: Laurel;
beforeAll(async () => {
  // Without a worker, only the tests end renderings.
  laurel = await Laurel.start({ ROLE: 'api', RATE_LIMIT_CERTIFICATES: '100000', RATE_LIMIT_DEFAULT: '100000' });
});

test('exactly one of many concurrent callers spends the last credit', async () => {
  const { key, templateId } = await laurel.tenant({ credits: 1 });
  const callers = scale(60, 1000);
  const body = { templateId, variables: VARIABLES };
  const answers = await Promise.all(Array.from({ length: callers }, () => laurel.call('/certificates', { key, body })));
  const won = answers.filter(({ status }) => status === 201);
  // On a slow machine some calls wait too long for a connection, and get 503.
  const refused = answers.filter(({ status, body: { error } }) =>
    status === 503 ? error.code === 'SERVICE_UNAVAILABLE' : status === 403 && error.code === 'INSUFFICIENT_CREDITS',
  );
  expect(refused).toHaveLength(callers - 1);
  figure({ fault: 'F6', what: `winners among ${callers} for one credit`, measured: String(won.length), wanted: '1' });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 0 });
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

/** Model of the platform's state. */
interface Model {
  balance: number;
  entries: number;
  /** Certificates by the outcomes that are still possible. */
  pending: string[];
  failed: string[];
}

interface Real {
  tenant: Tenant;
}

type Step = fc.AsyncCommand<Model, Real>;

const step = (
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Step => ({
  check,
  run,
  toString: () => name,
});

const anyOf = (ids: readonly string[], pick: number): string => ids[pick % ids.length] ?? '';

const issueOne = step(
  'issue',
  () => true,
  async (model, { tenant: { key, templateId } }) => {
    const { status, body } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } });
    if (model.balance === 0) {
      expect([status, body.credits]).toEqual([403, { current: 0, required: 1 }]);
      return;
    }
    expect([status, body.credits]).toEqual([201, { consumed: 1, remaining: model.balance - 1 }]);
    model.balance--;
    model.entries++;
    model.pending.push(body.id);
  },
);

const issueBatch = (size: number) =>
  step(
    `batch of ${size}`,
    () => true,
    async (model, { tenant: { key, templateId } }) => {
      const recipients = Array.from({ length: size }, () => ({ variables: VARIABLES }));
      const { status, body } = await laurel.call('/batches', { key, body: { templateId, recipients } });
      expect(status).toBe(model.balance >= size ? 201 : 403);
      if (status !== 201) return;
      model.balance -= size;
      model.entries++;
      model.pending.push(...body.certificates.map(({ id }: { id: string }) => id));
    },
  );

const grant = (amount: number) =>
  step(
    `grant ${amount}`,
    () => true,
    async (model, { tenant }) => {
      const context = laurel.context(tenant);
      const { balance } = await addCredits(context, { amount, note: 'model' });
      model.balance += amount;
      model.entries++;
      expect(balance).toBe(model.balance);
    },
  );

/** Concurrent runs can give up the same rendering, but the credit is refunded once. */
const fail = (pick: number, runs: number) =>
  step(
    `fail ${runs} times`,
    ({ pending }) => pending.length > 0,
    async (model, { tenant: { organisationId } }) => {
      const certificateId = anyOf(model.pending, pick);
      const { services } = laurel.installation;
      await Promise.all(Array.from({ length: runs }, () => failRendering(services, { organisationId, certificateId })));
      model.pending = model.pending.filter((id) => id !== certificateId);
      model.failed.push(certificateId);
      model.balance++;
      model.entries++;
    },
  );

const failAgain = (pick: number) =>
  step(
    'fail again',
    ({ failed }) => failed.length > 0,
    async ({ failed }, { tenant: { organisationId } }) =>
      failRendering(laurel.installation.services, { organisationId, certificateId: anyOf(failed, pick) }),
  );

const revoke = (pick: number) =>
  step(
    'revoke',
    ({ pending, failed }) => pending.length + failed.length > 0,
    async ({ pending, failed }, { tenant: { key } }) => {
      const path = `/certificates/${anyOf([...pending, ...failed], pick)}/revoke`;
      expect((await laurel.call(path, { key, body: { reason: 'model' } })).status).toBe(200);
    },
  );

const compare = async (model: Model, { tenant }: Real) => {
  const { rows } = await sql<{ balance: number; total: string; entries: number }>`
    select b.balance, sum(e.amount) as total, count(*) as entries
    from credit_balances b join credit_entries e on e.organisation_id = b.organisation_id
    where b.organisation_id = ${tenant.organisationId} group by b.balance`.execute(
    database(laurel.installation.services.em()),
  );
  const [row] = rows;
  expect([row?.balance, Number(row?.total), row?.entries]).toEqual([model.balance, model.balance, model.entries]);
};

test('the ledger equals the balance after any sequence of issues, refunds, grants and revocations', async () => {
  const length = scale(50, 500);
  const runs = scale(2, 20);
  let steps = 0;
  const pick = fc.nat(1000);
  const commands = fc.commands(
    [
      fc.constant(issueOne),
      fc.integer({ min: 1, max: 8 }).map(issueBatch),
      fc.integer({ min: 1, max: 10 }).map(grant),
      fc.tuple(pick, fc.integer({ min: 1, max: 3 })).map(([at, times]) => fail(at, times)),
      pick.map(failAgain),
      pick.map(revoke),
    ],
    { maxCommands: length, size: 'max' },
  );
  const property = fc.asyncProperty(commands, async (given) => {
    const tenant = await laurel.tenant({ credits: 20 });
    const model: Model = { balance: 20, entries: 1, pending: [], failed: [] };
    const real = { tenant };
    await fc.asyncModelRun(() => ({ model, real }), given);
    steps += [...given].length;
    await compare(model, real);
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  const { violations } = await reconcile(laurel.installation.services);
  figure({
    fault: 'F7',
    what: `breaches of the ledger after ${steps} random steps`,
    measured: violations.length,
    wanted: 0,
  });
});
