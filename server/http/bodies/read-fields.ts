import type { Request } from 'express';
import { validationError } from '../../../domain/errors.ts';
import { detail } from '../../../errors/detail.ts';
import { hasBody, readBody } from './read-body.ts';

const TYPE = 'application/x-www-form-urlencoded';
/** Memory per byte: on arrival, as text, and as fields. */
const COST = 4;

/** Reads the fields of a page's form (WHATWG URL, section 5). No body counts as an empty form. */
export async function readFields(request: Request, bytes: number): Promise<URLSearchParams> {
  if (!hasBody(request)) return new URLSearchParams();
  if (!request.is(TYPE)) throw validationError(detail('', 'wrong_content_type', { accepted: TYPE }));
  const chunks: Uint8Array[] = [];
  const hold = await readBody(request, { bytes, cost: COST }, async (body) => {
    for await (const chunk of body) chunks.push(chunk);
  });
  hold.isOpen = false;
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
