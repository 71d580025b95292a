import { isLaurelError } from '../errors.ts';

/** Error of the caller's arguments or environment. The message is one line. */
export class UsageError extends Error {}

/** Returns what is wrong, in one line, and what helps. */
export function reasonOf(error: unknown): string {
  if (isLaurelError(error, 'UNAUTHORIZED', 'KEY_EXPIRED')) return `LAUREL_API_KEY: ${error.message}`;
  if (isLaurelError(error, 'FORBIDDEN')) return `LAUREL_API_KEY: ${error.message}`;
  if (isLaurelError(error, 'VALIDATION_ERROR')) {
    const [first] = error.details;
    return first ? `${OPTIONS[first.path] ?? first.path}: ${first.message}` : error.message;
  }
  if (isLaurelError(error) && error.code !== 'NO_RESPONSE') return error.message;
  return error instanceof Error ? connectionFault(error) : String(error);
}

/** Options by the members of the call that they set. */
const OPTIONS: Readonly<Record<string, string>> = { after: '--after', types: '--events' };

/** Returns the innermost reason of an error without a message of the server. */
function connectionFault(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return connectionFault(cause);
  const { code } = error as NodeJS.ErrnoException;
  return (code && SYSTEM_FAULTS[code]) ?? (error.message || code || error.name);
}

const SYSTEM_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the name server does not answer',
  ETIMEDOUT: 'the host does not answer',
};
