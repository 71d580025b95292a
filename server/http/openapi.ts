import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import { DomainError, ERROR_STATUS, type ErrorCode } from '../../domain/errors.ts';
import { type Example, makeSamples } from '../../procedures/samples.ts';
import { MAX_BODY } from './bodies/read-body.ts';
import { MAX_NESTING } from './bodies/read-json.ts';
import { documentedRouter, type RestRoute, restRoutes } from './rest-router.ts';

type Json = Record<string, unknown>;
type Body = { content?: Record<string, { example?: unknown }> };
type Operation = Json & {
  operationId: string;
  responses: Record<string, unknown>;
  parameters?: unknown[];
  requestBody?: Body;
};

const MEANING: Record<ErrorCode, string> = {
  UNAUTHORIZED: 'The API key is missing, invalid or revoked',
  KEY_EXPIRED: 'The API key is past its expiry date',
  FORBIDDEN: 'The API key lacks the scope',
  NOT_FOUND: 'There is no such resource',
  VALIDATION_ERROR: 'The request is not valid; `details` says what and where',
  INSUFFICIENT_CREDITS: 'The balance is too low',
  CONFLICT: 'Somebody else has changed it since it was read: read it again',
  IDEMPOTENCY_CONFLICT:
    'The Idempotency-Key was used with another body (take a new key), or its call has not ended yet (send it again in a moment)',
  RATE_LIMITED: 'Too many requests; `Retry-After` gives the wait in seconds',
  SERVICE_UNAVAILABLE:
    'The service can not reach its database; send it again after `Retry-After` seconds, a creation with its Idempotency-Key',
  INTERNAL_ERROR: 'Unexpected error; `X-Request-Id` names it in the log',
};

const DESCRIPTION = [
  'Issue certificates that anyone can verify. Errors all have one shape; see the schema `Error`.',
  'HEAD is answered wherever GET is, and is no verification that counts. A slash at the end of a path makes no difference, nor does the case of a verification hash.',
  `A body of JSON has at most 2 MB (${MAX_BODY.toLocaleString('en')} bytes) and ${MAX_NESTING} levels.`,
].join(' ');

/** The API document (OpenAPI 3.1): generated from the procedures, then completed with statuses, errors and examples. */
export function openApiDocument(baseUrl: string): Json {
  const generated = generateOpenApiDocument(documentedRouter(), {
    title: 'Laurel',
    description: DESCRIPTION,
    version: '1.0.0',
    openApiVersion: '3.1.0',
    baseUrl: `${baseUrl}/api/v1`,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key: `svc_live_…`' } },
  }) as unknown as Json & { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Json } };
  const schemas: Json = { ...generated.components?.schemas, Error: ERROR_SCHEMA };
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name];
  const document = { ...generated, components: { ...generated.components, schemas } };
  const samples = makeSamples(baseUrl);
  for (const route of restRoutes) {
    const operation = generated.paths[route.path]?.[route.method.toLowerCase()];
    if (!operation) throw new Error(`${route.name} is missing in the API document`);
    complete(operation, route);
    addExamples(operation, route.example?.(samples) ?? {});
  }
  return document;
}

/** Shows what a request and its answer look like; a request that takes none of its own needs no body. */
function addExamples(operation: Operation, { request, response }: Example): void {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('20'))?.[1];
  for (const [body, example] of [
    [operation.requestBody, request],
    [success, response],
  ] as [Body | undefined, unknown][]) {
    const media = body?.content?.['application/json'];
    if (media && example !== undefined) media.example = example;
  }
}

function complete(operation: Operation, route: RestRoute): void {
  operation.operationId = route.name;
  const { '200': success } = operation.responses;
  if (route.mediaType) withMediaType(success as Body, route.mediaType);
  operation.responses = {
    ...(route.status === 302 ? DOWNLOAD : { [route.status]: success }),
    ...(route.mediaType && { '202': NOT_READY }),
    ...errorResponses(route),
  };
  if (route.takesKey) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_HEADER];
}

function withMediaType(body: Body, mediaType: string): void {
  const { 'application/json': json, ...others } = body.content ?? {};
  if (json) body.content = { ...others, [mediaType]: json };
}

function errorResponses(route: RestRoute): Json {
  const codes: ErrorCode[] = ['VALIDATION_ERROR', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
  if (route.admission.scope !== null) codes.push('UNAUTHORIZED', 'KEY_EXPIRED', 'FORBIDDEN');
  if (route.path.includes('{') || route.takesKey) codes.push('NOT_FOUND');
  if (route.takesKey) codes.push('INSUFFICIENT_CREDITS', 'IDEMPOTENCY_CONFLICT');
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  return Object.fromEntries([...byStatus].map(([status, same]) => [String(status), errorResponse(same)]));
}

function errorResponse(codes: ErrorCode[]): Json {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${MEANING[code]}`).join('. '),
    ...((codes.includes('RATE_LIMITED') || codes.includes('SERVICE_UNAVAILABLE')) && {
      headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } },
    }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  };
}

function exampleOf(code: ErrorCode): Json {
  const { status } = new DomainError(code, MEANING[code]);
  const error = { code, message: MEANING[code], status };
  if (code === 'VALIDATION_ERROR') return { error, details: [{ path: 'variables.name', message: 'is missing' }] };
  return code === 'INSUFFICIENT_CREDITS' ? { error, credits: { current: 0, required: 1 } } : { error };
}

const ERROR_SCHEMA = z.toJSONSchema(
  z.object({
    error: z.object({ code: z.enum(Object.keys(ERROR_STATUS)), message: z.string(), status: z.int() }),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    credits: z.object({ current: z.int(), required: z.int() }).optional(),
    renderStatus: z.string().optional(),
  }),
  { target: 'draft-2020-12', override: ({ jsonSchema }) => void delete jsonSchema.$schema },
);

const NOT_READY = {
  description: 'The certificate is not ready: wait and call again',
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: {
        error: { code: 'NOT_FOUND', message: 'The certificate is not ready yet', status: 202 },
        renderStatus: 'RENDERING',
      },
    },
  },
};

const DOWNLOAD = {
  '302': {
    description: 'The PDF is at `Location`',
    headers: { Location: { schema: { type: 'string', format: 'uri' } } },
  },
  '202': NOT_READY,
};

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeated call with the same key and body gives the first answer again, with `Idempotency-Replayed: true`; kept for 24 hours. A dry run ignores it.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
};
