import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { connectAgent, sendMessage } from '../support/agents.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

let laurel: Laurel;
let tenant: Tenant;
let agent: Awaited<ReturnType<typeof connectAgent>>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  agent = await connectAgent(laurel, tenant.key);
});

const UNKNOWN_ID = '01a1fce0-b978-76df-bce2-53741a715314';
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const callOf = (name: string, given: unknown) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: given },
});

describe('a tool answers with the error of REST', () => {
  test('for input that REST refuses', async () => {
    const given = { templateId: tenant.templateId, variables: { name: 'A', cours: 'B' }, sendEmail: true };
    const { status: _, body } = await laurel.call('/certificates', { key: tenant.key, body: given });
    const { isError, body: failure } = await agent.call('certificates_generate', given);
    expect(isError).toBe(true);
    expect(failure).toMatchObject(body);
    expect(failure.details[0]).toMatchObject({ path: expect.any(String), code: expect.any(String), params: {} });
  });

  test('for members that REST does not know', async () => {
    for (const [name, given, path] of [
      ['certificates_list', { limits: 5 }, 'limits'],
      ['certificates_list', { direction: 'forward' }, 'direction'],
      ['certificates_get', { id: UNKNOWN_ID, idempotencyKey: 'a' }, 'idempotencyKey'],
      ['certificates_generate', { templateId: tenant.templateId, variables: VARIABLES, dryrun: true }, 'dryrun'],
    ] as const) {
      const { body } = await agent.call(name, given);
      expect([body.error.code, body.details]).toEqual([
        'VALIDATION_ERROR',
        [expect.objectContaining({ path, code: 'unknown_member' })],
      ]);
    }
  });

  test('for a malformed idempotency key, and one used for another body', async () => {
    const single = { templateId: tenant.templateId, variables: VARIABLES };
    for (const idempotencyKey of ['', 'caf\u00e9', 7, null, ['a'], 'x'.repeat(256)]) {
      const { body } = await agent.call('certificates_generate', { ...single, idempotencyKey });
      expect(body.details).toMatchObject([{ path: 'idempotencyKey', code: 'not_a_key' }]);
    }
    await agent.call('certificates_generate', { ...single, idempotencyKey: 'used' });
    const { body } = await agent.call('certificates_generate', { ...single, externalId: 'a', idempotencyKey: 'used' });
    expect(body).toMatchObject({ error: { code: 'IDEMPOTENCY_CONFLICT', status: 409 }, reason: 'key_reused' });
  });

  test("for another organisation's certificate as for an unknown one", async () => {
    const other = await laurel.tenant();
    const { body: foreign } = await laurel.call('/certificates', {
      key: other.key,
      body: { templateId: other.templateId, variables: VARIABLES },
    });
    for (const [name, more] of [
      ['certificates_get', {}],
      ['certificates_correct', { variables: { name: 'Mallory' }, reason: 'x' }],
      ['certificates_revoke', { reason: 'x' }],
      ['certificates_renew', {}],
      ['certificates_email', { recipientEmail: 'mallory@agents.example' }],
    ] as const) {
      const { body: unknown } = await agent.call(name, { id: UNKNOWN_ID, ...more });
      expect(unknown.error).toEqual({ code: 'NOT_FOUND', message: 'Resource not found', status: 404 });
      expect((await agent.call(name, { id: foreign.id, ...more })).body).toEqual(unknown);
    }
    expect((await laurel.call(`/certificates/${foreign.id}`, { key: other.key })).body.status).toBe('GENERATED');
  });

  test('for a batch with many faults, of which it returns the first and the number', async () => {
    const recipients = Array.from({ length: 100 }, () => ({ variables: { cours: 'x' } }));
    const batch = { templateId: tenant.templateId, recipients };
    const { body } = await agent.call('batches_create', batch);
    const rest = (await laurel.call('/batches', { key: tenant.key, body: batch })).body.details;
    expect(body.details.slice(0, 20)).toEqual(rest.slice(0, 20));
    expect(body.details.slice(20)).toMatchObject([{ code: 'more_faults', params: { count: rest.length - 20 } }]);
  });

  test('for a call with many unknown members, of which it returns the first and the number', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`unknown${index}`, 'x']));
    const { body } = await agent.call('credits_get', unknown);
    expect(body.details).toHaveLength(21);
    expect(body.details.at(-1)).toMatchObject({ code: 'more_faults', params: { count: 30 } });
    // The sentence counts them, too.
    const call = { templateId: tenant.templateId, variables: VARIABLES, ...unknown };
    const refused = await laurel.call('/certificates', { key: tenant.key, body: call });
    expect(refused.body.error.message).toMatch(/ \(and 49 more\)$/);
  });
});

