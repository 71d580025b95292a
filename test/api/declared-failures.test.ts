import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { changeAllowance } from '../../domain/imports/change-allowance.ts';
import { archiveDesign } from '../../domain/templates/archive.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { restRoutes } from '../../server/http/rest-router.ts';
import { ApiContract, failureName, type Operation, type Received } from '../support/api-contract.ts';
import { goodRequestsOf, type Sent, send } from '../support/api-requests.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { query } from '../support/log.ts';
import { ALL_SCOPES, createTestKey, RealValues } from '../support/real-values.ts';

/** Failures that need a full list, a full memory, an interruption or a race. Tests of faults and quotas cause them. */
const ELSEWHERE = ['INTERNAL_ERROR', 'unavailable', 'uploads_busy', 'key_in_flight', 'limit_reached', 'font_removed'];

let laurel: Laurel;
let tenant: Tenant;
let contract: ApiContract;
let values: RealValues;
let testKey: string;
beforeAll(async () => {
  laurel = await Laurel.start();
  await unlimited();
  tenant = await laurel.tenant({ credits: 10_000, scopes: ALL_SCOPES });
  contract = new ApiContract((await laurel.call('/openapi.json')).body);
  values = await RealValues.create(laurel, tenant);
  testKey = await createTestKey(laurel, tenant);
});

const limited = (calls: string) =>
  Object.fromEntries(['CERTIFICATES', 'BATCHES', 'DEFAULT', 'VERIFY'].map((name) => [`RATE_LIMIT_${name}`, calls]));

async function unlimited(): Promise<void> {
  await laurel.stop();
  await laurel.launch(limited('1000000'));
}

const samples = new Map<string, Sent[]>();

/** Returns requests of an operation that mostly succeed. No dry runs, because these take no `Idempotency-Key`. */
function sampleOf(operation: Operation): Sent[] {
  const { operationId } = operation;
  const known = samples.get(operationId);
  if (known) return known;
  const all = fc.sample(goodRequestsOf(contract, operation, values.of(operationId)), { numRuns: 200, seed: 7 });
  const firm = all.filter(({ json }) => (json as { dryRun?: boolean } | undefined)?.dryRun !== true);
  samples.set(operationId, firm);
  return firm;
}

const goodOf = (operation: Operation): Sent => sampleOf(operation)[0] ?? { path: {}, query: [], headers: {} };

const keyWith = async (of: Tenant, more: object) =>
  (await createApiKey(laurel.context(of), { name: 'other', scopes: ALL_SCOPES, ...more })).key;
const isInTestMode = ({ path }: Operation) => path.startsWith('/test/');
const usualKey = (operation: Operation) => (isInTestMode(operation) ? testKey : tenant.key);
const sendTo = (operation: Operation, sent: Sent, key: string | null = usualKey(operation)) =>
  send(laurel.url, operation, sent, key);
const NOWHERE = '01a1fce0-b978-76df-bce2-53741a715314';

async function issue(of: Tenant = tenant, more: object = {}): Promise<string> {
  const { body } = await laurel.call('/certificates', {
    key: of.key,
    body: { templateId: of.templateId, variables: VARIABLES, ...more },
  });
  await laurel.rendered(of.key, body.id);
  return body.id;
}

/** Sends the body of an operation with a certificate. */
const withCertificate = (operation: Operation, id: string, json: object, key?: string) =>
  sendTo(operation, { path: { id }, query: [], headers: {}, json }, key);

async function revoked(): Promise<string> {
  const id = await issue();
  await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: 'A mistake' } });
  return id;
}

async function failed(): Promise<string> {
  const id = await issue();
  await query(laurel, `update certificates set render_status = 'FAILED' where id = '${id}'`);
  return id;
}

