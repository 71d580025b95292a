import { readFile } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { operate } from '../support/command.ts';
import { figure } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { logged } from '../support/log.ts';

/** Attacks by SQL with values that the product never writes, so that a check fails instead of finding them. */

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start({ RATE_LIMIT_VERIFY: '1000000', RATE_LIMIT_DEFAULT: '1000000' });
  tenant = await laurel.tenant({ credits: 1000 });
});

const run = <Row = unknown>(statement: RawBuilder<Row>) =>
  statement.execute(database(laurel.installation.services.em()));

interface Breach {
  invariant: string;
  id: string | null;
}

async function breaches(): Promise<Breach[]> {
  const { out } = await operate(laurel, 'reconcile');
  return out === '' ? [] : JSON.parse(out).breaches;
}

test('a value that cannot be read fails the verification, and hides no other breach from reconcile', async () => {
  const [one, other] = [await laurel.issue(tenant), await laurel.issue(tenant)];
  await logged(laurel);
  const certificate = sql`update certificates set`;
  const here = sql`where id = ${one.id}`;
  const attacks: Record<string, RawBuilder<unknown>> = {
    'statement that is no JSON': sql`update seals set statement = 'x' where certificate_id = ${one.id}`,
    'statement that is nested too deeply': sql`update seals set statement = repeat('[', 100000) where certificate_id = ${one.id}`,
    'endless time of a seal': sql`update seals set created_at = 'infinity' where certificate_id = ${one.id}`,
    'endless time of issue': sql`${certificate} created_at = 'infinity' ${here}`,
    'time of issue before all others': sql`${certificate} created_at = '-infinity' ${here}`,
    'time of issue after JavaScript ends': sql`${certificate} created_at = '290000-01-01' ${here}`,
    'endless expiry': sql`${certificate} expires_at = 'infinity' ${here}`,
    'endless revocation': sql`${certificate} revoked_at = 'infinity' ${here}`,
    'endless award date': sql`${certificate} awarded_on = 'infinity' ${here}`,
    'award date before Christ': sql`${certificate} awarded_on = '0044-03-15 BC' ${here}`,
    'negative place in the status list': sql`${certificate} status_number = -5 ${here}`,
    'place beyond all status lists': sql`${certificate} status_number = 9223372036854775807 ${here}`,
    'number that is too large': sql`${certificate} variables = variables || '{"name": 1e400}' ${here}`,
  };
  await run(sql`create schema kept`);
  await run(sql`create table kept.seals as select * from seals`);
  const { rows: columns } = await run(sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'certificates' and is_generated = 'NEVER'`);
  const set = sql.join(columns.map(({ name }) => sql`${sql.ref(name)} = k.${sql.ref(name)}`));
  await run(sql`create table kept.certificates as select * from certificates`);
  await run(sql`update certificates set recipient_name = 'Mallory' where id = ${other.id}`);
  const wrong: string[] = [];
  for (const [name, attack] of Object.entries(attacks)) {
    await run(attack);
    const { status, body } = await laurel.call(`/verify/${one.verificationHash}`);
    if (status !== 200 || body.valid || body.integrityVerified) wrong.push(`${name}: verification`);
    const page = await fetch(`${laurel.url}/verify/${one.verificationHash}`);
    if (page.status !== 200) wrong.push(`${name}: page`);
    const found = await breaches();
    if (!found.some(({ id }) => id === one.id)) wrong.push(`${name}: reconcile`);
    if (!found.some(({ id }) => id === other.id)) wrong.push(`${name}: other certificates`);
    await run(sql`update certificates c set ${set} from kept.certificates k where k.id = c.id and c.id = ${one.id}`);
    await run(sql`update seals s set statement = k.statement, created_at = k.created_at from kept.seals k
      where k.certificate_id = s.certificate_id and k.number = s.number`);
  }
  await run(sql`update certificates c set ${set} from kept.certificates k where k.id = c.id`);
  await run(sql`drop schema kept cascade`);
  expect(await breaches()).toEqual([]);
  const what = `unreadable values of ${Object.keys(attacks).length} that went unnoticed`;
  figure({ fault: 'F29', what, measured: wrong.join(', ') || 'none', wanted: 'none' });
});

test('an endless time is not taken for a missing one', async () => {
  const attacks = [
    sql`update templates set archived_at = 'infinity' where id = ${tenant.templateId}`,
    sql`update api_keys set revoked_at = 'infinity' where organisation_id = ${tenant.organisationId}`,
  ];
  const restore = [
    sql`update templates set archived_at = null where id = ${tenant.templateId}`,
    sql`update api_keys set revoked_at = null where organisation_id = ${tenant.organisationId}`,
  ];
  for (const attack of attacks) {
    await run(attack);
    expect((await breaches()).map(({ invariant }) => invariant)).toContain('authenticity');
    for (const statement of restore) await run(statement);
  }
});

test('rules of a template that became a text are refused', async () => {
  const design = JSON.parse(await readFile('test/support/small-diploma.json', 'utf8'));
  const ruled = { ...design, name: 'Ruled', validity: { months: 12 } };
  const { id: templateId } = await importTemplate(laurel.context(tenant), ruled);
  const issue = () => laurel.call('/certificates', { key: tenant.key, body: { templateId, variables: VARIABLES } });
  expect((await issue()).body.expiresAt).not.toBeNull();
  // The text is the canonical JSON of the rules.
  await run(sql`update template_versions set rules = to_jsonb(replace(replace(rules::text, ': ', ':'), ', ', ','))
    where template_id = ${templateId}`);
  const { status } = await issue();
  expect(status).not.toBe(201);
  expect((await breaches()).length).toBeGreaterThan(0);
});
