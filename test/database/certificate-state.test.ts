import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MikroORM, openDatabase } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { CERTIFICATE_STATES, defineStates, hasState, stateOf } from '../../domain/certificates/state.ts';
import { createTestDatabase } from '../support/postgres.ts';

let orm: MikroORM;
beforeAll(async () => {
  orm = await openDatabase((await createTestDatabase()).url);
});
afterAll(() => orm.close());

/** Few times, 1 ms apart, so that columns and the current time often coincide. */
const NOON = Date.UTC(2026, 10, 21, 12);
const moment = fc.integer({ min: -2, max: 2 }).map((ms) => new Date(NOON + ms));
const facts = fc.record({ revokedAt: fc.option(moment), expiresAt: fc.option(moment) });
type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never;

const WITH_EXPIRY = defineStates('GENERATED', [
  { state: 'REVOKED', column: 'revokedAt', when: 'set' },
  { state: 'EXPIRED', column: 'expiresAt', when: 'reached' },
]);

/** Returns the states of each row in SQL. The rows have only a few columns of a certificate. */
async function statesBySql(
  { names, hasState: condition }: Pick<typeof WITH_EXPIRY, 'names' | 'hasState'>,
  { revokedAt, expiresAt }: Facts,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ states: boolean[] }>`
    select array[${sql.join(names.map((name) => condition(name, now)))}] as states
    from (values (${revokedAt}::timestamptz, ${expiresAt}::timestamptz)) as c (revoked_at, expires_at)`.execute(
    database(orm.em.fork()),
  );
  return names.filter((_, index) => rows[0]?.states[index]);
}

test.each([
  { name: 'today', states: { names: CERTIFICATE_STATES, stateOf, hasState } },
  { name: 'with an expiry', states: WITH_EXPIRY },
])('a certificate has one state at a time, the same in SQL: $name', async ({ states }) => {
  await fc.assert(
    fc.asyncProperty(facts, moment, async (row, now) => {
      expect(await statesBySql(states as typeof WITH_EXPIRY, row, now)).toEqual([states.stateOf(row, now)]);
    }),
    { numRuns: 300 },
  );
});

test('a revocation precedes an expiry, which begins at its time', () => {
  const [before, at] = [new Date(NOON - 1), new Date(NOON)];
  expect(WITH_EXPIRY.stateOf({ expiresAt: at }, before)).toBe('GENERATED');
  expect(WITH_EXPIRY.stateOf({ expiresAt: at }, at)).toBe('EXPIRED');
  expect(WITH_EXPIRY.stateOf({ revokedAt: at, expiresAt: at }, at)).toBe('REVOKED');
});