test('shows and serves a key only the tools of its scopes', async () => {
  const reader = await laurel.tenant({ scopes: ['certificates:read'] });
  const { client, call } = await connectAgent(laurel, reader.key);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([
    ...['batches_certificates', 'batches_get', 'batches_list', 'certificates_get', 'certificates_list'],
    ...['recipients_get', 'recipients_list', 'verify_certificate'],
  ]);
  const { body: refused } = await call('certificates_revoke', { id: UNKNOWN_ID, reason: 'x' });
  expect(refused).toMatchObject({ error: { code: 'FORBIDDEN', status: 403 }, reason: 'missing_scope' });
  const { isError, body } = await call('certificates_generate', { unknown: true });
  const { body: rest } = await laurel.call('/certificates', { key: reader.key, body: { unknown: true } });
  expect([isError, rest.error.code]).toEqual([true, 'FORBIDDEN']);
  expect(body).toMatchObject(rest);
});

test('refuses a missing and a wrong key with a challenge, as REST does', async () => {
  const wrong = tenant.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  for (const [key, challenge] of [
    ['', 'Bearer realm="Laurel"'],
    [wrong, 'Bearer realm="Laurel", error="invalid_token"'],
  ] as const) {
    const refused = await sendMessage(laurel, list, { key });
    const rest = await laurel.call('/credits', { key });
    expect([refused.status, refused.body]).toEqual([401, rest.body]);
    expect([refused, rest].map(({ headers }) => headers.get('WWW-Authenticate'))).toEqual([challenge, challenge]);
  }
});

test('refuses pages of other origins, also under a host name that they chose', async () => {
  for (const Origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
    const { status, body } = await sendMessage(laurel, list, {
      key: tenant.key,
      headers: { Origin, Host: 'evil.example' },
    });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
  }
  const own = { Origin: new URL(laurel.url).origin };
  expect((await sendMessage(laurel, list, { key: tenant.key, headers: own })).status).toBe(200);
});

test('serves neither streams nor sessions', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers, body } = await sendMessage(laurel, null, { key: tenant.key, method });
    expect([method, status, headers.get('Allow'), body.error.status]).toEqual([method, 405, 'POST', 405]);
  }
  const listened = agent.client.listen({ toolsListChanged: true });
  await expect(listened).rejects.toThrow('Unknown method. Use tools/list or tools/call.');
});

