import { readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { WebhookEvent } from '../../domain/webhooks/schemas.ts';
import { restRoutes } from '../../server/http/rest-router.ts';
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
    { description?: string; content?: Record<string, { example?: unknown; examples?: object }> }
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
