import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { archiveDesign } from '../../domain/templates/archive.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { logged, query, startWithLog } from '../support/log.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

const box = { x: 10, width: 280, height: 40, font: 'Inter', size: 12 };
const DESIGN = {
  name: 'First aid',
  language: 'fr',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [
    { type: 'text', ...box, y: 10, text: '{{name}}' },
    { type: 'text', ...box, y: 60, text: '{{course}}' },
  ],
  variables: { course: { type: 'text', default: 'Welding' } },
  validity: { months: 24 },
};

let laurel: Laurel;
beforeAll(async () => {
  laurel = await startWithLog();
});

async function tenantWith(design: object = DESIGN): Promise<Tenant> {
  const tenant = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(tenant), design);
  return { ...tenant, templateId };
}

async function issued({ key, templateId }: Tenant, more: object = {}) {
  const { body } = await laurel.call('/certificates', {
    key,
    body: {
      templateId,
      variables: { name: 'Ada Lovelace', course: 'Rust' },
      recipientEmail: 'ada@example.org',
      ...more,
    },
  });
  return laurel.rendered(key, body.id);
}

const renew = (key: string, id: string, body: object = {}, headers: Record<string, string> = {}) =>
  laurel.call(`/certificates/${id}/renew`, { key, body, headers });
const get = async (key: string, id: string) => (await laurel.call(`/certificates/${id}`, { key })).body;
const batch = ({ key, templateId }: Tenant, recipients: object[], more: object = {}) =>
  laurel.call('/batches', {
    key,
    body: { templateId, recipients: recipients.map((one) => ({ variables: { name: 'Ada' }, ...one })), ...more },
  });
const faults = ({ body }: { body: { details?: { path: string; code: string; params: object }[] } }) =>
  (body.details ?? []).map(({ path, code, params }) => ({ path, code, params }));
const fault = (row: number, code: string, params: object = {}) => ({
  path: `recipients[${row}].renewalOf`,
  code,
  params,
});

/** Makes an issued certificate expired, as if it had been issued with this expiry. */
const expire = (key: string, id: string) =>
  laurel.call(`/certificates/${id}/expiry`, { key, body: { expiresAt: new Date().toISOString(), reason: 'ended' } });

test('renews for one credit with the values, address and validity; the old certificate leads to the new one', async () => {
  const tenant = await tenantWith();
  const { key } = tenant;
  const old = await issued(tenant, { externalId: 'e1', language: 'de' });
  const { status, body } = await renew(key, old.id);
  expect(status).toBe(201);
  expect(body).toMatchObject({ renewalOf: old.id, externalId: null, recipientEmail: 'ada@example.org' });
  expect(body.credits.consumed).toBe(1);
  const renewed = await laurel.rendered(key, body.id);
  expect(renewed).toMatchObject({ renewalOf: old.id, renewedBy: null, externalId: null, language: 'de' });
  expect(renewed.variables).toEqual(old.variables);
  expect(renewed.expiresAt).not.toBeNull();
  expect(await get(key, old.id)).toMatchObject({ renewalOf: null, renewedBy: body.id, status: 'GENERATED' });
  const { body: list } = await laurel.call('/certificates', { key });
  expect(list.certificates.map(({ renewedBy }: { renewedBy: string | null }) => renewedBy)).toEqual([null, body.id]);
  await logged(laurel);
  const { body: verified } = await laurel.call(`/verify/${old.verificationHash}`);
  expect(verified).toMatchObject({ valid: true, renewedBy: renewed.verificationUrl });
  const { body: own } = await laurel.call(`/verify/${renewed.verificationHash}`);
  expect(own).toMatchObject({ valid: true });
  expect(own.renewedBy).toBeUndefined();
  const page = await (await fetch(`${old.verificationUrl}?lang=de`)).text();
  expect(page).toContain('Dieses Zertifikat wurde erneuert.');
  expect(page).toContain(`href="/verify/${renewed.verificationHash}?lang=de"`);
});

