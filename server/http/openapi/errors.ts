import { z } from 'zod';
import { insufficientCredits } from '../../../domain/credits/spend.ts';
import { CODES, DETAILS, REASONS } from '../../../errors/catalogue.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../errors/codes.ts';
import { type Detail, detail, type Reason, reasonMessage } from '../../../errors/detail.ts';
import { unknownMember } from '../../../errors/from-zod.ts';
import { isLiveOnly } from '../../../procedures/base.ts';
import type { RestRoute } from '../rest-router.ts';
import { headersNamed } from './headers.ts';
import type { Json } from './parts.ts';

/** A failure of a route, with its example. */
interface Failure {
  code: ErrorCode;
  reason?: Reason;
  body: Json;
}

/** Returns the failures of a route by status, each with an example of every code and reason. */
export function errorResponses(route: RestRoute): Json {
  const failures = namesOf(route).map((name) => failureOf(name, route));
  const byStatus = Map.groupBy(failures, ({ code }) => ERROR_STATUS[code]);
  return Object.fromEntries([...byStatus].map(([status, same]) => [String(status), errorResponse(same)]));
}

/** Returns the codes and reasons of a route's failures, each once. */
function namesOf({ admission: { scope }, path, takesKey, isQuery, errors, ...route }: RestRoute) {
  const names: (ErrorCode | Reason)[] = ['VALIDATION_ERROR', 'too_many_requests', 'INTERNAL_ERROR', 'unavailable'];
  if (scope !== null) names.push('no_key', 'unknown_key', 'key_expired', 'missing_scope');
  if (scope !== null && isLiveOnly(scope, !isQuery)) names.push('live_only');
  if (path.includes('{')) names.push('NOT_FOUND');
  if (route.isMultipart || route.bodyIs || route.textBody) names.push('uploads_busy');
  if (takesKey) names.push('key_reused', 'key_in_flight');
  return [...new Set([...names, ...errors])];
}

function errorResponse(failures: readonly Failure[]): Json {
  const examples = failures.map(({ code, reason, body }) => [reason ?? code, { summary: code, value: body }]);
  const codes = [...new Set(failures.map(({ code }) => code))];
  const waits = codes.includes('RATE_LIMITED') || codes.includes('SERVICE_UNAVAILABLE');
  const names = [...(waits ? ['Retry-After'] : []), ...(codes.includes('UNAUTHORIZED') ? ['WWW-Authenticate'] : [])];
  return {
    description: codes.map((code) => describe(code, failures)).join('. '),
    ...(names.length > 0 && { headers: headersNamed(names) }),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(examples) },
    },
  };
}

function describe(code: ErrorCode, failures: readonly Failure[]): string {
  const reasons = failures.filter((one) => one.code === code && one.reason).map(({ reason }) => `\`${reason}\``);
  return `\`${code}\`: ${CODES[code].meaning}${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`;
}

function failureOf(name: ErrorCode | Reason, route: RestRoute): Failure {
  if (Object.hasOwn(ERROR_STATUS, name)) {
    const code = name as ErrorCode;
    return { code, body: exampleOf(code, route) };
  }
  const reason = name as Reason;
  const { error: code } = REASONS[reason];
  const params = { ...PARAMS, scope: route.admission.scope };
  const message = (reasonMessage as (reason: Reason, params: unknown) => string)(reason, params);
  return { code, reason, body: { error: { code, message, status: ERROR_STATUS[code] }, reason } };
}

/** Values of the examples' messages. */
const PARAMS = {
  seconds: 30,
  name: 'diplomas',
  most: 1000,
  list: 'templates',
  remedy: 'Publish a version of an existing one.',
  certificateId: '01a1fce0-b978-76df-bce2-53741a715314',
  family: 'Academy Sans',
};

function exampleOf(code: ErrorCode, route: RestRoute): Json {
  const [message, extras] = messageOf(code, route);
  return { error: { code, message, status: ERROR_STATUS[code] }, ...extras };
}

function messageOf(code: ErrorCode, route: RestRoute): [message: string, extras?: Json] {
  if (code === 'VALIDATION_ERROR') {
    const fault = faultOf(route);
    return [fault.path === '' ? fault.message : `${fault.path}: ${fault.message}`, { details: [fault] }];
  }
  if (code === 'INSUFFICIENT_CREDITS') {
    const { message, extras } = insufficientCredits(0, 1);
    return [message, { credits: extras.credits }];
  }
  return [MESSAGES[code] ?? CODES[code].meaning];
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: 'Resource not found',
  INTERNAL_ERROR: 'An unexpected error occurred',
};

/** Returns a fault that a call of the route can have. */
function faultOf({ path, shownPart, textBody, bodyIs, parameters }: RestRoute): Detail {
  if (path.includes('{id}')) return detail('id', 'not_a_uuid');
  if (path.includes('{hash}')) return detail('hash', 'not_a_hash');
  if (shownPart) return detail(shownPart.name, 'required', { accepted: 'a file' });
  if (textBody) return detail('', 'not_a_delivery_report');
  if (bodyIs) return detail('name', 'required', { accepted: 'a text' });
  if (parameters.has('limit')) return detail('limit', 'too_large', { most: 100 });
  return unknownMember('colour', 'colour', [...parameters.keys()]);
}

const { $schema: _, ...schema } = z.toJSONSchema(
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
  { target: 'draft-2020-12' },
);

/** Body of all errors. */
export const ERROR_SCHEMA: Json = schema;

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
