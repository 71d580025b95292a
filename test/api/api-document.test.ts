import { readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebhookEvent } from '../../domain/webhooks/schemas.ts';
import { restRoutes } from '../../server/http/rest-router.ts';
import { ApiContract } from '../support/api-contract.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  security?: unknown[];
  tags?: string[];
  parameters?: { name: string; in: string; schema: object; description?: string }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<
    string,
    {
      description?: string;
      content?: Record<string, { example?: unknown; examples?: object }>;
      links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
    }
  >;
}

let laurel: Laurel;
let tenant: Tenant;
let operations: Map<string, Operation>;
let document: Record<string, unknown>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  document = (await laurel.call('/openapi.json')).body;
  const all = Object.values(document.paths as object).flatMap((path) => Object.values(path) as Operation[]);
  operations = new Map(all.map((operation) => [operation.operationId, operation]));
});

test('the API document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(document);
  expect(errors ?? []).toEqual([]);
  expect([valid, document.openapi]).toEqual([true, '3.1.0']);
});

test('describes every REST operation with the error shape and an example of every body', () => {
  expect([...operations.keys()].sort()).toEqual(restRoutes.map(({ name }) => name).sort());
  for (const { operationId, summary, description, requestBody, responses } of operations.values()) {
    expect([operationId, Boolean(summary && description)]).toEqual([operationId, true]);
    const bodies = [requestBody, ...Object.values(responses)].map((body) => body?.content?.['application/json']);
    for (const media of bodies.filter((one) => one !== undefined)) {
      expect([operationId, 'example' in media || 'examples' in media]).toEqual([operationId, true]);
    }
    for (const status of ['400', '429', '500', '503']) expect(Object.keys(responses)).toContain(status);
  }
  expect(JSON.stringify(document)).not.toContain('"issues"');
});

test('describes every parameter and every member of requests and responses', () => {
  const parameters = [...operations.values()].flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
  );
  expect(parameters).toEqual([]);
  const { paths, components } = document as { paths: unknown; components: { schemas: unknown } };
  expect(undescribed({ ...(paths as object), ...(components.schemas as object) }, '')).toEqual([]);
});

/** Returns the paths of all schema members without a description. */
function undescribed(part: unknown, path: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'example' || key === 'examples') return [];
    const isMembers = key === 'properties' && 'type' in part;
    const bare = isMembers ? Object.entries(value).filter(([, member]) => !Object(member).description) : [];
    return [...bare.map(([name]) => `${path}.${name}`), ...undescribed(value, isMembers ? path : `${path}.${key}`)];
  });
}

test.each([
  ['certificates.generate', ['201', '400', '401', '403', '404', '409', '429', '500']],
  ['batches.create', ['201', '400', '401', '403', '404', '409', '429', '500']],
  ['certificates.download', ['202', '302', '404']],
  ['organisation.update', ['200', '400', '401', '403']],
])('documents the real statuses of %s', (name, statuses) => {
  const shown = Object.keys(operations.get(name)?.responses ?? {});
  expect(shown).toEqual(expect.arrayContaining(statuses));
  expect(shown.includes('200')).toBe(statuses.includes('200'));
});

test('documents Idempotency-Key for creations, the logo as a form, and verification without a key', () => {
  for (const name of ['certificates.generate', 'batches.create']) {
    expect(operations.get(name)?.parameters?.map((parameter) => parameter.name)).toContain('Idempotency-Key');
  }
  expect(Object.keys(operations.get('organisation.uploadLogo')?.requestBody?.content ?? {})).toEqual([
    'multipart/form-data',
  ]);
  expect(operations.get('verify.certificate')?.security).toEqual([]);
  expect(operations.get('certificates.get')?.security).toEqual([{ bearer: ['certificates:read'] }]);
  expect(operations.get('certificates.generate')?.description).toMatch(
    /Needs the scope `certificates:write`\. Limit: 30 /,
  );
});

test('has version, licence, contact and tag descriptions, and no dangling reference', () => {
  const { info, tags } = document as { info: Record<string, unknown>; tags: { name: string; description: string }[] };
  expect(info).toMatchObject({
    version: JSON.parse(readFileSync('package.json', 'utf8')).version,
    license: { name: expect.any(String) },
    contact: { url: expect.stringMatching(/^http/) },
  });
  const used = [...operations.values()].flatMap((operation) => operation.tags);
  expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining(used));
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref = '']) => ref);
  const missing = refs.filter((ref) => {
    const found = ref.split('/').reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], document);
    return found === undefined;
  });
  expect(missing).toEqual([]);
  // Types of generated clients have these names.
  const { schemas } = document.components as { schemas: object };
  expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
});

