import { VERSION } from '../../version.ts';
import type { Json } from './parts.ts';

/** Header fields, with rate limits as in draft-ietf-httpapi-ratelimit-headers-10. */
export const HEADERS = {
  'Laurel-Version': {
    schema: { type: 'string', examples: [VERSION] },
    required: true,
    description: 'Version of the server',
  },
  'X-Request-Id': {
    schema: { type: 'string', examples: ['8f1b0c2e-5a57-4c39-9d0e-6b1f3a2c4d5e'] },
    required: true,
    description: 'Id of the request in the log: that of the request, or a new one',
  },
  'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'Seconds after which to call again' },
  'WWW-Authenticate': {
    schema: { type: 'string', examples: ['Bearer realm="Laurel", error="invalid_token"'] },
    required: true,
    description: 'Challenge (RFC 6750)',
  },
  'Idempotency-Replayed': {
    schema: { type: 'string', enum: ['true'] },
    description: 'Set if the answer is that of an earlier call with the same `Idempotency-Key`',
  },
  Location: {
    schema: { type: 'string', format: 'uri' },
    required: true,
    description: 'Address of the PDF, which can be temporary',
  },
  RateLimit: {
    schema: { type: 'string', pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+$', examples: ['"certificates";r=29;t=57'] },
    description: 'Remaining calls (`r`), and the seconds until the limit is reset (`t`)',
  },
  'RateLimit-Policy': {
    schema: { type: 'string', pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+$', examples: ['"certificates";q=30;w=60'] },
    description: 'The limit that applies to the call: calls (`q`) per number of seconds (`w`)',
  },
} satisfies Record<string, Json>;

/** Returns references to header fields. */
export const headersNamed = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ALWAYS = ['Laurel-Version', 'X-Request-Id'];
const LIMITED = [...ALWAYS, 'RateLimit', 'RateLimit-Policy'];

/** Returns the header fields of all answers with a status. Callers without a valid key are not counted. */
export const commonHeaders = (status: string): Json => headersNamed(status === '401' ? ALWAYS : LIMITED);
