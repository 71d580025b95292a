import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { Scope } from '../../domain/access/allow-scopes.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { connectAgent, type Revision, sendMessage } from '../support/agents.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
});

type Agent = Awaited<ReturnType<typeof connectAgent>>;
const single = () => ({ templateId: tenant.templateId, variables: VARIABLES });
const balance = async ({ call }: Agent) => (await call('credits_get')).body.data.balance as number;

const REVISIONS: Revision[] = ['2025-11-25', '2026-07-28'];

describe.each(REVISIONS)('a client of revision %s', (revision) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connectAgent(laurel, tenant.key, revision);
  });

  test('lists the operations of REST as tools, with what they do', async () => {
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await agent.client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.certificates_list).toEqual({ readOnlyHint: true });
    expect(hints.certificates_generate).toEqual({ readOnlyHint: false, destructiveHint: false });
    for (const name of ['certificates_revoke', 'certificates_correct', 'certificates_changeExpiry'])
      expect(hints[name]).toEqual({ readOnlyHint: false, destructiveHint: true });
    const creation = tools.find(({ name }) => name === 'batches_create');
    expect(creation?.description).toContain('`dryRun: true` first');
    expect(creation?.description).toContain('`batches_get` returns the progress');
    expect(creation?.inputSchema).toMatchObject({
      type: 'object',
      required: ['templateId', 'recipients'],
      additionalProperties: false,
      properties: { dryRun: { type: 'boolean' }, idempotencyKey: { type: 'string' } },
    });
  });

  test('issues once: first dry, then with a key that it repeats', async () => {
    const before = await balance(agent);
    const dry = await agent.call('certificates_generate', { ...single(), dryRun: true });
    expect(dry.body.data).toMatchObject({ recipientName: VARIABLES.name, credits: { consumed: 0, remaining: before } });
    expect(await balance(agent)).toBe(before);

    const keyed = { ...single(), idempotencyKey: `agent ${revision}` };
    const { body: first } = await agent.call('certificates_generate', keyed);
    expect(first).not.toHaveProperty('isReplay');
    const { body: second } = await agent.call('certificates_generate', keyed);
    expect(second).toEqual({ ...first, isReplay: true });
    expect(await balance(agent)).toBe(before - 1);
    // The operation is the same as in REST, and so is the record of its key.
    const headers = { 'Idempotency-Key': `agent ${revision}` };
    const { body } = await laurel.call('/certificates', { key: tenant.key, headers, body: single() });
    expect(body.id).toBe(first.data.id);
  });

  test('corrects and revokes what it issued, and reads addresses of files', async () => {
    const { id } = (await agent.call('certificates_generate', single())).body.data;
    await laurel.rendered(tenant.key, id);
    const correction = { id, variables: { name: 'Ada Byron' }, reason: 'Maiden name' };
    const { body: dry } = await agent.call('certificates_correct', { ...correction, dryRun: true });
    expect(dry.data).toMatchObject({ id, recipientName: 'Ada Byron', revision: 2, credits: { consumed: 0 } });
    expect((await agent.call('certificates_get', { id })).body.data).toMatchObject({
      ...{ recipientName: VARIABLES.name, revision: 1 },
      pdfUrl: expect.stringMatching(/^http.*\.pdf$/),
    });

    const keyed = { ...correction, idempotencyKey: `correction ${revision}` };
    expect((await agent.call('certificates_correct', keyed)).body.data.revision).toBe(2);
    expect((await agent.call('certificates_correct', keyed)).body).toMatchObject({
      data: { revision: 2 },
      isReplay: true,
    });
    await laurel.rendered(tenant.key, id);
    const revoked = await agent.call('certificates_revoke', { id, reason: 'Test' });
    expect(revoked.body.data).toMatchObject({ status: 'REVOKED', revokedReason: 'Test' });
    const { body } = await agent.call('verify_certificate', { hash: revoked.body.data.verificationHash });
    expect(body.data).toMatchObject({ valid: false, certificate: { recipientName: 'Ada Byron', status: 'REVOKED' } });
  });
});

test('a client connects with the configuration of docs/agents.md', async () => {
  const [, text = ''] = /```json\n(.*?)```/s.exec(readFileSync('docs/agents.md', 'utf8')) ?? [];
  const { url, headers } = JSON.parse(text).mcpServers.laurel;
  const Authorization = headers.Authorization.replace(/\$\{LAUREL_API_KEY\}/, tenant.key);
  const { pathname } = new URL(url);
  const answer = await sendMessage(
    laurel,
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { headers: { Authorization } },
  );
  expect([pathname, answer.body.result.tools.length]).toEqual(['/mcp', 22]);
});