describe('a message is refused before a tool runs', () => {
  const refusalOf = async (body: unknown, headers: Record<string, string> = {}) => {
    const answer = await sendMessage(laurel, body, { key: tenant.key, headers });
    return [answer.status, answer.body.error.code, answer.body.error.data?.details?.[0].code];
  };

  test('if it is not one JSON object', async () => {
    expect(await refusalOf('{"jsonrpc":')).toEqual([400, -32700, 'malformed_json']);
    expect(await refusalOf('')).toEqual([400, -32700, 'malformed_json']);
    expect(await refusalOf('"text"')).toEqual([400, -32600, 'not_an_object']);
    expect(await refusalOf(list, { 'Content-Type': 'text/plain' })).toEqual([400, -32600, 'wrong_content_type']);
    expect((await sendMessage(laurel, {}, { key: tenant.key })).status).toBe(400);
  });

  test('if it is a batch, of any length', async () => {
    const single = callOf('certificates_generate', { templateId: tenant.templateId, variables: VARIABLES });
    const before = (await agent.call('credits_get')).body.data.balance;
    expect(await refusalOf(Array(1000).fill(single))).toEqual([400, -32600, 'too_many_calls']);
    expect(await refusalOf([single])).toEqual([400, -32600, 'too_many_calls']);
    expect((await agent.call('credits_get')).body.data.balance).toBe(before);
  });

  test('if its arguments have 10 MB or thousands of levels, as REST refuses them', async () => {
    const large = callOf('certificates_generate', { variables: { name: 'x'.repeat(10_000_000) } });
    const { status, body } = await sendMessage(laurel, large, { key: tenant.key });
    const rest = await laurel.call('/certificates', { key: tenant.key, body: large });
    expect([status, body.error.data]).toEqual([rest.status, rest.body]);
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(await refusalOf(deep)).toEqual([400, -32600, 'nested_too_deeply']);
  });

  test('if it names an unknown tool, method or revision', async () => {
    expect(await refusalOf(callOf('certificates_delete', {}))).toEqual([200, -32602, undefined]);
    expect(await refusalOf(callOf('organisation_update', { emailBcc: 'a@evil.example' }))).toEqual([
      200,
      -32602,
      undefined,
    ]);
    expect(await refusalOf(callOf('certificates_get', 'text'))).toEqual([200, -32602, undefined]);
    expect(await refusalOf({ ...list, method: 'resources/list' })).toEqual([200, -32601, undefined]);
    expect((await refusalOf(list, { 'MCP-Protocol-Version': '1999-01-01' }))[0]).toBe(400);
    for (const [message, text] of [
      [{ ...list, method: 'resources/list' }, 'Unknown method. Use tools/list or tools/call.'],
      [callOf('certificates_delete', {}), 'Unknown tool. Use one of tools/list.'],
    ] as const) {
      const { body } = await sendMessage(laurel, message, { key: tenant.key });
      expect([body.id, body.error.message]).toEqual([1, text]);
      expect(body.error.data).toEqual({ error: { code: 'NOT_FOUND', message: text, status: 404 } });
    }
  });
});

test('counts each message before its body is read, and issuing by its own limit', async () => {
  const limited = await Laurel.start({ RATE_LIMIT_DEFAULT: '6', RATE_LIMIT_CERTIFICATES: '2' });
  const { key, templateId } = await limited.tenant();
  const issue = () =>
    sendMessage(limited, callOf('certificates_generate', { templateId, variables: VARIABLES }), { key });
  for (const left of [1, 0]) {
    const { status, headers, body } = await issue();
    expect([status, body.result.isError]).toEqual([200, undefined]);
    expect(headers.get('RateLimit')).toMatch(`"certificates";r=${left};`);
  }
  const { body: third } = await issue();
  expect(third.result).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'RATE_LIMITED', status: 429 }, retryAfter: expect.any(Number) },
  });
  for (let calls = 3; calls < 6; calls++) expect((await sendMessage(limited, list, { key })).status).toBe(200);
  const { status, headers, body } = await sendMessage(limited, '{"broken', { key });
  expect([status, body.error.code, headers.get('Retry-After')]).toEqual([
    429,
    'RATE_LIMITED',
    expect.stringMatching(/^\d+$/),
  ]);
});

test('an unexpected failure is opaque, and names its line in the log', async () => {
  const broken = await Laurel.start();
  const { key } = await broken.tenant();
  await sql`alter table templates rename to missing`.execute(database(broken.installation.services.em()));
  const { headers, body } = await sendMessage(broken, callOf('templates_list', {}), { key });
  const { notice: _, ...failure } = body.result.structuredContent;
  expect([body.result.isError, failure]).toEqual([
    true,
    {
      error: { code: 'INTERNAL_ERROR', message: 'An unexpected error occurred', status: 500 },
      requestId: headers.get('X-Request-Id'),
    },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/missing|relation|select/);
});
