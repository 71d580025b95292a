import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import type { Limit } from '../../../procedures/context.ts';
import { type Example, makeSamples } from '../../../procedures/samples.ts';
import { VERSION } from '../../version.ts';
import { JSON_LIMITS } from '../bodies/read-json.ts';
import { documentedRouter, type RestRoute, restRoutes } from '../rest-router.ts';
import { acceptNull } from './accept-null.ts';
import { designBody, designSchemas } from './design-schema.ts';
import { ERROR_SCHEMA, errorResponses, NOT_READY } from './errors.ts';
import { commonHeaders, HEADERS, headersNamed } from './headers.ts';
import { linksOf } from './links.ts';
import { mergeNull } from './merge-null.ts';
import type { Body, Json, Operation } from './parts.ts';
import { codeSamples } from './samples/code-samples.ts';
import { webhookOperations } from './webhooks.ts';

const DESCRIPTION = [
  'Issue certificates that anyone can verify. All errors have the same shape: see the schema `Error`.',
  'HEAD works wherever GET does, and a verification by HEAD is not counted. Trailing slashes and the case of a verification hash are ignored.',
  `A JSON body has at most 2 MB (${JSON_LIMITS.bytes.toLocaleString('en')} bytes) and ${JSON_LIMITS.levels} levels.`,
  'Code samples (`x-codeSamples`) read `LAUREL_URL`, `LAUREL_API_KEY` and ids such as `LAUREL_TEMPLATE_ID` from the environment.',
].join(' ');

/** Returns the API document (OpenAPI 3.1), generated from the procedures and completed with statuses, errors and examples. */
export function openApiDocument(baseUrl: string): Json {
  const generated = generateOpenApiDocument(documentedRouter(), {
    title: 'Laurel',
    description: DESCRIPTION,
    version: VERSION,
    openApiVersion: '3.1.0',
    baseUrl: `${baseUrl}/api/v1`,
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key: `svc_live_…`, or `svc_test_…` for test mode',
      },
    },
  }) as unknown as Json & {
    info: Json;
    paths: Record<string, Record<string, Operation>>;
    components?: { schemas?: Json };
  };
  const schemas: Json = { ...generated.components?.schemas, Error: ERROR_SCHEMA, ...designSchemas() };
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name];
  const document = {
    ...generated,
    info: { ...generated.info, contact: { name: 'The operator of this installation', url: baseUrl }, license: LICENCE },
    tags: TAGS,
    components: { ...generated.components, schemas, headers: HEADERS },
    webhooks: webhookOperations(),
  };
  const samples = makeSamples(baseUrl);
  for (const route of restRoutes) {
    const operation = generated.paths[route.path]?.[route.method.toLowerCase()];
    if (!operation) throw new Error(`${route.name} is missing from the API document`);
    complete(operation, route);
    addExamples(operation, route.example?.(samples) ?? {});
    operation['x-codeSamples'] = codeSamples(route, operation, samples);
  }
  openAnswers(document);
  acceptNull(document);
  return mergeNull(document);
}

/** Allows further members in answers and events, so that they can grow. Requests stay closed. */
function openAnswers({ paths, webhooks, components }: Pick<Json, 'paths' | 'webhooks' | 'components'>): void {
  const schemas = (components as { schemas: Json }).schemas;
  const done = new Set<unknown>();
  const open = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || done.has(part)) return;
    done.add(part);
    const { $ref, additionalProperties } = part as Json;
    if (typeof $ref === 'string') open(schemas[$ref.replace('#/components/schemas/', '')]);
    if (additionalProperties === false) delete (part as Json).additionalProperties;
    for (const [name, inner] of Object.entries(part)) if (!EXAMPLES.has(name)) open(inner);
  };
  for (const path of Object.values(paths as Record<string, Record<string, Operation>>))
    for (const { responses } of Object.values(path)) open(responses);
  open(webhooks);
}

/** Parts of a schema that are values. */
const EXAMPLES = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Adds examples of a request and its answer. A request without its own members needs no body. */
function addExamples(operation: Operation, { request, response }: Example): void {
  const success = Object.entries(operation.responses).find(([status]) => /^(200|201|302)$/.test(status))?.[1];
  for (const [body, example] of [
    [operation.requestBody, request],
    [success, response],
  ] as [Body | undefined, unknown][]) {
    const media = Object.values(body?.content ?? {})[0];
    if (media && example !== undefined) media.example = example;
  }
}