test('takes values, award, expiry and address; an award follows the validity, null means never', async () => {
  const tenant = await tenantWith();
  const old = await issued(tenant);
  const dated = await renew(tenant.key, old.id, { variables: { course: 'Go' }, awardedOn: '2026-01-31' });
  expect(dated.body).toMatchObject({ awardedOn: '2026-01-31', expiresAt: '2028-02-01T00:00:00.000Z' });
  expect((await get(tenant.key, dated.body.id)).variables).toEqual({ name: 'Ada Lovelace', course: 'Go' });
  const again = await renew(tenant.key, dated.body.id, { expiresAt: null, recipientEmail: 'new@example.org' });
  expect(again.body).toMatchObject({ expiresAt: null, recipientEmail: 'new@example.org', renewalOf: dated.body.id });
  const plain = await tenantWith({ ...DESIGN, validity: undefined });
  const unlimited = await issued(plain, { expiresAt: '2090-01-01' });
  expect((await renew(plain.key, unlimited.id)).body.expiresAt).toBeNull();
});

test('renews an expired certificate, and the renewal of one', async () => {
  const tenant = await tenantWith();
  const old = await issued(tenant, { awardedOn: '2024-12-01' });
  await expire(tenant.key, old.id);
  expect((await get(tenant.key, old.id)).status).toBe('EXPIRED');
  const first = await renew(tenant.key, old.id);
  expect(first.body).toMatchObject({ status: 'GENERATED' });
  await expire(tenant.key, first.body.id);
  expect((await renew(tenant.key, first.body.id)).status).toBe(201);
});

test('is 409 for a certificate that is renewed, also where the renewal was revoked, and for a revoked one', async () => {
  const tenant = await tenantWith();
  const { key } = tenant;
  const old = await issued(tenant);
  const { body } = await renew(key, old.id);
  expect((await renew(key, old.id)).body.reason).toBe('already_renewed');
  await laurel.call(`/certificates/${body.id}/revoke`, { key, body: { reason: 'a mistake' } });
  expect((await renew(key, old.id)).body.reason).toBe('already_renewed');
  expect((await renew(key, body.id)).body.reason).toBe('certificate_revoked');
  expect((await renew(key, body.id)).status).toBe(409);
  const other = await tenantWith();
  expect((await renew(other.key, old.id)).status).toBe(404);
});

test("reads the values that a table's renewals keep, of the organisation's own certificates", async () => {
  const [tenant, other] = [await tenantWith(), await tenantWith()];
  const { id } = await issued(tenant, { externalId: 'a-1', language: 'de' });
  const foreign = await issued(other, { externalId: 'a-2' });
  const { batches } = nativeClient(laurel, await sessionOf(laurel, tenant, 'table@renewal.example', 'issuer'));
  const names = ['a-1', id.toUpperCase(), foreign.id, 'a-2', 'unknown', 'x'.repeat(1000)];
  const values = {
    variables: { name: 'Ada Lovelace', course: 'Rust' },
    ...{ recipientEmail: 'ada@example.org', language: 'de' },
  };
  const { certificates } = await batches.readRenewed.mutate({ names });
  expect(certificates).toHaveLength(2);
  expect(certificates).toEqual(
    expect.arrayContaining([
      { name: 'a-1', ...values },
      { name: id.toUpperCase(), ...values },
    ]),
  );
  await expect(batches.readRenewed.mutate({ names: ['a-1', '\u0000'] })).rejects.toThrow(
    'names[1]: Contains a control character.',
  );
});

test('renews once when many calls and a batch arrive together', async () => {
  const tenant = await tenantWith();
  const old = await issued(tenant);
  const calls = [
    ...Array.from({ length: 6 }, () => renew(tenant.key, old.id)),
    ...Array.from({ length: 3 }, () => batch(tenant, [{ renewalOf: old.id }])),
  ];
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.slice(0, 6).filter((status) => status !== 201 && status !== 409)).toEqual([]);
  expect(statuses.slice(6).filter((status) => status !== 201 && status !== 400)).toEqual([]);
  const rows = await query(laurel, `select id from certificates where renewal_of = '${old.id}'`);
  expect(rows).toHaveLength(1);
});

