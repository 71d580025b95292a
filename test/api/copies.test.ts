import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';

/** An API process without workers, so that renderings fail only if the test says so. */
let laurel: Laurel;
let tenant: Tenant;
let owner: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.start({ ROLE: 'api' });
  tenant = await laurel.tenant();
  owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@copies.example', 'owner'));
});

/** Returns the members without those that a copy has of its own. */
function without(row: object, own: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name)));
}

test.each([true, false])('a retry of failed certificates keeps every field, with e-mails: %s', async (sendEmail) => {
  const { key, templateId, organisationId } = tenant;
  const { body: renewed } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } });
  const recipients = [0, 1, 2].map((n) => ({
    variables: { ...VARIABLES, name: `Recipient ${n}` },
    ...{ recipientEmail: `r${n}@copies.example`, externalId: `n${n}`, tags: ['Spring', `Group ${n}`] },
    ...{ language: 'de', awardedOn: `2026-01-0${n + 1}`, expiresAt: `2090-01-0${n + 1}` },
    ...(n === 0 && { renewalOf: renewed.id }),
  }));
  // One recipient without optional fields, unless all are mailed.
  if (!sendEmail) recipients.push({ variables: VARIABLES } as (typeof recipients)[number]);
  const names = { name: 'Spring', fileName: 'people.xlsx', tags: ['Autumn'] };
  const { batchId, certificates } = await owner.batches.issue.mutate({ templateId, recipients, sendEmail, ...names });
  for (const { id: certificateId } of certificates)
    await failRendering(laurel.installation.services, { organisationId, certificateId });
  const { id, totalCount } = await owner.batches.retryFailed.mutate({ id: batchId });
  expect(totalCount).toBe(certificates.length);
  const batchOf = async (of: string) => {
    const own = [
      'id',
      'createdAt',
      'completedAt',
      'status',
      'progress',
      'processedCount',
      'failedCount',
      'pendingCount',
      'retryOf',
      'retriedAs',
    ];
    return without(await owner.batches.details.query({ id: of }), own);
  };
  expect(await batchOf(id)).toEqual(await batchOf(batchId));
  expect(await batchOf(id)).toMatchObject(names);
  const certificatesOf = async (of: string) => {
    const { certificates: all } = await owner.batches.certificates.query({ id: of, limit: 100 });
    const own = [
      'id',
      'batchId',
      'createdAt',
      'generatedAt',
      'renderStatus',
      'emailStatus',
      'emailError',
      'verificationHash',
      'verificationUrl',
    ];
    return Promise.all(
      all.map(async (row) => ({ ...without(row, own), values: await owner.certificates.values.query({ id: row.id }) })),
    );
  };
  expect(await certificatesOf(id)).toEqual(await certificatesOf(batchId));
  const mails = (await owner.batches.certificates.query({ id, limit: 100 })).certificates;
  expect(mails.map(({ emailStatus }) => emailStatus)).toEqual(mails.map(() => (sendEmail ? 'QUEUED' : 'NONE')));
});

test('a retry of a batch without e-mails has none either, although one certificate was mailed by hand', async () => {
  const { key, templateId, organisationId } = tenant;
  const recipients = ['one', 'two'].map((name) => ({
    variables: { ...VARIABLES, name },
    recipientEmail: `${name}@by-hand.example`,
  }));
  const { batchId, certificates } = await owner.batches.issue.mutate({ templateId, recipients });
  const [mailed] = certificates;
  expect((await laurel.call(`/certificates/${mailed?.id}/email`, { key, body: {} })).status).toBe(200);
  for (const { id: certificateId } of certificates)
    await failRendering(laurel.installation.services, { organisationId, certificateId });
  const { id } = await owner.batches.retryFailed.mutate({ id: batchId });
  const again = await owner.batches.certificates.query({ id, limit: 100 });
  expect(again.certificates.map(({ emailStatus }) => emailStatus)).toEqual(['NONE', 'NONE']);
});

test('a rotated key keeps its name, scopes and expiry', async () => {
  const expiresAt = new Date(laurel.installation.services.now().getTime() + 24 * 60 * 60 * 1000);
  const { id } = await createApiKey(laurel.context(tenant), {
    ...{ name: 'rotated', scopes: ['credits:read', 'events:read'], expiresAt },
  });
  const made = await owner.apiKeys.rotate.mutate({ id });
  const { apiKeys } = await owner.apiKeys.list.query();
  const shown = (of: string) => {
    const own = ['id', 'prefix', 'createdAt', 'revokedAt', 'lastUsedAt'];
    return without(apiKeys.find((key) => key.id === of) ?? {}, own);
  };
  expect(shown(made.id)).toEqual({
    name: 'rotated',
    scopes: ['credits:read', 'events:read'],
    expiresAt: expiresAt.toISOString(),
  });
  expect(shown(made.id)).toEqual(shown(id));
  expect(apiKeys.find((key) => key.id === id)?.revokedAt).not.toBeNull();
});