/** Body of each operation on a certificate that suits every certificate. */
const CHANGES: Readonly<Record<string, object>> = {
  'certificates.changeExpiry': { expiresAt: '2999-01-01', reason: 'Longer' },
  'certificates.correct': { variables: { ...VARIABLES, name: 'Another' }, reason: 'Misspelt' },
  'certificates.renew': {},
  'certificates.email': {},
  'certificates.revoke': { reason: 'A mistake', sendEmail: true },
};
const change = (operation: Operation, id: string, more: object = {}) =>
  withCertificate(operation, id, { ...CHANGES[operation.operationId], ...more });

/** Calls until one is refused, and resolves to that one. */
async function untilRefused(call: () => Promise<Received>): Promise<Received> {
  for (let calls = 0; calls < 20; calls++) {
    const received = await call();
    if (received.status >= 400) return received;
  }
  throw new Error('nothing was refused');
}

/** Calls that fail in a certain way, by the code or the reason. */
const PROVOKED: Readonly<Record<string, (operation: Operation) => Promise<Received>>> = {
  no_key: (operation) => sendTo(operation, goodOf(operation), null),
  unknown_key: (operation) => sendTo(operation, goodOf(operation), 'svc_live_0'),
  key_expired: async (operation) =>
    sendTo(operation, goodOf(operation), await keyWith(tenant, { expiresAt: new Date(Date.now() - 1000) })),
  missing_scope: async (operation) => {
    const scopes = [operation.operationId === 'credits.get' ? 'events:read' : 'credits:read'];
    return sendTo(operation, goodOf(operation), await keyWith(tenant, { scopes }));
  },
  live_only: (operation) => sendTo(operation, goodOf(operation), testKey),
  test_only: (operation) => sendTo(operation, goodOf(operation), tenant.key),
  VALIDATION_ERROR: (operation) => sendTo(operation, { ...goodOf(operation), query: [['colour', 'red']] }),
  NOT_FOUND: (operation) => {
    const { path, json, ...sent } = goodOf(operation);
    const nowhere: Record<string, string> = operation.path.includes('{hash}')
      ? { hash: '0'.repeat(64) }
      : { id: NOWHERE };
    const ofTemplate = operation.path.includes('{') ? json : { ...(json as object), templateId: NOWHERE };
    return sendTo(operation, { ...sent, path: nowhere, json: ofTemplate });
  },
  INSUFFICIENT_CREDITS: async (operation) => {
    const poor = await laurel.tenant({ credits: 1, scopes: ALL_SCOPES });
    const context = laurel.context(poor);
    await context.em().transactional((em) => changeAllowance(em, context, () => ({ granted: 0 })));
    const id = await issue(poor);
    const { json, ...sent } = goodOf(operation);
    if (operation.operationId === 'certificates.renew') return withCertificate(operation, id, {}, poor.key);
    const { templateId } = poor;
    const row = { variables: VARIABLES, awardedOn: '2020-02-29' };
    const certificates = operation.operationId === 'imports.create' ? { certificates: [row] } : {};
    return sendTo(operation, { ...sent, json: { ...(json as object), templateId, ...certificates } }, poor.key);
  },
  key_reused: async (operation) => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = goodOf(operation);
    const other = sampleOf(operation).find(({ json }) => JSON.stringify(json) !== JSON.stringify(first.json));
    await sendTo(operation, { ...first, headers });
    return sendTo(operation, { ...first, json: other?.json, headers });
  },
  certificate_revoked: async (operation) => change(operation, await revoked()),
  certificate_failed: async (operation) =>
    change(operation, await failed(), operation.path.endsWith('/email') ? { recipientEmail: 'ada@example.org' } : {}),
  no_recipient_address: async (operation) => change(operation, await issue()),
  no_change: async (operation) => withCertificate(operation, await issue(), { reason: 'None' }),
  already_renewed: async (operation) => {
    const id = await issue();
    await change(operation, id);
    return change(operation, id);
  },
  template_unavailable: async (operation) => {
    const { id: templateId } = await importTemplate(laurel.context(tenant), NUMBERED(null));
    const id = await issue({ ...tenant, templateId }, { variables: { name: 'Ada' } });
    await archiveDesign(laurel.context(tenant), { id: templateId });
    return change(operation, id);
  },
  template_archived: async (operation) => {
    const { id } = await importTemplate(laurel.context(tenant), NUMBERED(null));
    await archiveDesign(laurel.context(tenant), { id });
    return sendTo(operation, { ...goodOf(operation), path: { id } });
  },
  original_unchangeable: async (operation) => {
    const row = { recipientName: 'Ada', awardedOn: '2020-02-29', originalPdf: values.originalPdf };
    const { body } = await laurel.call('/certificates/import', { key: tenant.key, body: { certificates: [row] } });
    const [{ id }] = body.certificates;
    await laurel.rendered(tenant.key, id);
    return change(operation, id);
  },
  no_such_series: async (operation) => {
    const { id: templateId } = await importTemplate(laurel.context(tenant), NUMBERED(null));
    const id = await issue({ ...tenant, templateId }, { variables: { name: 'Ada' } });
    await laurel.call(`/templates/${templateId}`, { key: tenant.key, method: 'PUT', body: NUMBERED('Missing') });
    if (operation.path.includes('{id}')) return change(operation, id);
    const row = { variables: { name: 'Ada' } };
    const bodies: Record<string, object> = {
      'batches.create': { recipients: [row] },
      'imports.create': { certificates: [{ ...row, awardedOn: '2020-02-29' }] },
    };
    const json = { templateId, ...(bodies[operation.operationId] ?? row) };
    return sendTo(operation, { path: {}, query: [], headers: {}, json });
  },
  name_taken: async (operation) => {
    const { name: organizationName } = await laurel.tenant();
    return sendTo(operation, { path: {}, query: [], headers: {}, json: { organizationName } });
  },
  mail_limit: (operation) => {
    let round = 0;
    return untilRefused(async () => {
      round += 1;
      if (operation.operationId === 'organisation.update') {
        const json = { emailBcc: round % 2 === 0 ? null : 'copies@example.org' };
        return sendTo(operation, { path: {}, query: [], headers: {}, json });
      }
      return change(operation, await issue(tenant, { recipientEmail: `${operation.operationId}@example.org` }));
    });
  },
};