function complete(operation: Operation, route: RestRoute): void {
  operation.operationId = route.name;
  const { '200': success } = operation.responses;
  // Set for each operation. Without it, the document's default would apply.
  const { scope, limit } = route.admission;
  operation.security = scope === null ? [] : [{ bearer: [scope] }];
  if (route.deprecation) operation.deprecated = true;
  const { sunset } = route.deprecation ?? {};
  operation.description = [
    sunset && `Deprecated: it can be gone from ${sunset}.`,
    operation.description,
    scope && `Needs the scope \`${scope}\`.`,
    LIMITS[limit],
  ]
    .filter(Boolean)
    .join(' ');
  if (route.bodyIs) operation.requestBody = designBody();
  else if (route.textBody) operation.requestBody = textBody(route.textBody);
  else closeRequest(operation, route);
  if (route.isBodyOptional && operation.requestBody) operation.requestBody.required = false;
  if (route.parameters.size === 0 && !route.bodyIs && !route.isMultipart) delete operation.requestBody;
  if (route.mediaType) withMediaType(success as Body, route.mediaType);
  operation.responses = {
    ...(route.status === 302 ? { '302': redirection(success as Body), '202': NOT_READY } : { [route.status]: success }),
    ...(route.mediaType && { '202': NOT_READY }),
    ...errorResponses(route),
  };
  const created = operation.responses[route.status] as Body;
  const links = linksOf(route.name);
  if (links) created.links = links;
  if (route.takesKey) created.headers = headersNamed(['Idempotency-Replayed']);
  for (const [status, response] of Object.entries(operation.responses) as [string, Body][])
    response.headers = { ...(response.headers as Json), ...commonHeaders(status) };
  for (const parameter of (operation.parameters ?? []) as { description?: string; schema?: { description?: string } }[])
    parameter.description ??= parameter.schema?.description;
  if (route.takesKey) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_HEADER];
}

/** Rate limits by their names (specification part 8). An operator can change them. */
const LIMITS: Partial<Record<Limit, string>> = {
  certificates: 'Limit: 30 calls a minute.',
  batches: 'Limit: 10 calls a minute.',
  default: 'Limit: 120 calls a minute, together with others.',
  verify: 'Limit: 60 calls a minute for each address.',
};

/** Closes a request, and adds conditions and the types of its files. The generator omits these for schemas with checks. */
function closeRequest({ requestBody }: Operation, { input, shownPart }: RestRoute): void {
  const schema = requestBody?.content?.['application/json']?.schema as Json | undefined;
  if (schema?.properties) {
    const { if: condition, then } = (input instanceof z.ZodType && input.meta()) || {};
    Object.assign(schema, { additionalProperties: false }, condition && { if: condition, then });
  }
  const form = requestBody?.content?.['multipart/form-data'] as Json | undefined;
  if (form && shownPart) form.encoding = { [shownPart.name]: { contentType: shownPart.types.join(', ') } };
}

/** Returns the answer of a download. Clients that do not follow it find the address in the body, too. */
const redirection = ({ content }: Body): Body => ({
  description: 'The PDF is at `Location`',
  headers: headersNamed(['Location']),
  ...(content && { content }),
});

const textBody = ({ type }: NonNullable<RestRoute['textBody']>): Body => ({
  required: true,
  content: { [type]: { schema: { type: 'string' } } },
});

function withMediaType(body: Body, mediaType: string): void {
  const { 'application/json': json, ...others } = body.content ?? {};
  if (json) body.content = { ...others, [mediaType]: json };
}

const LICENCE = { name: 'Not licensed', identifier: 'LicenseRef-UNLICENSED' };

const TAGS = [
  { name: 'Templates', description: 'Designs from which certificates are issued' },
  { name: 'Certificates', description: 'Issuing, finding, downloading, revoking' },
  { name: 'Batches', description: 'Many certificates of one template' },
  { name: 'Recipients', description: 'People who received certificates' },
  { name: 'Verification', description: 'Public, without a key' },
  { name: 'Organisation', description: 'Branding of e-mails and pages' },
  { name: 'Credits', description: 'What issuing costs' },
  { name: 'Events', description: 'Event log of the organisation, kept for 30 days' },
  { name: 'Test mode', description: 'Clock, credits and e-mails of the sandbox, for keys that begin with `svc_test_`' },
  {
    name: 'Webhooks',
    description: 'Requests to the address of a webhook. Create webhooks in the dashboard.',
  },
];

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeated call with the same key and body returns the first answer, with `Idempotency-Replayed: true`. Kept for 24 hours. A dry run ignores it.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
};