/** A design with every optional member of documents. */
test('values that SQL changed are not issued again, neither by a retry nor by a table that renews', async () => {
  const { templateId, organisationId } = tenant;
  const { services } = laurel.installation;
  const db = database(services.em());
  const recipients = [1, 2].map((n) => ({ variables: { ...VARIABLES, name: `Recipient ${n}` } }));
  const { batchId, certificates } = await owner.batches.issue.mutate({ templateId, recipients });
  const [changed = '', other = ''] = certificates.map(({ id }) => id);
  for (const certificateId of [changed, other]) await failRendering(services, { organisationId, certificateId });
  const { id: renewed } = await owner.certificates.generate.mutate({ templateId, variables: VARIABLES });
  const forge = (id: string, name: string) =>
    sql`update certificates set variables = jsonb_set(variables, '{name}', to_jsonb(${name}::text)), recipient_name = ${name}
      where id = ${id}`.execute(db);
  await forge(changed, 'Mallory');
  await forge(renewed, 'Mallory');
  expect(await owner.batches.retryFailed.mutate({ id: batchId }).catch(codeOf)).toBe('INTERNAL_ERROR');
  expect(await owner.batches.readRenewed.mutate({ names: [renewed] }).catch(codeOf)).toBe('INTERNAL_ERROR');
  await forge(changed, 'Recipient 1');
  await sql`update batches set file_name = 'other.csv' where id = ${batchId}`.execute(db);
  expect(await owner.batches.retryFailed.mutate({ id: batchId }).catch(codeOf)).toBe('INTERNAL_ERROR');
  await sql`update batches set file_name = null where id = ${batchId}`.execute(db);
  expect(await owner.batches.retryFailed.mutate({ id: batchId })).toMatchObject({ totalCount: 2 });
});

const DESIGN = {
  name: 'Complete',
  formationName: 'Foundations',
  description: 'About it',
  recipientNameVariable: 'name',
  language: 'en',
  page: { width: 240, height: 170 },
  variables: { day: { type: 'date', label: 'Day', description: 'When', default: '2026-01-01', format: 'long' } },
  elements: [{ type: 'text', x: 10, y: 10, width: 220, height: 14, text: '{{name}} {{day}}', font: 'Inter', size: 8 }],
};

test('a copy, a draft and a version of a design have all of its members', async () => {
  const { id } = await owner.designs.create.mutate({ design: DESIGN });
  const documentOf = async (of: string) => (await owner.designs.get.query({ id: of })).design;
  expect(await documentOf(id)).toEqual(DESIGN);
  const { id: copy } = await owner.designs.duplicate.mutate({ id });
  expect(await documentOf(copy)).toEqual({ ...DESIGN, name: 'Complete (copy)' });
  await owner.designs.publish.mutate({ id: copy, revision: 1 });
  const published = await documentOf(copy);
  expect(published).toMatchObject({ ...DESIGN, name: 'Complete (copy)' });
  const { id: second } = await owner.designs.duplicate.mutate({ id: copy });
  expect(await documentOf(second)).toEqual({ ...published, name: 'Complete (copy) (copy)' });
  // A long name is cut between its characters.
  for (const [name, kept] of [
    ['x'.repeat(200), 'x'.repeat(193)],
    ['🎓'.repeat(100), '🎓'.repeat(96)],
  ] as const) {
    const { id: long } = await owner.designs.create.mutate({ design: { ...DESIGN, name } });
    const { id: cut } = await owner.designs.duplicate.mutate({ id: long });
    expect(await documentOf(cut)).toMatchObject({ name: `${kept} (copy)` });
  }
});

test('a change of one field of a webhook or the organisation keeps the others', async () => {
  const { secret: _, ...webhook } = await owner.webhooks.create.mutate({
    ...{ name: 'w', url: 'https://198.41.0.4/', events: ['batch.completed', 'certificate.ready'] },
  });
  const { id } = webhook;
  const changes = [{ name: 'other' }, { url: 'https://198.41.0.4/other' }, { events: ['certificate.failed' as const] }];
  let wanted = await owner.webhooks.get.query({ id });
  for (const change of changes) {
    await owner.webhooks.update.mutate({ id, ...change });
    wanted = { ...wanted, ...change };
    const own = ['updatedAt'];
    expect(without(await owner.webhooks.get.query({ id }), own)).toEqual(without(wanted, own));
  }
  const settings = {
    ...{ organizationName: `Copies ${id}`, brandColor: '#123456', websiteUrl: 'https://copies.example/' },
    ...{ emailSenderName: 'Sender', emailSubject: 'Subject', emailIntroMessage: 'Intro', emailSignature: 'End' },
    ...{ reminderSubject: 'Reminder', reminderMessage: 'Message' },
  };
  const { key } = tenant;
  const update = async (body: object) => (await laurel.call('/organisation', { key, method: 'PUT', body })).body;
  const all = await update(settings);
  expect(all).toMatchObject(settings);
  for (const name of Object.keys(settings)) {
    expect(await update({ [name]: '' })).toEqual({ ...all, [name]: null });
    expect(await update(settings)).toEqual(all);
  }
});

test('a new address and a reinstatement change nothing else of a certificate', async () => {
  const body = {
    ...{ templateId: tenant.templateId, variables: VARIABLES, externalId: 'x', recipientEmail: 'a@copies.example' },
  };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  const before = await owner.certificates.get.query({ id });
  await owner.certificates.email.mutate({ id, recipientEmail: 'b@copies.example' });
  await owner.certificates.revoke.mutate({ id, reason: 'an error' });
  await owner.certificates.reinstate.mutate({ id });
  const after = await owner.certificates.get.query({ id });
  const own = ['recipientEmail', 'recipientId', 'emailStatus'];
  expect(without(after, own)).toEqual(without(before, own));
  expect(after.recipientEmail).toBe('b@copies.example');
});