test('renews once when batches have passed every check before one of them is recorded', async () => {
  const tenant = await tenantWith();
  const old = await issued(tenant);
  const client = new pg.Client({ connectionString: laurel.databaseUrl });
  await client.connect();
  await client.query('begin');
  // Issuing waits for the balance, after its checks.
  await client.query(`select from credit_balances where organisation_id = '${tenant.organisationId}' for update`);
  const calls = Array.from({ length: 3 }, async () => {
    // A slow machine lets the wait for the balance exceed its limit, also repeatedly.
    return waitFor(
      'an answer to the batch',
      () => batch(tenant, [{ renewalOf: old.id }]),
      ({ status }) => status !== 503,
    );
  });
  const waiting =
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  // The third one waits for its turn, after its checks as well.
  await waitFor(
    'two batches to wait',
    async () => (await query<{ count: number }>(laurel, waiting))[0]?.count,
    (count) => count === 2,
  );
  await client.query('commit');
  await client.end();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 400, 400]);
});

test('renews with the values of a correction that is recorded in the meantime', async () => {
  const tenant = await tenantWith();
  const { id } = await issued(tenant);
  const holder = new pg.Client({ connectionString: laurel.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select from certificates where id = '${id}' for update`);
  const waiting =
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  const blocked = (count: number) =>
    waitFor(
      `${count} calls that wait for the certificate`,
      () => query<{ count: number }>(laurel, waiting),
      ([row]) => row?.count === count,
    );
  const body = { variables: { name: 'Ada King' }, reason: 'Married' };
  const corrected = laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body });
  await blocked(1);
  const renewed = renew(tenant.key, id);
  await blocked(2);
  await holder.query('commit');
  await holder.end();
  expect([(await corrected).status, (await renewed).status]).toEqual([201, 201]);
  expect((await renewed).body.recipientName).toBe('Ada King');
});

test('answers a repeated key with the first response, and a dry run changes nothing', async () => {
  const tenant = await tenantWith();
  const old = await issued(tenant);
  const dry = await renew(tenant.key, old.id, { dryRun: true });
  expect(dry.body).toMatchObject({ renewalOf: old.id, credits: { consumed: 0 } });
  expect((await get(tenant.key, old.id)).renewedBy).toBeNull();
  const headers = { 'Idempotency-Key': 'once' };
  const first = await renew(tenant.key, old.id, {}, headers);
  const second = await renew(tenant.key, old.id, {}, headers);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect((await renew(tenant.key, old.id, { dryRun: true })).body.reason).toBe('already_renewed');
});

test('a batch names the renewed certificates by id or external id, and reports the faults of each row', async () => {
  const tenant = await tenantWith();
  const { key } = tenant;
  const stranger = await issued(await tenantWith());
  const byId = await issued(tenant);
  const first = await issued(tenant, { externalId: 'twice' });
  const second = await issued(tenant, { externalId: 'twice' });
  const gone = await issued(tenant, { externalId: 'twice' });
  await laurel.call(`/certificates/${gone.id}/revoke`, { key, body: { reason: 'a mistake' } });
  const refused = await batch(tenant, [
    { renewalOf: byId.id },
    { renewalOf: byId.id.toUpperCase() },
    { renewalOf: stranger.id },
    { renewalOf: 'unknown' },
    { renewalOf: gone.id },
    {},
  ]);
  expect(refused.status).toBe(400);
  expect(faults(refused)).toEqual([
    fault(1, 'already_renewed', { certificateId: null, row: 0 }),
    fault(2, 'unknown_certificate', { accepted: 'id or externalId' }),
    fault(3, 'unknown_certificate', { accepted: 'id or externalId' }),
    fault(4, 'certificate_revoked'),
  ]);
  const dry = await batch(tenant, [{ renewalOf: byId.id }], { dryRun: true });
  expect(dry.body.credits.consumed).toBe(0);
  const created = await batch(tenant, [{ renewalOf: byId.id }, { renewalOf: 'twice' }, {}]);
  expect(created.status).toBe(201);
  const ids = created.body.certificates.map(({ id }: { id: string }) => id);
  const renewed = await Promise.all([byId, second, first].map(({ id }) => get(key, id)));
  expect(renewed.map(({ renewedBy }) => renewedBy)).toEqual([ids[0], ids[1], null]);
  expect(faults(await batch(tenant, [{ renewalOf: 'twice' }]))).toEqual([
    fault(0, 'already_renewed', { certificateId: ids[1] }),
  ]);
  expect(
    (
      await laurel.call('/certificates', {
        key,
        body: { templateId: tenant.templateId, variables: { name: 'x' }, renewalOf: byId.id },
      })
    ).status,
  ).toBe(400);
});

test('exempts renewals from `uniqueBy`, but counts them', async () => {
  const tenant = await tenantWith({ ...DESIGN, uniqueBy: 'recipientEmail' });
  const old = await issued(tenant);
  const renewal = await renew(tenant.key, old.id);
  expect(renewal.status).toBe(201);
  const other = await issued(tenant, { recipientEmail: 'bo@example.org' });
  await expire(tenant.key, other.id);
  const both = await batch(tenant, [
    { renewalOf: other.id, recipientEmail: 'bo@example.org' },
    { recipientEmail: 'bo@example.org' },
  ]);
  expect(faults(both)).toEqual([
    { path: 'recipients[1].recipientEmail', code: 'duplicate', params: { certificateId: null, row: 0 } },
  ]);
  const third = await issued(tenant, { recipientEmail: 'cy@example.org' });
  await laurel.rendered(tenant.key, renewal.body.id);
  const correct = (id: string, recipientEmail: string) =>
    laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body: { recipientEmail, reason: 'Wrong address' } });
  expect((await correct(third.id, 'ada@example.org')).body.details).toMatchObject([{ code: 'duplicate' }]);
  expect((await correct(renewal.body.id, 'cy@example.org')).status).toBe(201);
});

test('a failed certificate is not renewed, and a failed renewal frees the certificate', async () => {
  const tenant = await tenantWith();
  const { key } = tenant;
  const old = await issued(tenant);
  const { body } = await renew(key, old.id);
  await laurel.rendered(key, body.id);
  await query(laurel, `update certificates set render_status = 'FAILED' where id = '${body.id}'`);
  expect((await renew(key, body.id)).body.reason).toBe('certificate_failed');
  expect((await get(key, old.id)).renewedBy).toBeNull();
  expect((await laurel.call(`/verify/${old.verificationHash}`)).body.renewedBy).toBeUndefined();
  const { certificates } = (await laurel.call('/certificates?renewed=false', { key })).body;
  expect(certificates.map(({ id }: { id: string }) => id)).toContain(old.id);
  const { status, body: second } = await renew(key, old.id);
  expect(status).toBe(201);
  expect((await laurel.call(`/verify/${old.verificationHash}`)).body.renewedBy).toBe(second.verificationUrl);
});

test('refuses values that the current version does not take, and an archived template', async () => {
  const tenant = await tenantWith();
  const old = await issued(tenant);
  const wrong = await renew(tenant.key, old.id, { variables: { cours: 'Go' } });
  expect(faults(wrong).map(({ path, code }) => [path, code])).toEqual([['variables.cours', 'unknown_variable']]);
  expect((await renew(tenant.key, old.id, { expiresAt: '2020-01-01' })).status).toBe(400);
  expect((await renew(tenant.key, old.id, { externalId: 'x' })).status).toBe(400);
  await archiveDesign(laurel.context(tenant), { id: tenant.templateId });
  expect((await renew(tenant.key, old.id)).body.reason).toBe('template_unavailable');
});

test('a link or a value that SQL wrote is not followed', async () => {
  const tenant = await tenantWith();
  const { key } = tenant;
  const [old, other] = [await issued(tenant), await issued(tenant)];
  await query(laurel, `update certificates set renewal_of = '${old.id}' where id = '${other.id}'`);
  const { body } = await laurel.call(`/verify/${old.verificationHash}`);
  expect(body.renewedBy).toBeUndefined();
  const { body: forged } = await laurel.call(`/verify/${other.verificationHash}`);
  expect(forged.valid).toBe(false);
  const third = await issued(tenant);
  await query(
    laurel,
    `update certificates set variables = '{"name": "Mallory", "course": "Rust"}' where id = '${third.id}'`,
  );
  expect((await renew(key, third.id)).status).toBe(500);
});

test('announces a renewal once, after its issue, with the data of the new certificate', async () => {
  const tenant = await tenantWith();
  const old = await issued(tenant);
  const { body } = await renew(tenant.key, old.id);
  const { body: page } = await laurel.call('/events?types=certificate.renewed,certificate.issued', { key: tenant.key });
  const { events } = page;
  expect(
    events.map(({ type, data }: { type: string; data: { certificateId: string } }) => [type, data.certificateId]),
  ).toEqual([
    ['certificate.issued', old.id],
    ['certificate.issued', body.id],
    ['certificate.renewed', body.id],
  ]);
  expect(events[2].data).toMatchObject({ renewalOf: old.id, verificationHash: body.verificationHash, revision: 1 });
});

test('lists what expires in a range, and what is not renewed', async () => {
  const tenant = await tenantWith({ ...DESIGN, validity: undefined });
  const { key } = tenant;
  const [soon, later] = [
    await issued(tenant, { expiresAt: '2090-01-01' }),
    await issued(tenant, { expiresAt: '2091-01-01' }),
  ];
  await issued(tenant);
  const ids = async (search: string) =>
    (await laurel.call(`/certificates?${search}`, { key })).body.certificates.map(({ id }: { id: string }) => id);
  expect(await ids('expiresBefore=2090-06-01T00:00:00Z')).toEqual([soon.id]);
  expect(await ids('expiresAfter=2090-06-01T00:00:00Z')).toEqual([later.id]);
  expect(await ids('expiresAfter=2090-01-02T00:00:00Z&expiresBefore=2091-01-02T00:00:00Z')).toEqual([soon.id]);
  expect(await ids('expiresAfter=2090-01-02T00:00:00Z&expiresBefore=2091-01-02T00:00:01Z&search=ada')).toEqual([
    later.id,
    soon.id,
  ]);
  expect(await ids('expiresAfter=2090-01-01T00:00:00Z&sort=newest')).toEqual([later.id, soon.id]);
  const last = await issued(tenant, { expiresAt: '9999-12-31T23:59:59.999Z' });
  expect(await ids('expiresAfter=2091-06-01')).toEqual([last.id]);
  expect(await ids('expiresAfter=9999-12-31T23:59:59.999Z&search=ada')).toEqual([last.id]);
  const { body } = await renew(key, soon.id);
  expect(await ids('expiresBefore=2099-01-01T00:00:00Z&renewed=false')).toEqual([later.id]);
  expect(await ids('renewed=true')).toEqual([soon.id]);
  expect(await ids('renewed=false')).toContain(body.id);
  expect((await laurel.call('/certificates?expiresBefore=soon', { key })).status).toBe(400);
  // A page ends between certificates with the same expiry.
  const [third, fourth] = [
    await issued(tenant, { expiresAt: '2091-01-01' }),
    await issued(tenant, { expiresAt: '2091-01-01' }),
  ];
  const paged: string[] = [];
  let cursor: string | null = '';
  do {
    const path: string = `/certificates?expiresAfter=2090-01-01T00:00:00Z&limit=1${cursor && `&cursor=${cursor}`}`;
    const page = (await laurel.call(path, { key })).body;
    paged.push(...page.certificates.map(({ id }: { id: string }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(paged).toEqual([soon.id, later.id, third.id, fourth.id, last.id]);
});

test('the language of a certificate decides its page, and must be a known one', async () => {
  const tenant = await tenantWith();
  const given = await issued(tenant, { language: 'ja' });
  expect(given.language).toBe('ja');
  expect((await issued(tenant)).language).toBeNull();
  for (const language of ['und', 'klingonisch', '', 7])
    expect(
      (
        await laurel.call('/certificates', {
          key: tenant.key,
          body: { templateId: tenant.templateId, variables: { name: 'x' }, language },
        })
      ).status,
    ).toBe(400);
  const created = await batch(tenant, [{ language: 'ar' }, {}]);
  const [first, second] = created.body.certificates;
  expect([(await get(tenant.key, first.id)).language, (await get(tenant.key, second.id)).language]).toEqual([
    'ar',
    null,
  ]);
});

test('values that SQL wrote are not corrected into a signed revision', async () => {
  const tenant = await tenantWith();
  const { id } = await issued(tenant);
  await query(laurel, `update certificates set variables = variables || '{"course": "Medicine"}' where id = '${id}'`);
  const body = { variables: { name: 'Bo' }, reason: 'a mistake' };
  expect((await laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body })).status).toBe(500);
});

test('reconcile names a certificate that has two renewals', async () => {
  const tenant = await tenantWith();
  const old = await issued(tenant);
  const { body } = await renew(tenant.key, old.id);
  await laurel.rendered(tenant.key, body.id);
  const breaches = async () => {
    const found = await reconcile(laurel.installation.services);
    return found.violations.filter(({ invariant, id }) => invariant === 'renewals' && id === old.id);
  };
  expect(await breaches()).toEqual([]);
  const other = await issued(tenant);
  await query(laurel, `update certificates set renewal_of = '${old.id}' where id = '${other.id}'`);
  expect((await breaches()).map(({ message }) => message)).toEqual(['a certificate has 2 renewals, not 1']);
});

test('renews a selection, each once, and skips what cannot be renewed', async () => {
  const tenant = await tenantWith();
  const headers = await sessionOf(laurel, tenant, 'owner@renewing.example', 'owner');
  const owner = nativeClient(laurel, headers);
  const [one, two, gone] = [await issued(tenant), await issued(tenant), await issued(tenant)];
  await laurel.call(`/certificates/${gone.id}/revoke`, { key: tenant.key, body: { reason: 'a mistake' } });
  const selection = { ids: [one.id, two.id, gone.id] };
  const keyed = nativeClient(laurel, { ...headers, 'Idempotency-Key': 'renew-once' });
  const input = { selection, expiresAt: '2090-12-31', sendEmail: false };
  const started = await keyed.certificates.renewMany.mutate(input);
  expect(await keyed.certificates.renewMany.mutate(input)).toEqual(started);
  const longer = keyed.certificates.renewMany.mutate({ ...input, expiresAt: '2091-12-31' });
  expect(await longer.catch(codeOf)).toBe('IDEMPOTENCY_CONFLICT');
  const action = await waitFor(
    'the end of the action',
    async () => (await owner.certificates.bulkActions.query()).actions[0],
    (found) => Boolean(found?.completedAt),
  );
  expect(action).toMatchObject({ kind: 'RENEW', processed: 3, skipped: 1 });
  const [first, second] = await Promise.all([one, two].map(({ id }) => get(tenant.key, id)));
  expect(await get(tenant.key, first.renewedBy)).toMatchObject({ expiresAt: '2091-01-01T00:00:00.000Z' });
  expect(second.renewedBy).not.toBeNull();
  expect((await get(tenant.key, gone.id)).renewedBy).toBeNull();
});
