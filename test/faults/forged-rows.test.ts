import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import { addCredits } from '../../domain/credits/add.ts';
import { authenticate } from '../support/authentic.ts';
import { operate } from '../support/command.ts';
import { figure, timing } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { logged } from '../support/log.ts';
import { codeOf, createMember, nativeClient, PASSWORD, sessionOf, signInAs } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

/** Attacks by someone who can write every row of the database, but has none of the installation's secrets. */

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start(
    { RATE_LIMIT_VERIFY: '1000000', RATE_LIMIT_DEFAULT: '1000000', LOG_LEVEL: 'info' },
    { isApart: true },
  );
  tenant = await laurel.tenant({ credits: 1000 });
});

const run = (statement: RawBuilder<unknown>) => statement.execute(database(laurel.installation.services.em()));
const verify = async (hash: string) => (await laurel.call(`/verify/${hash}`)).body;
const renderJob = (organisationId: string, certificateId: string) =>
  run(sql`select laurel_renders.add_job('render-certificate',
    ${JSON.stringify({ organisationId, certificateId })}::json, max_attempts => 10)`);

/** Waits until the queue of renderings is empty. Returns the certificate's row. */
async function afterRendering(id: string) {
  const jobs = sql<{ payload: object }>`select payload from laurel_renders._private_jobs`;
  const read = async () => (await jobs.execute(database(laurel.installation.services.em()))).rows;
  await waitFor('an empty queue of renderings', read, ({ length }) => length === 0);
  const { rows } = await sql<{ renderStatus: string; seals: number }>`select render_status,
    (select count(*)::int from seals s where s.certificate_id = c.id) as seals from certificates c where id = ${id}`.execute(
    database(laurel.installation.services.em()),
  );
  return rows[0];
}

/** Copies a certificate under another id with changes, as someone with access only to SQL would. */
async function forged(model: string, changes: Record<string, unknown>) {
  const { rows } = await sql<{ id: string; hash: string }>`insert into certificates
    (organisation_id, id, template_organisation_id, template_id, template_version, template_name, issuer_name, address, recipient_name,
     variables, verification_hash, nonce, file_key, proof_salt, created_at, awarded_on, time_zone, render_status, status_number, mac)
    select organisation_id, gen_random_uuid(), template_organisation_id, template_id, template_version, template_name, issuer_name, address,
      ${changes.name ?? 'Mallory'}, variables, sha256(gen_random_uuid()::text::bytea), nonce, file_key, proof_salt, now(), awarded_on, time_zone, 'PENDING',
      (select next from status_lists l where l.organisation_id = c.organisation_id) + 100 + floor(random() * 10000), mac
    from certificates c where id = ${model} returning id, encode(verification_hash, 'hex') as hash`.execute(
    database(laurel.installation.services.em()),
  );
  const [row] = rows;
  if (!row) throw new Error('nothing was inserted');
  await run(sql`insert into credit_entries (organisation_id, id, kind, amount, certificate_id, created_at, number, mac)
    select organisation_id, gen_random_uuid(), 'DEBIT', -1, ${row.id}, now(),
      (select max(number) + 1 from credit_entries e where e.organisation_id = c.organisation_id), mac
    from certificates c where id = ${model}`);
  return row;
}

const refusals = () => laurel.logged.split('\n').filter((line) => line.includes('"security":true'));

test('a certificate that SQL inserted is not valid, and no worker signs it', async () => {
  const genuine = await laurel.issue(tenant);
  const { id, hash } = await forged(genuine.id, {});
  const before = refusals().length;
  const pending = await verify(hash);
  await renderJob(tenant.organisationId, id);
  const row = await afterRendering(id);
  const after = await verify(hash);
  figure({ fault: 'F34', what: 'forged certificate: seals made', measured: row?.seals ?? -1, wanted: 0 });
  expect([pending.valid, pending.integrityVerified]).toEqual([false, false]);
  expect([after.valid, after.integrityVerified]).toEqual([false, false]);
  expect(refusals().length).toBeGreaterThan(before);
  const { balance } = (await laurel.call('/credits', { key: tenant.key })).body;
  expect(balance).toBe(999);
});