test('every tool is in docs/agents.md, with its scope', async () => {
  const docs = readFileSync('docs/agents.md', 'utf8');
  for (const scope of Scope.options) {
    const { key } = await laurel.tenant({ scopes: [scope] });
    const { client } = await connectAgent(laurel, key);
    const { tools } = await client.listTools();
    const documented = docs.split('\n').filter((line) => line.startsWith(`| \`${scope}\``) || line.startsWith('| any'));
    for (const { name } of tools) {
      const isInherited = scope.endsWith(':write') && /_(list|get|certificates)$/.test(name);
      if (!isInherited) expect(documented.join('\n'), scope).toContain(`\`${name}\``);
    }
  }
});

test('records the key of an agent in the audit log', async () => {
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@agents.example', 'owner'));
  const { call } = await connectAgent(laurel, tenant.key);
  const { id } = (await call('certificates_generate', single())).body.data;
  await call('certificates_revoke', { id, reason: 'Test' });
  const { entries } = await owner.audit.list.query({ limit: 1 });
  expect(entries).toMatchObject([{ action: 'certificates.revoke', subject: id, actor: 'API key “test”' }]);
});

test('an agent with a key of test mode spends no credits of the organisation', async () => {
  const live = await connectAgent(laurel, tenant.key);
  const before = await balance(live);
  const sandbox = await openSandbox(laurel.context(tenant));
  const { key } = await createApiKey(sandbox, { name: 'agent', scopes: ['certificates:write'] });
  const { call } = await connectAgent(laurel, key);
  const { body } = await call('certificates_generate', single());
  expect(body.data.credits).toEqual({ consumed: 1, remaining: 999_999 });
  expect(await balance(live)).toBe(before);
  expect((await live.call('certificates_get', { id: body.data.id })).body.error.code).toBe('NOT_FOUND');
});

test('pages lists, and shortens those that creations return', async () => {
  const { key, templateId } = await laurel.tenant();
  const { call } = await connectAgent(laurel, key);
  const recipients = Array.from({ length: 25 }, (_, index) => ({
    variables: { ...VARIABLES, name: `Person ${index}` },
  }));
  const { body: batch } = await call('batches_create', { templateId, recipients });
  expect([batch.data.total, batch.data.certificates.length, batch.omitted]).toEqual([25, 20, { certificates: 5 }]);
  const { body: whole } = await call('batches_create', { templateId, recipients: recipients.slice(0, 20) });
  expect([whole.data.certificates.length, whole.omitted]).toEqual([20, undefined]);
  const { body: first } = await call('batches_certificates', { id: batch.data.batchId });
  const { body: rest } = await call('batches_certificates', { id: batch.data.batchId, cursor: first.data.nextCursor });
  expect([first.data.certificates.length, rest.data.certificates.length, rest.data.nextCursor]).toEqual([20, 5, null]);
  const { body: all } = await call('batches_certificates', { id: batch.data.batchId, limit: 100 });
  const idsOf = ({ data }: typeof all) => data.certificates.map(({ id }: { id: string }) => id);
  expect(idsOf(all)).toEqual([...idsOf(first), ...idsOf(rest)]);
  const { body: templates } = await call('templates_list', { limit: 1 });
  expect(templates.data).toMatchObject({ templates: [{ detectedVariables: expect.any(Array) }] });
});

test('pages a list also if a client sends null for the limit', async () => {
  const owner = await laurel.tenant();
  const { call } = await connectAgent(laurel, owner.key);
  const element = { type: 'text', x: 0, y: 0, width: 90, height: 20, font: 'Inter', size: 12, text: '{{name}}' };
  const design = { recipientNameVariable: 'name', page: { width: 100, height: 100 }, elements: [element] };
  for (let index = 0; index < 20; index++)
    await importTemplate(laurel.context(owner), { ...design, name: `Template ${index}` });
  const { body: first } = await call('templates_list', { limit: null });
  const { body: rest } = await call('templates_list', { limit: null, cursor: first.data.nextCursor });
  expect([first.data.templates.length, first.omitted, rest.data.templates.length]).toEqual([20, undefined, 1]);
});
