import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { Request } from 'express';
import { validationError } from '../../../domain/errors.ts';
import { detail } from '../../../errors/detail.ts';
import { readBody } from './read-body.ts';

/** Memory per byte: on arrival, in the form, in transit to a process that reads it, and in the storage. */
const COST = 4;
/** Bytes of a form in addition to its files. */
const OVERHEAD = 16_384;
/** Parameter of the media type that separates the parts (RFC 2046, 5.1.1). */
const BOUNDARY = /;\s*boundary=("[^"]+"|[^\s";]+)/i;
/** Maximum parts of a form. Only one is needed. */
const MAX_PARTS = 8;

/**
 * Reads a form (multipart/form-data, RFC 7578) with files of at most `fileBytes` as a stream, so that reading stops at the first part above
 * the limit.
 */
export async function readForm(request: Request, fileBytes: number): Promise<FormData> {
  const { 'content-type': type = '' } = request.headers;
  if (!request.is('multipart/form-data'))
    throw validationError(detail('', 'wrong_content_type', { accepted: 'multipart/form-data' }));
  // A client that sets the header itself leaves it out, and the parser would call the form incomplete.
  if (!BOUNDARY.test(type))
    throw validationError(detail('', 'wrong_content_type', { accepted: 'multipart/form-data with a boundary' }));
  const limit = fileBytes + OVERHEAD;
  const form = new FormData();
  const hold = await readBody(request, { bytes: limit, cost: COST }, async (body) => {
    const parser = new Busboy({ headers: { 'content-type': type }, limits: { parts: MAX_PARTS, headerPairs: 32 } });
    parser.on('partsLimit', () => parser.destroy(validationError(detail('', 'too_many_parts', { most: MAX_PARTS }))));
    parser.on('field', (name, value) => form.append(name, value));
    parser.on('file', (name, content, filename) => keepFile(form, { name, content, filename }));
    await pipeline(body, parser);
  });
  hold.isOpen = false;
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
  // The parser fails with this error and reports it.
  content.on('error', () => undefined);
}
