import { z } from 'zod';
import { CODES, DETAILS, REASONS } from '../../../errors/catalogue.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../errors/codes.ts';
import { detail } from '../../../errors/detail.ts';
import type { RestRoute } from '../rest-router.ts';
import type { Json } from './parts.ts';

/** Returns the failures of a route by status, each with an example of every code. */
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
    description: codes.map((code) => `\`${code}\`: ${CODES[code].meaning}`).join('. '),
    ...((codes.includes('RATE_LIMITED') || codes.includes('SERVICE_UNAVAILABLE')) && {
      headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  };
}

function exampleOf(code: ErrorCode): Json {
  const error = { code, message: CODES[code].meaning, status: ERROR_STATUS[code] };
  if (code === 'VALIDATION_ERROR')
    return { error, details: [detail('variables.name', 'required', { accepted: 'a value' })] };
  return code === 'INSUFFICIENT_CREDITS' ? { error, credits: { current: 0, required: 1 } } : { error };
}

export const ERROR_SCHEMA = z.toJSONSchema(
  z.object({
    error: z
      .object({
        code: z.enum(Object.keys(ERROR_STATUS)).describe('Code for programs'),
        message: z.string().describe('Message for people; it may change'),
        status: z.int().describe('The status of the response'),
      })
      .describe('What went wrong'),
    details: z
      .array(
        z.object({
          path: z.string().describe('Location in the request, as in `recipients[3].variables.name`'),
          code: z
            .string()
            .meta({ examples: Object.keys(DETAILS) })
            .describe('Reason for programs'),
          message: z.string().describe('Reason for people; it may change'),
          params: z.record(z.string(), z.unknown()).describe('The values that the message mentions'),
        }),
      )
      .optional()
      .describe('Only for `VALIDATION_ERROR`: each fault of the request'),
    credits: z
      .object({
        current: z.int().describe('Remaining credits'),
        required: z.int().describe('Credits that the call would cost'),
      })
      .optional()
      .describe('Only for `INSUFFICIENT_CREDITS`'),
    reason: z
      .string()
      .meta({ examples: Object.keys(REASONS) })
      .optional()
      .describe('Set for some errors: distinguishes situations within a code, for programs'),
    renderStatus: z.string().optional().describe('Set for a file that is not ready: the state of its rendering'),
  }),
  { target: 'draft-2020-12', override: ({ jsonSchema }) => void delete jsonSchema.$schema },
);

/** Response for a file that is not rendered yet (specification 4.5). */
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
