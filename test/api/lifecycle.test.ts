import { beforeAll, expect, test } from 'vitest';
import { reinstateCertificate } from '../../domain/certificates/revoke.ts';
import { findSeals } from '../../domain/seals/read-stored.ts';
import { Laurel } from '../support/laurel.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

test('shows a revocation immediately with its reason, and the certificate as valid once reinstated', async () => {
  const tenant = await laurel.tenant();
  const { key } = tenant;
  const { id, verificationHash, verificationUrl } = await laurel.issue(tenant);
  const reason = 'Issued to the <wrong> person';
  const revoked = await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason } });
  expect([revoked.status, revoked.body]).toMatchObject([200, { status: 'REVOKED', revokedReason: reason }]);
  const verify = async () => (await laurel.call(`/verify/${verificationHash}`)).body;
  const { revokedAt } = revoked.body;
  expect(await verify()).toMatchObject({
    valid: false,
    integrityVerified: true,
    certificate: { status: 'REVOKED', revokedAt, revokedReason: reason },
  });
  const page = await (await fetch(verificationUrl)).text();
  expect(page).toContain('This certificate has been revoked');
  expect(page).toContain('Issued to the &lt;wrong&gt; person');
  expect(page).toContain(revokedAt);
  const again = await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason: 'another' } });
  expect(again.body).toMatchObject({ revokedAt, revokedReason: reason });
  const listed = await laurel.call('/certificates?status=REVOKED', { key });
  expect(listed.body.certificates.map((one: { id: string }) => one.id)).toEqual([id]);
  const reinstated = await laurel.call(`/certificates/${id}/reinstate`, { key, method: 'POST' });
  expect(reinstated.body).toMatchObject({ status: 'GENERATED', revokedAt: null, revokedReason: null });
  expect(await verify()).toMatchObject({ valid: true });
});

test('a change is not sealed before the previous one, also if the clock was set back', async () => {
  const tenant = await laurel.tenant();
  const { organisationId, key } = tenant;
  const { id, verificationHash } = await laurel.issue(tenant);
  const { body } = await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason: 'Lost' } });
  const context = laurel.context(tenant);
  const before = new Date(context.now().getTime() - 3_600_000);
  await reinstateCertificate({ ...context, now: () => before }, { id });
  const seals = await findSeals(context.em(), { organisationId, certificateId: id });
  expect(seals.at(-1)?.createdAt.toISOString()).toBe(body.revokedAt);
  expect((await laurel.call(`/verify/${verificationHash}`)).body).toMatchObject({
    valid: true,
    integrityVerified: true,
  });
});

test('revoking needs its own scope, a reason, and a certificate of the organisation', async () => {
  const tenant = await laurel.tenant();
  const { id } = await laurel.issue(tenant);
  const path = `/certificates/${id}/revoke`;
  const writer = await laurel.tenant({ scopes: ['certificates:write'] });
  const body = { reason: 'x' };
  expect((await laurel.call(path, { key: writer.key, body })).body.error.code).toBe('FORBIDDEN');
  expect((await laurel.call(path, { key: tenant.key, body: { reason: ' ' } })).body.details[0].path).toBe('reason');
  expect((await laurel.call(path, { key: tenant.key, method: 'POST' })).body.details[0].code).toBe('not_an_object');
  const stranger = await laurel.tenant();
  expect((await laurel.call(path, { key: stranger.key, body })).status).toBe(404);
  for (const own of [`/certificates/${id}`, `/certificates/${id}/download`]) {
    const foreign = await laurel.call(own, { key: stranger.key });
    const unknown = await laurel.call(own.replace(id, '01900000-0000-7000-8000-000000000000'), { key: stranger.key });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  }
});
