import type { Request } from 'express';
import { decodeShortCode } from '../../../domain/addresses/encode-short-code.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { findVerificationHash } from '../../../domain/verification/find-hash.ts';
import { VerificationHash } from '../../../domain/verification/schemas.ts';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import type { Admit } from '../admission.ts';
import { type Answer, explained } from './answer.ts';
import type { Reader } from './layout.ts';
import { startPage } from './start.ts';

/** Answers /verify. Accepted input is a hash, an id, a short code, or an address that ends with a hash or a short code. */
export async function search(
  services: VerificationServices,
  admit: Admit,
  request: Request,
  reader: Reader,
): Promise<Answer> {
  const { q } = request.query;
  if (q === undefined) return { status: 200, page: startPage(reader, null) };
  const typed = typeof q === 'string' ? q.trim() : '';
  // The address of a page in a chosen language has a query.
  const [address = ''] = typed.split(/[?#]/);
  const last = address.split('/').at(-1) ?? '';
  const { data: hash } = VerificationHash.safeParse(last);
  const { data: id } = Uuid.safeParse(typed.toLowerCase());
  const page = startPage(reader, typed.slice(0, 300));
  if (hash !== undefined) return { status: 303, page, location: `/verify/${hash}` };
  if (decodeShortCode(last)) return { status: 303, page, location: `/s/${last}` };
  if (id === undefined) return { status: 400, page };
  return explained(request, reader, async () => {
    await admit(request, { scope: null, limit: 'verify' });
    return { status: 303, page, location: `/verify/${await findVerificationHash(services, { id })}` };
  });
}
