import type { Request } from 'express';
import { validationError } from '../../../domain/errors.ts';
import { detail } from '../../../errors/detail.ts';
import { readBody } from './read-body.ts';

/** Memory per byte: on arrival, as text, and parsed. */
const COST = 6;

/**
 * Reads a body of a media type as text in UTF-8. Other bytes become replacement characters, as a message can have parts in any encoding.
 */
export async function readText(request: Request, { type, bytes }: { type: string; bytes: number }): Promise<string> {
  if (!request.is(type)) throw validationError(detail('', 'wrong_content_type', { accepted: type }));
  const chunks: Uint8Array[] = [];
  const hold = await readBody(request, { bytes, cost: COST }, async (body) => {
    for await (const chunk of body) chunks.push(chunk);
  });
  hold.isOpen = false;
  return Buffer.concat(chunks).toString('utf8');
}