test('a rendering that is queued again signs nothing again', async () => {
  const { id, verificationHash } = await laurel.issue(tenant);
  await logged(laurel);
  await renderJob(tenant.organisationId, id);
  expect(await afterRendering(id)).toEqual({ renderStatus: 'COMPLETED', seals: 1 });
  // Resets the rows to their earlier state. Only the log still shows the later one.
  await run(sql`delete from seals where certificate_id = ${id}`);
  await run(sql`update certificates set render_status = 'PENDING', pdf_digest = null, image_digest = null,
    credential_digest = null where id = ${id}`);
  await renderJob(tenant.organisationId, id);
  const row = await afterRendering(id);
  figure({
    fault: 'F34',
    what: 'finished rendering inserted again: seals made',
    measured: row?.seals ?? -1,
    wanted: 0,
  });
  expect(await verify(verificationHash)).toMatchObject({ valid: false, integrityVerified: false });
});

/** Returns the list that a certificate's credential names, and the certificate's place in it. */
async function statusListOf({ id }: { id: string }) {
  const { body } = await laurel.call(`/certificates/${id}/credential`, { key: tenant.key });
  const { statusListCredential, statusListIndex } = body.credentialStatus;
  const list = (await (await fetch(statusListCredential)).json()) as {
    validFrom: string;
    credentialSubject: { encodedList: string };
  };
  return { list, index: Number(statusListIndex) };
}

/** Returns the certificate's bit in the list that its credential names. */
async function isRevokedForWallets(certificate: { id: string }): Promise<boolean> {
  const { list, index } = await statusListOf(certificate);
  const { encodedList } = list.credentialSubject;
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

/** Waits until the certificate's list is signed again. A list is kept for 10 s. */
async function untilSignedAgain(certificate: { id: string }): Promise<void> {
  const read = async () => (await statusListOf(certificate)).list.validFrom;
  const before = await read();
  await waitFor('a newly signed list', read, (validFrom) => validFrom !== before, { everyMs: 500 });
}

test('a revocation undone by SQL is noticed immediately, and stays in the status list', async () => {
  const attacks: Record<string, (id: string) => RawBuilder<unknown>[]> = {
    'status cleared': (id) => [clear(id)],
    'statement deleted': (id) => [deleteStatement(id)],
    'status cleared and statement deleted': (id) => [clear(id), deleteStatement(id)],
    'row put back': (id) => [putBack(id)],
    'row and statements put back': (id) => [putBack(id), deleteStatement(id)],
    'row, statements and index of the log put back': (id) => [putBack(id), deleteStatement(id), deleteLeaf(id)],
    'statement replaced by an older one': (id) => [
      sql`update seals s set statement = o.statement, signature = o.signature from seals o
        where s.certificate_id = ${id} and s.number = 1 and o.certificate_id = ${id} and o.number = 0`,
    ],
  };
  const names = Object.keys(attacks);
  const certificates = await Promise.all(names.map(() => laurel.issue(tenant)));
  await run(sql`create table kept as select * from certificates where organisation_id = ${tenant.organisationId}`);
  for (const { id } of certificates)
    await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: 'plagiarism' } });
  await logged(laurel);
  for (const [index, { id }] of certificates.entries())
    for (const statement of attacks[names[index] ?? '']?.(id) ?? []) await run(statement);
  await untilSignedAgain(certificates[0]);
  const unnoticed: string[] = [];
  for (const [index, certificate] of certificates.entries()) {
    const { valid, integrityVerified } = await verify(certificate.verificationHash);
    if (valid || integrityVerified) unnoticed.push(`${names[index]}: verification`);
    if (!(await isRevokedForWallets(certificate))) unnoticed.push(`${names[index]}: status list`);
  }
  await run(sql`drop table kept`);
  const what = `undone revocations of ${names.length} that went unnoticed`;
  figure({ fault: 'F35', what, measured: unnoticed.join(', ') || 'none', wanted: 'none' });
});

const clear = (id: string) => sql`update certificates set revoked_at = null, revoked_reason = null where id = ${id}`;
const deleteStatement = (id: string) => sql`delete from seals where certificate_id = ${id} and number > 0`;
const deleteLeaf = (id: string) => sql`delete from log_leaves where certificate_id = ${id} and number > 0`;
const putBack = (id: string) => sql`update certificates c set revoked_at = k.revoked_at,
  revoked_reason = k.revoked_reason, statement_number = k.statement_number, statement_digest = k.statement_digest, mac = k.mac
  from kept k where c.id = ${id} and k.id = ${id}`;

