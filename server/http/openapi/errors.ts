import { z } from 'zod';
import { DomainError, ERROR_STATUS, type ErrorCode } from '../../../domain/errors.ts';
import type { RestRoute } from '../rest-router.ts';
import { CATALOGUE } from './error-catalogue.ts';
import type { Json } from './parts.ts';

/** The failures of a route by status, each with an example of every code. */
export function errorResponses(route: RestRoute): Json {
  const codes: ErrorCode[] = ['VALIDATION_ERROR', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
  if (route.admission.scope !== null) codes.push('UNAUTHORIZED', 'KEY_EXPIRED', 'FORBIDDEN');
  if (route.path.includes('{')) codes.push('NOT_FOUND');
  if (route.takesKey) codes.push('IDEMPOTENCY_CONFLICT');
  codes.push(...route.errors);
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  return Object.fromEntries([...byStatus].map(([status, same]) => [String(status), errorResponse(same)]));
}

function errorResponse(codes: ErrorCode[]): Json {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${CATALOGUE[code].meaning}`).join('. '),
    ...((codes.includes('RATE_LIMITED') || codes.includes('SERVICE_UNAVAILABLE')) && {
      headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  };
}

function exampleOf(code: ErrorCode): Json {
  const { status } = new DomainError(code, CATALOGUE[code].meaning);
  const error = { code, message: CATALOGUE[code].meaning, status };
  if (code === 'VALIDATION_ERROR') return { error, details: [{ path: 'variables.name', message: 'is missing' }] };
  return code === 'INSUFFICIENT_CREDITS' ? { error, credits: { current: 0, required: 1 } } : { error };
}

export const ERROR_SCHEMA = z.toJSONSchema(
  z.object({
    error: z
      .object({
        code: z.enum(Object.keys(ERROR_STATUS)).describe('What programs decide by'),
        message: z.string().describe('For people; it may change'),
        status: z.int().describe('The status of the response'),
      })
      .describe('What went wrong'),
    details: z
      .array(
        z.object({
          path: z.string().describe('Where it is in the request, as in `recipients[3].variables.name`'),
          message: z.string().describe('What is wrong there'),
        }),
      )
      .optional()
      .describe('Of a `VALIDATION_ERROR`: each fault of the request'),
    credits: z
      .object({
        current: z.int().describe('Credits that are left'),
        required: z.int().describe('What the call would cost'),
      })
      .optional()
      .describe('Of `INSUFFICIENT_CREDITS`'),
    reason: z
      .string()
      .optional()
      .describe('Of some errors: the situation, as a program distinguishes it within a code'),
    renderStatus: z.string().optional().describe('Of a file that is not ready: the state of its rendering'),
  }),
  { target: 'draft-2020-12', override: ({ jsonSchema }) => void delete jsonSchema.$schema },
);

/** A file that is not rendered yet: specification 4.5. */
export const NOT_READY = {
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