test('has a schema for the design document of a template', async () => {
  const body = operations.get('templates.publish')?.requestBody?.content['application/json'];
  expect(body).toMatchObject({ schema: { $ref: '#/components/schemas/DesignDocument' } });
  const { components } = document as { components: { schemas: Record<string, object> } };
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'api', components });
  const validate = ajv.compile({ $ref: 'api#/components/schemas/DesignDocument' });
  for (const name of readdirSync('samples').filter((file) => file.endsWith('.json'))) {
    expect([name, validate(JSON.parse(readFileSync(`samples/${name}`, 'utf8'))), validate.errors]).toEqual([
      name,
      true,
      null,
    ]);
  }
  expect(validate({ name: 'x', colour: 'red' })).toBe(false);
});

test('describes webhook payloads as they are sent', async () => {
  const { webhooks } = document as { webhooks: Record<string, { post: Operation }> };
  const receiver = await Receiver.start();
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@example.org', 'owner'));
  const { id } = await owner.webhooks.create.mutate({
    name: 'all',
    url: receiver.url,
    events: [...WebhookEvent.options],
  });
  await owner.webhooks.ping.mutate({ id });
  const certificate = await laurel.issue(tenant);
  await laurel.call(`/certificates/${certificate.id}/revoke`, { key: tenant.key, body: { reason: 'a mistake' } });
  await laurel.call(`/certificates/${certificate.id}/reinstate`, { key: tenant.key, body: {} });
  const recipients = [{ variables: VARIABLES }];
  await laurel.call('/batches', { key: tenant.key, body: { templateId: tenant.templateId, recipients } });
  const sent = await receiver.wait(8);
  expect(new Set(sent.map(({ event }) => event.event))).toEqual(
    new Set([
      ...['ping', 'certificate.issued', 'certificate.ready', 'certificate.revoked', 'certificate.reinstated'],
      'batch.completed',
    ]),
  );
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  for (const { event: payload, headers } of sent) {
    const operation = webhooks[payload.event]?.post;
    const media = operation?.requestBody?.content['application/json'] as { schema: object } | undefined;
    const validate = ajv.compile(media?.schema ?? false);
    expect([payload.event, validate(payload), validate.errors]).toEqual([payload.event, true, null]);
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining((operation?.parameters ?? []).map(({ name }) => name.toLowerCase())),
    );
  }
});

interface Schema {
  $ref?: string;
  additionalProperties?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Returns every object schema with members and its place. Follows each reference once. */
function objectsIn(schema: Schema, place: string, seen: Set<string>): [string, Schema][] {
  if (schema.$ref !== undefined) {
    if (seen.has(schema.$ref)) return [];
    seen.add(schema.$ref);
    const name = schema.$ref.split('/').at(-1) ?? '';
    const { schemas } = document.components as { schemas: Record<string, Schema> };
    return objectsIn(schemas[name] ?? {}, name, seen);
  }
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])];
  return [
    ...(schema.properties ? [[place, schema] as [string, Schema]] : []),
    ...Object.entries(properties).flatMap(([name, one]) => objectsIn(one, `${place}.${name}`, seen)),
    ...inner.flatMap((one) => objectsIn(one, place, seen)),
  ];
}