test('a deleted certificate does not become valid for wallets', async () => {
  const other = await laurel.tenant();
  const certificate = await laurel.issue(other);
  const { body } = await laurel.call(`/certificates/${certificate.id}/credential`, { key: other.key });
  const list = async () => (await fetch(body.credentialStatus.statusListCredential)).status;
  await laurel.call(`/certificates/${certificate.id}/revoke`, { key: other.key, body: { reason: 'plagiarism' } });
  await logged(laurel);
  expect(await list()).toBe(200);
  const here = sql`where certificate_id = ${certificate.id}`;
  await run(sql`delete from seals ${here}`);
  await run(sql`delete from log_leaves ${here}`);
  await run(sql`delete from certificates where id = ${certificate.id}`);
  // A signed list is kept for 10 s.
  await waitFor('a refused list', list, (status) => status === 500, { everyMs: 500 });
});

test('a finished bulk action whose row and job SQL restores changes nothing again', async () => {
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'bulk@forged.example', 'owner'));
  const [revoked, extended] = [await laurel.issue(tenant), await laurel.issue(tenant)];
  await run(sql`create table kept_actions as select * from bulk_actions where false`);
  await run(sql`create function keep_action() returns trigger language plpgsql
    as 'begin insert into kept_actions select new.*; return null; end'`);
  await run(sql`create trigger keep_action after insert on bulk_actions for each row execute function keep_action()`);
  await owner.certificates.revokeMany.mutate({ selection: { ids: [revoked.id] }, reason: 'a mistake' });
  const expiry = { selection: { ids: [extended.id] }, expiresAt: '2050-12-31', reason: 'an extension' };
  await owner.certificates.changeExpiryOfMany.mutate(expiry);
  const open = () => run(sql`select from bulk_actions where completed_at is null`);
  await waitFor('the end of both actions', open, ({ rows }) => rows.length === 0);
  await laurel.call(`/certificates/${revoked.id}/reinstate`, { key: tenant.key, body: {} });
  const never = { expiresAt: null, reason: 'a mistake' };
  await laurel.call(`/certificates/${extended.id}/expiry`, { key: tenant.key, body: never });
  const state = async () => {
    const { body } = await laurel.call(`/certificates/${revoked.id}`, { key: tenant.key });
    return [body.status, (await laurel.call(`/certificates/${extended.id}`, { key: tenant.key })).body.expiresAt];
  };
  expect(await state()).toEqual(['GENERATED', null]);
  await run(sql`delete from bulk_actions where id in (select id from kept_actions)`);
  await run(sql`drop trigger keep_action on bulk_actions`);
  await run(sql`insert into bulk_actions select * from kept_actions`);
  await run(sql`select laurel_tasks.add_job('run-bulk-action',
    json_build_object('organisationId', organisation_id, 'actionId', id)) from kept_actions`);
  await waitFor('the end of both repetitions', open, ({ rows }) => rows.length === 0);
  await run(sql`drop table kept_actions`);
  expect(await state()).toEqual(['GENERATED', null]);
});

test('an UPDATE neither revokes a certificate for wallets nor moves entries of the list', async () => {
  const [one, other] = [await laurel.issue(tenant), await laurel.issue(tenant)];
  await laurel.call(`/certificates/${other.id}/revoke`, { key: tenant.key, body: { reason: 'plagiarism' } });
  await run(sql`update certificates set revoked_at = now(), revoked_reason = 'forged' where id = ${one.id}`);
  await run(sql`create table kept_list as select * from status_lists where organisation_id = ${tenant.organisationId}`);
  await run(sql`update status_lists set secret = sha256(secret) where organisation_id = ${tenant.organisationId}`);
  await untilSignedAgain(one);
  const bits = [await isRevokedForWallets(one), await isRevokedForWallets(other)];
  await run(
    sql`update status_lists l set secret = k.secret from kept_list k where k.organisation_id = l.organisation_id`,
  );
  await run(sql`drop table kept_list`);
  figure({ fault: 'F36', what: 'bits that followed SQL', measured: bits.join(' '), wanted: 'false true' });
});

