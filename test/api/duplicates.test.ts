import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { setTemplateType } from '../../domain/templates/set-type.ts';
import { Laurel } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

const DESIGN = {
  name: 'Once',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, text: '{{name}}', font: 'Inter', size: 12 }],
};

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.start();
});

async function tenantWith(uniqueBy?: string) {
  const tenant = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, ...(uniqueBy && { uniqueBy }) });
  const issue = (more: object) =>
    laurel.call('/certificates', { key: tenant.key, body: { templateId, variables: { name: 'Ada' }, ...more } });
  return { ...tenant, templateId, issue };
}

interface Fault {
  path: string;
  code: string;
  params: object;
}
const faultsOf = ({ body }: { body: { details: Fault[] } }) =>
  body.details.map(({ path, code, params }) => ({ path, code, params }));

test.each([
  ['recipientEmail', { recipientEmail: 'ada@example.org' }, { recipientEmail: 'ADA@Example.org' }],
  ['externalId', { externalId: 'A-1' }, { externalId: ' A-1 ' }],
] as const)(
  'refuses a second certificate with the same %s, naming the first, until that is revoked',
  async (path, one, same) => {
    const { key, issue } = await tenantWith(path);
    const first = (await issue(one)).body;
    const fault = { path, code: 'duplicate', params: { certificateId: first.id } };
    for (const more of [same, { ...same, dryRun: true }]) {
      const refused = await issue(more);
      expect([refused.status, faultsOf(refused)]).toEqual([400, [fault]]);
    }
    expect((await issue({})).status).toBe(201);
    await laurel.call(`/certificates/${first.id}/revoke`, { key, body: { reason: 'wrong' } });
    expect((await issue(same)).status).toBe(201);
    expect((await laurel.call('/credits', { key })).body.balance).toBe(97);
  },
);

test('an expired certificate does not count, nor another template or organisation, and without the member nothing is refused', async () => {
  const tenant = await tenantWith('externalId');
  const expiresAt = new Date(Date.now() + 2000).toISOString();
  const { body } = await tenant.issue({ externalId: 'X', expiresAt });
  const read = async () => (await laurel.call(`/certificates/${body.id}`, { key: tenant.key })).body;
  await waitFor('the expiry', read, ({ status }) => status === 'EXPIRED');
  expect((await tenant.issue({ externalId: 'X' })).status).toBe(201);
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, uniqueBy: 'externalId' });
  expect((await tenant.issue({ externalId: 'X', templateId })).status).toBe(201);
  // Another organisation, which issues from the same template.
  await setTemplateType(laurel.context(tenant), { id: tenant.templateId, type: 'PUBLIC' });
  const { key } = await laurel.tenant();
  const theirs = { templateId: tenant.templateId, variables: { name: 'Ada' }, externalId: 'X' };
  expect((await laurel.call('/certificates', { key, body: theirs })).status).toBe(201);
  const free = await tenantWith();
  for (const _ of [1, 2]) expect((await free.issue({ externalId: 'X' })).status).toBe(201);
});

test('a certificate that could not be rendered does not count', async () => {
  const tenant = await tenantWith('externalId');
  const sandbox = await openSandbox(laurel.context(tenant));
  const { key } = await createApiKey(sandbox, { name: 'test', scopes: ['certificates:write'] });
  const body = { templateId: tenant.templateId, variables: { name: 'fail@test.laurel' }, externalId: 'X' };
  const { body: failed } = await laurel.call('/certificates', { key, body });
  expect((await laurel.rendered(key, failed.id)).renderStatus).toBe('FAILED');
  expect((await laurel.call('/certificates', { key, body })).status).toBe(201);
});

test('a batch names the rows, those of its own too, and issues nothing', async () => {
  const { key, templateId, issue } = await tenantWith('recipientEmail');
  const first = (await issue({ recipientEmail: 'ada@example.org' })).body;
  const recipients = ['bob@example.org', 'ada@example.org', undefined, undefined, 'BOB@example.org'].map((email) => ({
    variables: { name: 'B' },
    ...(email && { recipientEmail: email }),
  }));
  const refused = await laurel.call('/batches', { key, body: { templateId, recipients } });
  expect(faultsOf(refused)).toEqual([
    { path: 'recipients[1].recipientEmail', code: 'duplicate', params: { certificateId: first.id } },
    { path: 'recipients[4].recipientEmail', code: 'duplicate', params: { certificateId: null, row: 0 } },
  ]);
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients: recipients.slice(2) } });
  expect(body.certificates.map((one: { externalId: null }) => one.externalId)).toEqual([null, null, null]);
  expect((await laurel.call('/credits', { key })).body.balance).toBe(96);
});

test('the check of a table names the row among all rows, the faulty ones too', async () => {
  const tenant = await tenantWith('externalId');
  const session = await sessionOf(laurel, tenant, 'issuer@duplicates.example', 'issuer');
  const row = { variables: { name: 'A' }, externalId: 'X' };
  const recipients = [5, row, row];
  const { problems } = await nativeClient(laurel, session).batches.check.mutate({
    templateId: tenant.templateId,
    recipients,
  });
  expect(problems.filter(({ code }) => code === 'duplicate')).toMatchObject([
    { path: 'recipients[2].externalId', params: { certificateId: null, row: 1 } },
  ]);
});

test('the check of a table names the first of two renewals among all rows', async () => {
  const tenant = await tenantWith();
  const { body: old } = await tenant.issue({});
  const session = await sessionOf(laurel, tenant, 'renewer@duplicates.example', 'issuer');
  const row = { variables: { name: 'A' }, renewalOf: old.id };
  const { problems } = await nativeClient(laurel, session).batches.check.mutate({
    templateId: tenant.templateId,
    recipients: [5, row, row],
  });
  expect(problems.filter(({ code }) => code === 'already_renewed')).toMatchObject([
    { path: 'recipients[2].renewalOf', params: { certificateId: null, row: 1 } },
  ]);
});

test('of concurrent calls for one person, one is issued', async () => {
  const { key, issue } = await tenantWith('recipientEmail');
  const answers = await Promise.all(Array.from({ length: 10 }, () => issue({ recipientEmail: 'eve@example.org' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(400)]);
  expect((await laurel.call('/credits', { key })).body.balance).toBe(99);
});
