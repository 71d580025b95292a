import { type LaurelDetail, LaurelError, type LaurelErrorOptions } from './errors.ts';
import { VERSION, type VersionWatch } from './version.ts';

type Fetch = typeof globalThis.fetch;

/** Error as the native API and the REST API report it. */
interface Reported {
  message: string;
  code: string;
  status: number;
  path?: string;
  extras: Partial<Pick<LaurelErrorOptions, 'reason' | 'details' | 'credits' | 'renderStatus'>>;
}

/**
 * Returns a `fetch` for tRPC's links. Its responses have JSON that is an answer of Laurel. Everything else rejects with a LaurelError. An
 * aborted request rejects with what `fetch` gives, which the caller replaces by the signal's reason.
 */
export const fetchAnswers =
  (send: Fetch, versions: VersionWatch): Fetch =>
  async (url, init) => {
    const response = await attempt(String(url), init?.signal, () => send(url, init));
    versions.note(response.headers);
    const text = await attempt(String(url), init?.signal, () => response.text());
    const json = parsed(text);
    if (!isAnswerTo(String(url), json)) throw errorOfResponse(response, json);
    // The body is read already, so the response is a substitute with the members that the links use.
    const { status, headers } = response;
    return { status, headers, ok: response.ok, json: async () => json } as Response;
  };

/** Does a part of a request. Rejects with a LaurelError without a status if it fails and was not aborted. */
export async function attempt<Result>(
  url: string,
  signal: AbortSignal | null | undefined,
  part: () => Promise<Result>,
): Promise<Result> {
  try {
    return await part();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw noResponse(url, cause);
  }
}

export const noResponse = (url: string, cause: unknown): LaurelError =>
  new LaurelError(`No response from ${originOf(url)}: ${innermost(cause)}.`, { code: 'NO_RESPONSE', cause });

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** Returns the reason of a failed request. `fetch` of Node wraps it in "fetch failed". */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return innermost(error.cause);
  const { code } = error as { code?: unknown };
  return error.message || String(code ?? error.name);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns true for an answer to each call of a request, or one error for all of them. */
function isAnswerTo(address: string, json: unknown): boolean {
  const { pathname, searchParams } = new URL(address);
  if (!searchParams.has('batch')) return isAnswer(json);
  if (!Array.isArray(json)) return reportedNatively(json) !== null;
  return json.length === pathname.split(',').length && json.every(isAnswer);
}

/** Returns true for a result, and for an error with one of Laurel's codes. */
const isAnswer = (json: unknown): boolean => isObject(json) && ('result' in json || reportedNatively(json) !== null);

/** Reads `{ error: { message, data: { code, httpStatus, … } } }`. */
function reportedNatively(json: unknown): Reported | null {
  const { error } = isObject(json) ? json : {};
  const { data, message } = isObject(error) ? error : {};
  if (!isObject(data) || typeof data.code !== 'string') return null;
  const { code, httpStatus, path, ...extras } = data;
  return { message: String(message), code, status: Number(httpStatus), path: String(path), extras };
}

/** Reads `{ error: { code, message, status }, … }`. A server that starts answers so to all requests. */
function reportedByRest(json: unknown): Reported | null {
  if (!isObject(json) || !isObject(json.error)) return null;
  const { error, ...extras } = json;
  const { code, message, status } = error as Record<string, unknown>;
  return typeof code === 'string' ? { message: String(message), code, status: Number(status), extras } : null;
}

/** Codes of responses that are not Laurel's but have the same meaning for the caller, by status. */
const CODES: Readonly<Record<number, string>> = { 429: 'RATE_LIMITED', 503: 'SERVICE_UNAVAILABLE' };

/** Returns the error of a response that is not a native answer. */
export function errorOfResponse(response: Response, json: unknown): LaurelError {
  const reported = reportedByRest(json);
  if (reported) return errorOf(reported, response.headers, undefined);
  const { status, headers } = response;
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  return new LaurelError(
    `Not an answer of Laurel (${status}${type && `, ${type}`}). Check the address, and any proxy in front of it.`,
    { code: CODES[status] ?? 'UNEXPECTED_RESPONSE', status, ...membersOf(headers) },
  );
}

/** Returns the error of a native answer; null if it is not one of Laurel. `server` is the version that answered. */
export function errorOfAnswer(json: unknown, headers: Headers | undefined, server?: string): LaurelError | null {
  const reported = reportedNatively(json);
  return reported && errorOf(reported, headers, server);
}

function errorOf({ message, code, status, path, extras }: Reported, headers: Headers | undefined, server?: string) {
  const { reason, renderStatus, credits } = extras;
  const details = Array.isArray(extras.details) ? (extras.details as LaurelDetail[]) : undefined;
  const isUnknown = reason === 'unknown_operation';
  return new LaurelError(
    isUnknown
      ? `Laurel ${server ?? 'of an unknown version'} has no operation ${path}, which laurel-client ${VERSION} called.`
      : message,
    { code, status, reason, details, credits, renderStatus, ...(headers && membersOf(headers)) },
  );
}

/** Returns the members of an error that are in headers. */
const membersOf = (headers: Headers) => ({
  requestId: headers.get('X-Request-Id') ?? undefined,
  retryAfter: retryAfterOf(headers),
});

/** Reads `Retry-After` in seconds. Proxies can send a date (RFC 9110, 10.2.3). */
function retryAfterOf(headers: Headers): number | undefined {
  const given = headers.get('Retry-After');
  if (given === null) return undefined;
  if (/^\d+$/.test(given)) return Number(given);
  const until = Date.parse(given);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