test('a draft or published design that SQL changed is neither published nor shown in the designer', async () => {
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'author@forged.example', 'owner'));
  const design = JSON.parse(await readFile('test/support/small-diploma.json', 'utf8'));
  const own = await owner.designs.create.mutate({ design });
  const other = await owner.designs.create.mutate({ design: { ...design, name: 'Other' } });
  const published = await owner.designs.publish.mutate({ ...other, revision: 1 });
  const changed = sql`replace(design, 'Computing', 'Forgery')`;
  const digest = sql`sha256(convert_to(${changed}, 'UTF8'))`;
  const [template, second] = [own.id, other.id].map((id) => sql`template_id = ${id}`);
  const drafts = sql`update template_drafts set`;
  const attempts: [string, RawBuilder<unknown>, { id: string; revision: number }][] = [
    ['design', sql`${drafts} design = ${changed} where ${template}`, { ...own, revision: 1 }],
    [
      'design and digest',
      sql`${drafts} design = ${changed}, digest = ${digest} where ${template}`,
      { ...own, revision: 1 },
    ],
    ['revision', sql`${drafts} revision = 9 where ${template}`, { ...own, revision: 9 }],
    [
      'published design and digest',
      sql`update template_versions set design = ${changed}, digest = ${digest} where ${second}`,
      { ...other, revision: published.revision },
    ],
  ];
  for (const [name, attack, input] of attempts) {
    await run(sql`create table kept_drafts as select * from template_drafts where ${template}`);
    await run(sql`create table kept_versions as select * from template_versions where ${second}`);
    await run(attack);
    const code = await owner.designs.publish.mutate(input).then(() => 'published', codeOf);
    expect([name, code]).toEqual([name, 'INTERNAL_ERROR']);
    // Nor is it shown in the designer, which could save it as a person's own, or restore it.
    const version = { id: other.id, version: 1 };
    const read = input.id === own.id ? owner.designs.get.query(own) : owner.designs.version.query(version);
    expect([name, await read.then(() => 'shown', codeOf)]).toEqual([name, 'INTERNAL_ERROR']);
    await run(sql`${drafts} design = k.design, digest = k.digest, revision = k.revision from kept_drafts k
      where template_drafts.template_id = k.template_id`);
    await run(sql`update template_versions v set design = k.design, digest = k.digest from kept_versions k
      where v.template_id = k.template_id`);
    await run(sql`drop table kept_drafts, kept_versions`);
  }
  // Unchanged again, both can be published.
  expect((await owner.designs.publish.mutate({ ...own, revision: 1 })).version).toBe(1);
  expect((await owner.designs.publish.mutate({ ...other, revision: published.revision })).version).toBe(2);
});

test('a key stays unusable if SQL clears its revocation or expiry, or restores an earlier copy of its row', async () => {
  const context = laurel.context(tenant);
  const revoked = await createApiKey(context, { name: 'revoked', scopes: ['credits:read'] });
  const expiresAt = new Date(Date.now() + 1000);
  const expired = await createApiKey(context, {
    ...{ name: 'expired', scopes: ['credits:read'], expiresAt },
  });
  const status = async (key: string) => (await laurel.call('/credits', { key })).status;
  expect(await status(revoked.key)).toBe(200);
  await run(sql`create table kept_key as select * from api_keys where id = ${revoked.id}`);
  await revokeApiKey(context, revoked.id);
  await waitFor(
    'the refusal of the revoked key',
    () => status(revoked.key),
    (now) => now === 401,
    { limitMs: 1000 },
  );
  await waitFor(
    'the expiry of the other key',
    () => context.now(),
    (now) => now > expiresAt,
  );
  await run(sql`update api_keys set revoked_at = null where id = ${revoked.id}`);
  await run(sql`update api_keys set expires_at = null where id = ${expired.id}`);
  expect([await status(revoked.key), await status(expired.key)]).toEqual([401, 401]);
  await run(sql`delete from api_keys where id = ${revoked.id}`);
  await run(sql`insert into api_keys select * from kept_key`);
  await run(sql`drop table kept_key`);
  expect(await status(revoked.key)).toBe(401);
});

