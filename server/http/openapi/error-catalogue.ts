import { ERROR_STATUS, type ErrorCode } from '../../../domain/errors.ts';

interface Entry {
  meaning: string;
  /** What brings it about, each with what helps. */
  causes: readonly { cause: string; cure: string }[];
}

/** What each code means, why it comes and what helps: for the API document and for docs/errors.md. */
export const CATALOGUE: Readonly<Record<ErrorCode, Entry>> = {
  UNAUTHORIZED: {
    meaning: 'The API key is missing, invalid or revoked',
    causes: [
      { cause: 'there is no `Authorization: Bearer svc_live_…` header', cure: 'send it; proxies may strip it' },
      {
        cause: 'the key was mistyped, cut off or revoked, or is of another installation',
        cure: 'create a key in the dashboard (Settings, API keys)',
      },
      { cause: 'the operation is for people, such as managing webhooks', cure: 'use the dashboard' },
    ],
  },
  KEY_EXPIRED: {
    meaning: 'The API key is past its expiry date',
    causes: [{ cause: 'keys may have a last day', cure: 'create a new key, or rotate this one, in the dashboard' }],
  },
  FORBIDDEN: {
    meaning: 'The API key lacks the scope',
    causes: [
      {
        cause: 'the `message` names the scope that is needed',
        cure: 'create a key that has it: scopes of a key never change',
      },
    ],
  },
  NOT_FOUND: {
    meaning: 'There is no such resource',
    causes: [
      {
        cause: 'the id is unknown, or of another organisation, which looks the same',
        cure: 'check which organisation the key is of',
      },
      { cause: 'the template is archived, or was never published', cure: 'restore or publish it in the dashboard' },
      { cause: 'the path or the method is none of the API', cure: 'compare with `/docs`; paths begin with `/api/v1`' },
      { cause: 'with status 202: the file is not rendered yet', cure: 'wait and call again, or use a webhook' },
    ],
  },
  VALIDATION_ERROR: {
    meaning: 'The request is not valid; `details` says what and where',
    causes: [
      {
        cause: 'a field is missing, unknown or wrong',
        cure: 'each of `details` has its `path`, as in `recipients[3].variables.name`',
      },
      {
        cause: "the variables are not exactly the template's, or one is not what its type takes",
        cure: 'read `variables` of the template',
      },
      {
        cause: 'a text does not fit its box, or has characters that no font has',
        cure: 'shorten it, or give the box room in the design; `dryRun: true` tells before',
      },
      {
        cause: 'the body is not JSON in UTF-8, or is too large',
        cure: 'send `Content-Type: application/json`; limits are in integrating.md',
      },
    ],
  },
  INSUFFICIENT_CREDITS: {
    meaning: 'The balance is too low',
    causes: [
      {
        cause: '`credits` has the `current` balance and what is `required`',
        cure: 'have the operator grant credits; nothing of the request was issued',
      },
    ],
  },
  IDEMPOTENCY_CONFLICT: {
    meaning: 'The Idempotency-Key was used with another body, or its call has not ended yet',
    causes: [
      { cause: 'the same key came with another body within 24 hours', cure: 'use a new key for what is new' },
      { cause: 'the first call with the key is still being handled', cure: 'send the same again after a moment' },
    ],
  },
  CONFLICT: {
    meaning: 'The resource is in a state that does not allow it; `message` says which',
    causes: [
      { cause: 'the template is archived', cure: 'restore it in the dashboard' },
      {
        cause: '`reason` is `limit_reached`: a list is full, and `message` names its limit',
        cure: 'remove an entry that is no longer needed; limits are in integrating.md',
      },
      {
        cause: '`reason` is `name_taken`: another organisation has a name that is the same or looks the same',
        cure: 'choose another name',
      },
      { cause: 'natively: somebody else has changed the draft since it was read', cure: 'read it again, and decide' },
    ],
  },
  RATE_LIMITED: {
    meaning: 'Too many requests; `Retry-After` gives the wait in seconds',
    causes: [
      {
        cause: 'the key has made all calls of a minute (of an address, for verification)',
        cure: 'wait for `Retry-After` seconds; `RateLimit` tells how many calls are left',
      },
      {
        cause: 'your organisation sends more at once than the memory for request bodies takes',
        cure: 'send fewer requests at a time',
      },
      { cause: 'too many batches of yours wait for their check', cure: 'send one after the other' },
      { cause: 'too many of your designs and pictures are waiting to be drawn', cure: 'send fewer at a time' },
    ],
  },
  SERVICE_UNAVAILABLE: {
    meaning:
      'The service is unavailable at the moment; send it again after `Retry-After` seconds, a creation with its Idempotency-Key',
    causes: [
      {
        cause: 'the database cannot be reached, or the process starts or stops',
        cure: 'retry after `Retry-After` seconds',
      },
      {
        cause: 'the storage is full, or rendering was interrupted',
        cure: 'retry; if it stays so, tell the operator',
      },
    ],
  },
  INTERNAL_ERROR: {
    meaning: 'Unexpected error; `X-Request-Id` names it in the log',
    causes: [
      {
        cause: 'a fault of the service',
        cure: 'report the `X-Request-Id`; a creation can be sent again with its `Idempotency-Key`',
      },
    ],
  },
};

/** docs/errors.md. */
export function errorDocs(): string {
  const sections = Object.entries(CATALOGUE).map(([code, { meaning, causes }]) => {
    const rows = causes.map(({ cause, cure }) => `| ${cause} | ${cure} |`);
    return `## ${code}\n\n${ERROR_STATUS[code as ErrorCode]}. ${meaning}.\n\n| cause | what helps |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const INTRODUCTION = `# Errors

Made from the API's error catalogue by \`npm run errors\`.

Every error is \`{ "error": { "code", "message", "status" } }\`. Programs decide by \`code\`; \`message\` is for people and may change.
\`X-Request-Id\` of the response identifies its line in the operator's log. [The order of checks](integrating.md#order-of-checks)
says which of several errors is the response.
`;