/** Design with a number of a series; without one for null. */
const NUMBERED = (series: string | null) => ({
  name: 'Numbered',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  ...(series && { numbering: { series } }),
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12, text: '{{name}}' }],
});

test.each(restRoutes.map(({ name }) => name))(
  'every failure that the API document declares for %s happens',
  async (name) => {
    const operation = contract.operation(name);
    const declared = Object.keys(operation.responses)
      .filter((status) => Number(status) >= 400)
      .flatMap((status) => contract.failures(operation, status))
      .filter((failure) => !ELSEWHERE.includes(failure) && failure !== 'too_many_requests');
    const seen = [];
    for (const failure of declared) {
      const received = (await PROVOKED[failure]?.(operation)) ?? null;
      seen.push(received && failureName(received.body as Parameters<typeof failureName>[0]));
      if (received) expect([failure, contract.faultOf(operation, received)]).toEqual([failure, null]);
    }
    expect(seen).toEqual(declared);
  },
);

test('every operation has a rate limit, as declared', async () => {
  await laurel.stop();
  await laurel.launch(limited('1'));
  for (const operation of contract.operations) {
    const sent = goodOf(operation);
    const key = operation.path.startsWith('/verify') ? null : await keyOf(operation);
    const received = await untilRefused(() => sendTo(operation, { ...sent, query: [['colour', 'red']] }, key));
    const second = received.status === 400 ? await sendTo(operation, sent, key) : received;
    expect([operation.operationId, failureName(second.body as never)]).toEqual([
      operation.operationId,
      'too_many_requests',
    ]);
    expect([operation.operationId, contract.faultOf(operation, second)]).toEqual([operation.operationId, null]);
  }
});

const keyOf = (operation: Operation) => (isInTestMode(operation) ? createTestKey(laurel, tenant) : keyWith(tenant, {}));