test('a role that an operator lowered does not return if SQL restores an earlier copy of its row', async () => {
  const email = 'lowered@forged.example';
  const client = nativeClient(laurel, await sessionOf(laurel, tenant, email, 'admin'));
  const read = () => client.audit.list.query({}).then(() => 'read', codeOf);
  const own = sql`organisation_id = ${tenant.organisationId}
    and user_id = (select id from auth."user" where email = ${email})`;
  await run(sql`create table kept_member as select * from members where ${own}`);
  expect(await read()).toBe('read');
  await createMember(laurel, tenant, email, 'viewer');
  expect(await read()).toBe('FORBIDDEN');
  await run(sql`delete from members where ${own}`);
  await run(sql`insert into members select * from kept_member`);
  await run(sql`drop table kept_member`);
  expect(await read()).toBe('UNAUTHORIZED');
  await run(sql`delete from members where ${own}`);
});

test('added scopes and changed organisations or roles grant no access', async () => {
  const other = await laurel.tenant({ credits: 5 });
  const { id, key } = await createApiKey(laurel.context(tenant), { name: 'narrow', scopes: ['credits:read'] });
  await run(sql`update api_keys set scopes = '{certificates:write,organisation:write}' where id = ${id}`);
  expect((await laurel.call('/organisation', { key, method: 'PUT', body: {} })).status).toBe(401);
  await run(
    sql`update api_keys set scopes = '{credits:read}', organisation_id = ${other.organisationId} where id = ${id}`,
  );
  expect((await laurel.call('/credits', { key })).status).toBe(401);
});

test('a revoked key stays unusable without its audit entry', async () => {
  const context = laurel.context(tenant);
  const { id, key } = await createApiKey(context, { name: 'unwitnessed', scopes: ['credits:read'] });
  await revokeApiKey(context, id);
  await run(sql`delete from audit_entries where subject = ${id} and action = 'apiKeys.revoke'`);
  expect((await laurel.call('/credits', { key })).status).toBe(401);
});