test('the table of status codes names the operations that have them', () => {
  const [, table = ''] = readFileSync('docs/integrating.md', 'utf8').split('## Status codes');
  for (const status of [201, 202, 302]) {
    const row = new RegExp(`^\\| ${status} \\|.*$`, 'm').exec(table)?.[0] ?? '';
    const named = [...row.matchAll(/`((?:GET|POST|PUT) \/[^`]*)`/g)].map(([, operation]) => operation);
    const has = restRoutes.filter(({ name }) => String(status) in (operations.get(name)?.responses ?? {}));
    expect(named.toSorted()).toEqual(has.map(({ method, path }) => `${method} ${path}`).toSorted());
  }
});

test('closes request schemas, and leaves responses and events open for new members', () => {
  const [open, closed]: string[][] = [[], []];
  const [asked, answered] = [new Set<string>(), new Set<string>()];
  for (const { operationId, requestBody, responses } of operations.values()) {
    const request = requestBody?.content['application/json'] as { schema?: Schema } | undefined;
    const isDesign = /^templates\.(create|publish)/.test(operationId);
    if (request?.schema && !isDesign)
      for (const [place, schema] of objectsIn(request.schema, operationId, asked))
        if (schema.additionalProperties !== false) open?.push(place);
    for (const { content } of Object.values(responses)) {
      const { schema } = (content?.['application/json'] ?? {}) as { schema?: Schema };
      if (!schema) continue;
      for (const [place, one] of objectsIn(schema, operationId, answered))
        if (one.additionalProperties === false) closed?.push(place);
    }
  }
  for (const hook of Object.values((document.webhooks ?? {}) as Record<string, { post: Operation }>)) {
    const { schema } = (hook.post.requestBody?.content['application/json'] ?? {}) as { schema?: Schema };
    for (const [place, one] of objectsIn(schema ?? {}, 'webhook', answered))
      if (one.additionalProperties === false) closed?.push(place);
  }
  expect(open).toEqual([]);
  expect(closed).toEqual([]);
});

test('every creation links to operations on what it created, with their path parameters', () => {
  const created = [...operations.values()].flatMap(({ operationId, responses }) =>
    Object.entries(responses['201']?.links ?? {}).map(([name, { parameters }]) => ({
      creation: operationId,
      name,
      parameters,
    })),
  );
  expect([...new Set(created.map(({ creation }) => creation))].sort()).toEqual([
    ...['batches.create', 'certificates.correct', 'certificates.generate', 'certificates.renew', 'imports.create'],
    'templates.create',
  ]);
  for (const { name, parameters } of created) {
    const target = operations.get(name)?.parameters?.filter((parameter) => parameter.in === 'path');
    expect([name, target?.map((parameter) => parameter.name)]).toEqual([name, Object.keys(parameters)]);
  }
});

test('a link of a new certificate leads to it', async () => {
  const { body } = await laurel.call('/certificates', {
    key: tenant.key,
    body: { templateId: tenant.templateId, variables: VARIABLES },
  });
  const links = operations.get('certificates.generate')?.responses['201']?.links ?? {};
  for (const { operationId, parameters } of Object.values(links)) {
    const [[, expression] = []] = Object.entries(parameters);
    const member = expression?.replace('$response.body#/', '') ?? '';
    expect([operationId, typeof body[member]]).toEqual([operationId, 'string']);
  }
  expect((await laurel.call(`/certificates/${body.id}`, { key: tenant.key })).body.id).toBe(body.id);
});

describe('request schemas say what the server checks', () => {
  const certificate = (more: object) => ({ templateId: tenant.templateId, variables: VARIABLES, ...more });
  const batch = (recipient: object, more: object = {}) => ({
    templateId: tenant.templateId,
    recipients: [{ variables: VARIABLES, ...recipient }],
    ...more,
  });
  const ADDRESS = { recipientEmail: 'anne@müller.example' };

  test.each<[string, string, string, () => object, boolean]>([
    ['an e-mail without an address', 'POST', '/certificates', () => certificate({ sendEmail: true }), false],
    [
      'null as the address',
      'POST',
      '/certificates',
      () => certificate({ sendEmail: true, recipientEmail: null }),
      false,
    ],
    ['an international address', 'POST', '/certificates', () => certificate({ sendEmail: true, ...ADDRESS }), true],
    ['no e-mail', 'POST', '/certificates', () => certificate({ sendEmail: false }), true],
    ['a batch of e-mails without addresses', 'POST', '/batches', () => batch({}, { sendEmail: true }), false],
    ['a batch of e-mails with addresses', 'POST', '/batches', () => batch(ADDRESS, { sendEmail: true }), true],
    [
      'a control character in a value',
      'POST',
      '/certificates',
      () => certificate({ variables: { ...VARIABLES, name: 'A\u0007' } }),
      false,
    ],
    ['a line feed in a tag', 'POST', '/certificates', () => certificate({ tags: ['a\nb'] }), false],
    ['a blank external id', 'POST', '/certificates', () => certificate({ externalId: ' ' }), false],
    ['an unknown form of a language', 'POST', '/certificates', () => certificate({ language: 'german!' }), false],
    ['the 30th of February', 'POST', '/certificates', () => certificate({ expiresAt: '2999-02-30' }), false],
    ['the year 0000', 'POST', '/certificates', () => certificate({ expiresAt: '0000-01-01' }), false],
    ['a website without a scheme', 'PUT', '/organisation', () => ({ websiteUrl: 'example.org' }), false],
    ['a website', 'PUT', '/organisation', () => ({ websiteUrl: 'https://müller.example/ä?x=1' }), true],
    [
      'a logo with a separator of policies',
      'PUT',
      '/organisation',
      () => ({ logoUrl: 'https://example.org/a;b' }),
      false,
    ],
    ['a colour by its name', 'PUT', '/organisation', () => ({ brandColor: 'red' }), false],
    ['a signature of 2,000 emoji', 'PUT', '/organisation', () => ({ emailSignature: '🎓'.repeat(2000) }), true],
    ['an unknown placeholder', 'PUT', '/organisation', () => ({ emailSubject: '{{name}}' }), false],
    ['a placeholder', 'PUT', '/organisation', () => ({ emailSubject: 'For {{ recipientName }}' }), true],
  ])('%s', async (_title, method, path, bodyOf, isValid) => {
    const contract = new ApiContract(document as never);
    const operation = contract.operations.find((one) => one.method === method && one.path === path);
    const body = bodyOf();
    const schema = (operation && contract.bodySchema(operation)) ?? {};
    const { status } = await laurel.call(path, { key: tenant.key, method, body });
    expect([contract.validator(schema)(body), status < 300]).toEqual([isValid, isValid]);
  });

  test.each([
    ['%20', false],
    ['%0b', false],
    ['ada', true],
  ])('a search for %s', async (text, isValid) => {
    const contract = new ApiContract(document as never);
    const parameter = contract.operation('certificates.list').parameters.find(({ name }) => name === 'search');
    const { status } = await laurel.call(`/certificates?search=${text}`, { key: tenant.key });
    expect([contract.validator(parameter?.schema ?? {})(decodeURIComponent(text)), status < 300]).toEqual([
      isValid,
      isValid,
    ]);
  });
});

test('forms name their only part and its types, and refuse other parts', async () => {
  const logo = operations.get('organisation.uploadLogo')?.requestBody?.content['multipart/form-data'];
  expect(logo).toMatchObject({
    schema: { required: ['logo'], additionalProperties: false },
    encoding: { logo: { contentType: 'image/png, image/jpeg, image/webp, image/svg+xml' } },
  });
  const form = new FormData();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>';
  form.append('logo', new Blob([svg]), 'logo.svg');
  form.append('logos', 'x');
  const { status, body } = await laurel.call('/organisation/logo', { key: tenant.key, body: form });
  expect([status, body.details]).toMatchObject([
    400,
    [{ path: 'logos', code: 'unknown_member', params: { suggestion: 'logo' } }],
  ]);
});

test('a query of an operation with a body is refused, so that no option is ignored', async () => {
  const body = { templateId: tenant.templateId, variables: VARIABLES };
  const { status, body: refused } = await laurel.call('/certificates?dryRun=true', { key: tenant.key, body });
  expect([status, refused.details]).toMatchObject([400, [{ path: 'dryRun', code: 'unknown_member' }]]);
});

test('a path without parameters is not taken for one with them', async () => {
  const { status, headers } = await laurel.call('/certificates/import', { key: tenant.key });
  expect([status, headers.get('Allow')]).toEqual([405, 'POST']);
});

test('a redirection to the PDF has the declared body', async () => {
  const { id } = await laurel.issue(tenant);
  const received = await laurel.call(`/certificates/${id}/download`, { key: tenant.key });
  const contract = new ApiContract(document as never);
  expect(contract.faultOf(contract.operation('certificates.download'), received)).toBeNull();
  expect([received.status, received.body.pdfUrl]).toEqual([302, received.headers.get('Location')]);
});

test('PUT takes what GET gives, and null clears as an empty string does', async () => {
  const contract = new ApiContract(document as never);
  // PUT /templates/{id} takes a design, which no GET returns.
  const pairs = contract.operations.filter(
    ({ method, path, operationId }) =>
      method === 'PUT' &&
      operationId !== 'templates.publish' &&
      contract.operations.some((one) => one.method === 'GET' && one.path === path),
  );
  expect(pairs.map(({ path }) => path)).toEqual(['/organisation']);
  for (const operation of pairs) {
    const { path } = operation;
    const put = (body: object) => laurel.call(path, { key: tenant.key, method: 'PUT', body });
    const { body: before } = await laurel.call(path, { key: tenant.key });
    expect(await put(before)).toMatchObject({ status: 200, body: before });
    const { properties = {} } = contract.bodySchema(operation) ?? {};
    for (const [name, schema] of Object.entries(properties)) {
      expect([name, contract.validator(schema)(null), contract.validator(schema)('')]).toEqual([name, true, true]);
      const [byText, byNull] = [await put({ [name]: '' }), await put({ [name]: null })];
      expect([name, byNull.status, byNull.body]).toEqual([name, 200, byText.body]);
    }
  }
});
