import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { restRoutes } from '../../server/http/rest-router.ts';
import { Laurel } from '../support/laurel.ts';

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<
    string,
    { description?: string; content?: Record<string, { example?: unknown; examples?: object }> }
  >;
}

let operations: Map<string, Operation>;
let document: Record<string, unknown>;
beforeAll(async () => {
  const laurel = await Laurel.start();
  document = (await laurel.call('/openapi.json')).body;
  const all = Object.values(document.paths as object).flatMap((path) => Object.values(path) as Operation[]);
  operations = new Map(all.map((operation) => [operation.operationId, operation]));
});

test('the API document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(document);
  expect(errors ?? []).toEqual([]);
  expect([valid, document.openapi]).toEqual([true, '3.1.0']);
});

test('it shows every operation of REST, each with a description, the error shape, and an example of every body', () => {
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

test.each([
  ['certificates.generate', ['201', '400', '401', '403', '404', '409', '429', '500']],
  ['batches.create', ['201', '400', '401', '403', '404', '409', '429', '500']],
  ['certificates.download', ['202', '302', '404']],
  ['organisation.update', ['200', '400', '401', '403']],
])('%s has its real statuses', (name, statuses) => {
  const shown = Object.keys(operations.get(name)?.responses ?? {});
  expect(shown).toEqual(expect.arrayContaining(statuses));
  expect(shown.includes('200')).toBe(statuses.includes('200'));
});

test('a creation takes an Idempotency-Key, the logo is a form, and verification needs no key', () => {
  for (const name of ['certificates.generate', 'batches.create']) {
    expect(operations.get(name)?.parameters?.map((parameter) => parameter.name)).toContain('Idempotency-Key');
  }
  expect(Object.keys(operations.get('organisation.uploadLogo')?.requestBody?.content ?? {})).toEqual([
    'multipart/form-data',
  ]);
  expect(operations.get('verify.certificate')?.security ?? []).toEqual([]);
  expect(operations.get('certificates.get')?.security).not.toEqual([]);
});