test('a former password or session whose row SQL restores opens nothing, and is found', async () => {
  const email = 'former@forged.example';
  const session = await sessionOf(laurel, tenant, email, 'viewer');
  const own = sql`"userId" = (select id from auth."user" where email = ${email})`;
  await run(sql`create table kept_account as select * from auth.account where ${own}`);
  await run(sql`create table kept_session as select * from auth.session where ${own}`);
  const newPassword = 'another battery staple';
  const change = await fetch(`${laurel.url}/auth/change-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url, ...session },
    body: JSON.stringify({ currentPassword: PASSWORD, newPassword }),
  });
  expect(change.status).toBe(200);
  const statuses = async () => [
    (await signInAs(laurel, email)).status,
    (await signInAs(laurel, email, newPassword)).status,
  ];
  expect(await statuses()).toEqual([401, 200]);
  const before = (await breaches()).length;
  await run(sql`create table new_account as select * from auth.account where ${own}`);
  await run(sql`delete from auth.account where ${own}`);
  await run(sql`insert into auth.account select * from kept_account`);
  expect(await statuses()).toEqual([401, 401]);
  expect((await breaches()).length).toBe(before + 1);
  await run(sql`insert into auth.session select * from kept_session`);
  expect((await breaches()).length).toBe(before + 2);
  const opened = await fetch(`${laurel.url}/auth/get-session`, { headers: session });
  expect(await opened.json()).toBeNull();
  await run(sql`delete from auth.session where id in (select id from kept_session)`);
  await run(sql`delete from auth.account where ${own}`);
  await run(sql`insert into auth.account select * from new_account`);
  await run(sql`drop table kept_account, kept_session, new_account`);
  expect(await statuses()).toEqual([401, 200]);
  expect((await breaches()).length).toBe(before);
});

test('a row with a genuine code must match the last signed statement', async () => {
  const { id, verificationHash } = await laurel.issue(tenant);
  await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: 'plagiarism' } });
  await run(sql`update certificates set revoked_reason = 'nothing' where id = ${id}`);
  await authenticate(laurel.installation.services, 'certificates', sql`id = ${id}`);
  expect(await verify(verificationHash)).toMatchObject({ valid: false, integrityVerified: false });
  await run(sql`update certificates set revoked_at = null, revoked_reason = null where id = ${id}`);
  await authenticate(laurel.installation.services, 'certificates', sql`id = ${id}`);
  expect(await verify(verificationHash)).toMatchObject({ valid: false, integrityVerified: false });
});

/** Returns the breaches that reconcile prints. */
async function breaches(): Promise<{ invariant: string; id: string | null; message: string }[]> {
  const { out } = await operate(laurel, 'reconcile');
  return JSON.parse(out).breaches;
}

test('reconcile notices missing entries of the audit log and the ledger, and entries added by SQL', async () => {
  const other = await laurel.tenant({ credits: 10 });
  const { organisationId } = other;
  await addCredits(laurel.context(other), { amount: 5 });
  const before = (await breaches()).length;
  const own = sql`organisation_id = ${organisationId}`;
  const isLast = (table: string) => sql`${own} and number = (select max(number) from ${sql.table(table)} where ${own})`;
  const attacks: [string, 'audit_entries' | 'credit_entries' | 'credit_balances', RawBuilder<unknown>][] = [
    ['first audit entry deleted', 'audit_entries', sql`delete from audit_entries where ${own} and number = 1`],
    ['last audit entry deleted', 'audit_entries', sql`delete from audit_entries where ${isLast('audit_entries')}`],
    [
      'audit entry changed',
      'audit_entries',
      sql`update audit_entries set actor_name = 'x' where ${own} and number = 1`,
    ],
    [
      'credits granted',
      'credit_entries',
      sql`insert into credit_entries (organisation_id, id, kind, amount, note, created_at, number, mac)
      select organisation_id, gen_random_uuid(), 'GRANT', 1000000, 'x', now(), number + 1, mac
      from credit_entries where ${isLast('credit_entries')}`,
    ],
    ['balance raised', 'credit_balances', sql`update credit_balances set balance = balance + 1000000 where ${own}`],
    ['end put back', 'credit_balances', sql`update credit_balances set entries = entries - 1 where ${own}`],
    ['end of another', 'credit_balances', sql`update credit_balances set link = sha256(link) where ${own}`],
    ['last ledger entry deleted', 'credit_entries', sql`delete from credit_entries where ${isLast('credit_entries')}`],
  ];
  const unnoticed: string[] = [];
  for (const [name, table, attack] of attacks) {
    await run(sql`create table kept as select * from ${sql.table(table)} where ${own}`);
    await run(attack);
    if ((await breaches()).length <= before) unnoticed.push(name);
    await run(sql`delete from ${sql.table(table)} where ${own}`);
    await run(sql`insert into ${sql.table(table)} select * from kept`);
    await run(sql`drop table kept`);
  }
  expect((await breaches()).length).toBe(before);
  const what = `changes of audit log and ledger, of ${attacks.length}, that reconcile did not notice`;
  figure({ fault: 'F35', what, measured: unnoticed.join(', ') || 'none', wanted: 'none' });
});

test('a recorded response that SQL moves to another call is not repeated', async () => {
  const post = (key: string, name: string) =>
    laurel.call('/certificates', {
      key: tenant.key,
      body: { templateId: tenant.templateId, variables: { ...VARIABLES, name } },
      headers: { 'Idempotency-Key': key },
    });
  expect((await post('first call', 'Ada Lovelace')).status).toBe(201);
  expect((await post('second call', 'Grace Hopper')).status).toBe(201);
  const digestOf = (key: string) => sql`(select request_digest from idempotency_keys where key = ${key})`;
  await run(sql`update idempotency_keys set request_digest = ${digestOf('second call')} where key = 'first call'`);
  const before = refusals().length;
  const repeated = await post('first call', 'Grace Hopper');
  expect([repeated.status, repeated.body.recipientName]).toEqual([500, undefined]);
  await waitFor(
    'a line about the changed row',
    async () => refusals().length,
    (lines) => lines > before,
  );
});

test('the periodic check finds and reports changes by SQL within 20 s of a start', async () => {
  const { id } = await laurel.issue(tenant);
  await logged(laurel);
  await run(sql`update certificates set recipient_name = 'Mallory' where id = ${id}`);
  await run(sql`update members set role = 'owner'`);
  await laurel.stop();
  await laurel.launch();
  const startedAt = Date.now();
  const found = async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from integrity_findings where subject = ${id}`.execute(
      database(laurel.installation.services.em()),
    );
    return rows[0]?.n === 1;
  };
  await waitFor('a finding', found, Boolean, { everyMs: 200, limitMs: 60_000 });
  timing({
    fault: 'F35',
    what: 's from the start to the finding',
    measured: (Date.now() - startedAt) / 1000,
    wanted: 20,
  });
  const ready = await fetch(`${laurel.url}/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ status: 'ready', integrity: { findings: expect.any(Number) } });
});
