import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { Request } from 'express';
import { DomainError, validationError } from '../../domain/errors.ts';
import { MAX_LOGO_BYTES } from '../../domain/limits.ts';

/** The most bytes of a JSON body, documented as 2 MB. */
export const MAX_BODY = 2 * 1024 * 1024;
/** A logo, and the overhead of a form. */
const MAX_FORM = MAX_LOGO_BYTES + 16_384;
/** The most parts of a form: one is needed. */
const MAX_PARTS = 8;
/** The most levels of arrays and objects: nothing needs ten, and recursion overflows at some thousands. */
export const MAX_NESTING = 64;

const DECODERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;
const isDecoded = (coding: string): coding is keyof typeof DECODERS => Object.hasOwn(DECODERS, coding);

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads a body that must be a JSON object; none at all is an empty one. VALIDATION_ERROR for anything else. */
export async function readJsonObject(request: Request, limit = MAX_BODY): Promise<object> {
  if (!hasBody(request)) return {};
  if (!request.is('application/json')) throw validationError('The body must be JSON: Content-Type: application/json');
  const value = await readJson(request, limit);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw validationError('The body must be a JSON object');
}

/** Reads a body as JSON (RFC 8259) of `limit` bytes at the most. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const malformed = 'The body is not valid JSON';
  const text = await readText(request, limit, malformed);
  refuseNesting(text);
  try {
    return JSON.parse(text);
  } catch {
    throw validationError(malformed);
  }
}

/** Reads a body as UTF-8 of `limit` bytes at the most; VALIDATION_ERROR with `malformed` for what is none. */
async function readText(request: Request, limit: number, malformed: string): Promise<string> {
  const [, charset = 'utf-8'] = /charset="?([^\s;"]+)/i.exec(request.get('Content-Type') ?? '') ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw validationError(`${malformed}: its charset must be UTF-8`);
  const chunks: Uint8Array[] = [];
  await readBody(request, limit, malformed, async (body) => {
    for await (const chunk of body) chunks.push(chunk);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw validationError(`${malformed}: it is not UTF-8`);
  }
}

/** Refuses JSON that is nested too deeply by its text alone: parsing 12 MB of brackets takes seconds. */
export function refuseNesting(json: string): void {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') at = endOfString(json, at);
    else if (sign === ']' || sign === '}') depth--;
    else if ((sign === '[' || sign === '{') && ++depth > MAX_NESTING)
      throw validationError(`The JSON is nested too deeply: at most ${MAX_NESTING} levels`);
  }
}

/** Where the string that begins at `start` has its closing quote. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '\\') at++;
    else if (json[at] === '"') return at;
  }
  return json.length;
}

/** Reads a form (multipart/form-data, RFC 7578) as a stream, so that reading ends at the first part too many. */
export async function readForm(request: Request): Promise<FormData> {
  const malformed = 'The body is not a valid form';
  const { 'content-type': type = '' } = request.headers;
  if (!request.is('multipart/form-data'))
    throw validationError('The body must be a form: Content-Type: multipart/form-data');
  const form = new FormData();
  await readBody(request, MAX_FORM, malformed, async (body) => {
    const parser = new Busboy({ headers: { 'content-type': type }, limits: { parts: MAX_PARTS, headerPairs: 32 } });
    parser.on('partsLimit', () => parser.destroy(validationError(`The form has too many parts: at most ${MAX_PARTS}`)));
    parser.on('field', (name, value) => form.append(name, value));
    parser.on('file', (name, content, filename) => keepFile(form, { name, content, filename }));
    await pipeline(body, parser);
  });
  return form;
}

interface FilePart {
  name: string;
  content: BusboyFileStream;
  filename: string;
}

function keepFile(form: FormData, { name, content, filename }: FilePart): void {
  const chunks: Buffer<ArrayBuffer>[] = [];
  content.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk));
  content.on('end', () => form.append(name, new Blob(chunks), filename));
  // The parser fails with it, and that error is reported.
  content.on('error', () => undefined);
}

type Bytes = AsyncGenerator<Uint8Array>;

/**
 * Passes the decompressed bytes of a body to `read`, `limit` of them at the most. Any failure (truncated, wrong
 * coding, malformed) is a VALIDATION_ERROR. The connection stays open for the response.
 */
async function readBody(
  request: Request,
  limit: number,
  malformed: string,
  read: (body: Bytes) => Promise<void>,
): Promise<void> {
  const coding = request.get('Content-Encoding')?.toLowerCase() ?? 'identity';
  if (coding !== 'identity' && !isDecoded(coding))
    throw validationError(`Content-Encoding must be one of ${Object.keys(DECODERS).join(', ')}`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const packed = bounded(request.iterator({ destroyOnReturn: false }), limit);
  try {
    if (isDecoded(coding)) await pipeline(packed, DECODERS[coding](), (body) => read(bounded(body, limit)));
    else await read(packed);
  } catch (error) {
    throw error instanceof DomainError ? error : validationError(malformed);
  }
}

async function* bounded(body: AsyncIterable<Uint8Array>, limit: number): Bytes {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

const tooLarge = (limit: number) => validationError(`The body is too large: at most ${limit} bytes`);
