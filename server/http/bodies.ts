import express, { type Request, type Response } from 'express';
import { validationError } from '../../domain/errors.ts';

/** Bytes of a JSON body at the most. */
const JSON_LIMIT = 2_000_000;
/** A logo of 2 MB, and what a form puts around it. */
const FORM_LIMIT = 2 * 1024 * 1024 + 16_384;

const parseJson = express.json({ limit: JSON_LIMIT, type: () => true, strict: true });
const parseRaw = express.raw({ limit: FORM_LIMIT, type: () => true });

type Parser = typeof parseJson;
const run = (parser: Parser, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => parser(request, response, (error?: unknown) => (error ? reject(error) : resolve())));

/** Reads a body that must be a JSON object; none at all is an empty one. VALIDATION_ERROR for anything else. */
export async function readJson(request: Request, response: Response): Promise<void> {
  if (request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0) {
    request.headers['content-type'] = 'application/json';
    request.body = {};
    return;
  }
  if (!request.is('application/json')) throw validationError('The body must be JSON: Content-Type: application/json');
  await run(parseJson, request, response).catch((error: unknown) => {
    throw bodyError(error, JSON_LIMIT, 'The body is not valid JSON');
  });
  const isObject = typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body);
  if (!isObject) throw validationError('The body must be a JSON object');
}

/** Reads a form (multipart/form-data, RFC 7578), by the platform's own parser. */
export async function readForm(request: Request, response: Response): Promise<FormData> {
  const type = request.get('Content-Type') ?? '';
  if (!request.is('multipart/form-data'))
    throw validationError('The body must be a form: Content-Type: multipart/form-data');
  const malformed = 'The body is not a valid form';
  await run(parseRaw, request, response).catch((error: unknown) => {
    throw bodyError(error, FORM_LIMIT, malformed);
  });
  const parsed = new globalThis.Response(request.body as Buffer, { headers: { 'Content-Type': type } });
  return parsed.formData().catch(() => {
    throw validationError(malformed);
  });
}

/** Whatever body parsing has told apart (cut short, too large, another character set), the caller sent it. */
function bodyError(error: unknown, limit: number, otherwise: string): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return validationError(`The body is too large: at most ${limit} bytes`);
  return status !== undefined && status < 500 ? validationError(otherwise) : error;
}
