import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeJudgedBy } from '../proof/judges.ts';
import { breachesOf } from '../support/crash.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { serverRefusal } from '../support/log.ts';
import { nativeClient, sessionOf, signInAs } from '../support/people.ts';
import { PgBouncer } from '../support/pgbouncer.ts';
import { createTestDatabase } from '../support/postgres.ts';

describeJudgedBy(['pgbouncer'], 'behind pgbouncer in transaction mode', () => {
  let bouncer: PgBouncer;
  let laurel: Laurel;
  let tenant: Tenant;
  let directUrl: string;

  beforeAll(async () => {
    directUrl = (await createTestDatabase()).url;
    bouncer = await PgBouncer.start(directUrl);
    laurel = await Laurel.start({ DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: directUrl });
    tenant = await laurel.tenant();
  });
  afterAll(() => bouncer?.stop());

  test('fulfils the contract: certificates, batches, verification, branding, lists and a repeated key', async () => {
    const { key, templateId } = tenant;
    const get = async (path: string) => (await laurel.call(path, { key })).body;
    expect((await get('/templates')).templates).toMatchObject([{ id: templateId }]);
    expect(await get(`/templates/${templateId}`)).toMatchObject({ id: templateId, timesUsed: 0 });
    const issued = await laurel.issue(tenant);
    expect(issued).toMatchObject({ renderStatus: 'COMPLETED' });
    expect((await laurel.call(`/certificates/${issued.id}/download`, { key })).status).toBe(302);
    expect((await fetch(issued.pdfUrl)).status).toBe(200);
    expect(await get(`/verify/${issued.verificationHash}`)).toMatchObject({ valid: true, integrityVerified: true });
    const recipients = Array.from({ length: 5 }, (_, index) => ({
      variables: { ...VARIABLES, name: `Name ${index}` },
    }));
    const { batchId } = (await laurel.call('/batches', { key, body: { templateId, recipients } })).body;
    expect(await laurel.completed(key, batchId)).toMatchObject({ processedCount: 5, failedCount: 0 });
    const branding = { brandColor: '#112233' };
    expect((await laurel.call('/organisation', { key, body: branding, method: 'PUT' })).body).toMatchObject(branding);
    expect((await get('/certificates?limit=3')).certificates).toHaveLength(3);
    const revoked = await laurel.call(`/certificates/${issued.id}/revoke`, { key, body: { reason: 'test' } });
    expect(revoked.body).toMatchObject({ status: 'REVOKED' });
    const twice = await Promise.all(
      [1, 2].map(() =>
        laurel.call('/certificates', {
          key,
          headers: { 'Idempotency-Key': 'once' },
          body: { templateId, variables: VARIABLES },
        }),
      ),
    );
    expect(twice.map(({ status }) => status).every((status) => status === 201 || status === 409)).toBe(true);
    expect(await get('/credits')).toEqual({ balance: 100 - 1 - 5 - 1 });
  });

  test("people sign in, and the dashboard's calls work", async () => {
    const session = await sessionOf(laurel, tenant, 'owner@example.org', 'owner');
    expect((await nativeClient(laurel, session).members.list.query()).members).toMatchObject([{ role: 'owner' }]);
    expect((await signInAs(laurel, 'owner@example.org', 'a wrong password')).status).toBe(401);
  });

  test('a request waits for a lock as long as without the pooler, and leaves no limit on the connection', async () => {
    const { key, templateId, organisationId } = tenant;
    const blocker = new pg.Client({ connectionString: directUrl });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select from credit_balances where organisation_id = $1 for update', [organisationId]);
    const body = { templateId, variables: VARIABLES };
    const began = performance.now();
    const { status } = await laurel.call('/certificates', { key, body });
    const waited = performance.now() - began;
    await blocker.query('rollback');
    await blocker.end();
    expect(status).toBe(503);
    expect(waited).toBeLessThan(5_000);
    const other = new pg.Client({ connectionString: bouncer.url });
    await other.connect();
    const { rows } = await other.query('show lock_timeout');
    await other.end();
    expect(rows).toEqual([{ lock_timeout: '0' }]);
  });

  test('40 concurrent creations through 4 connections all succeed, and the ledger is correct', async () => {
    const body = { templateId: tenant.templateId, variables: VARIABLES };
    const made = await Promise.all(
      Array.from({ length: 40 }, () => laurel.call('/certificates', { key: tenant.key, body })),
    );
    expect(made.map(({ status }) => status)).toEqual(Array(40).fill(201));
    for (const { body } of made) await laurel.rendered(tenant.key, body.id);
    expect(await breachesOf(laurel)).toEqual([]);
  });

  test('the start fails with the remedy if DATABASE_DIRECT_URL is missing or names the pooler', async () => {
    const alone = await serverRefusal(laurel, { DATABASE_DIRECT_URL: '' });
    expect(alone).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^laurel: DATABASE_URL: .*set DATABASE_DIRECT_URL to that of PostgreSQL itself, too$/m,
      ),
    });
    const both = await serverRefusal(laurel, { DATABASE_DIRECT_URL: bouncer.url });
    expect(both).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^laurel: DATABASE_DIRECT_URL: .*set it to that of PostgreSQL itself$/m),
    });
  });

  test('detects a pooler that ignores start-up parameters and one in statement mode', async () => {
    const ignore_startup_parameters = 'idle_in_transaction_session_timeout, statement_timeout, lock_timeout';
    const lax = await PgBouncer.start(directUrl, { ignore_startup_parameters });
    expect(await serverRefusal(laurel, { DATABASE_URL: lax.url, DATABASE_DIRECT_URL: '' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('set DATABASE_DIRECT_URL'),
    });
    await lax.stop();
    const strict = await PgBouncer.start(directUrl, { pool_mode: 'statement' });
    const waiting = await serverRefusal(laurel, { DATABASE_URL: strict.url, LOG_LEVEL: 'warn' });
    expect(waiting.err).toContain('set its pool_mode to transaction: the process waits');
    await strict.stop();
  });
});
