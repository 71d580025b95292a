import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;
/** `traceparent` of W3C Trace Context, section 3.2. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the id of a request for its response and the log: the caller's X-Request-Id or traceparent, or a new one. */
export function requestId({ 'x-request-id': given, traceparent }: IncomingHttpHeaders): string {
  if (typeof given === 'string' && REQUEST_ID.test(given)) return given;
  if (typeof traceparent === 'string' && TRACE_PARENT.test(traceparent)) return traceparent;
  return randomUUID();
}
