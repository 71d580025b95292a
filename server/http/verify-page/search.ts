import type { Request } from 'express';
import { decodeShortCode } from '../../../domain/addresses/encode-short-code.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { findVerificationHash } from '../../../domain/verification/find-hash.ts';
import { VerificationHash } from '../../../domain/verification/schemas.ts';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import type { Admit } from '../admission.ts';
import { type Answer, explained } from './answer.ts';
import type { Reader } from './layout.ts';
import { chosenLanguage, withChosenLanguage } from './reader.ts';
import { startPage } from './start.ts';

/** Answers /verify. Accepted input is a hash, an id, a short code, or an address that ends with a hash or a short code. */
export async function search(
  services: VerificationServices,
  admit: Admit,
  request: Request,
  reader: Reader,
): Promise<Answer> {
  const { q } = request.query;
  const chosen = chosenLanguage(request);
  if (q === undefined) return { status: 200, page: startPage(reader, { chosen, rejected: null }) };
  const typed = typeof q === 'string' ? q.trim() : '';
  // The address of a page in a chosen language has a query.
  const [address = ''] = typed.split(/[?#]/);
  const last = address.split('/').at(-1) ?? '';
  const { data: hash } = VerificationHash.safeParse(last);
  const { data: id } = Uuid.safeParse(typed.toLowerCase());
  const page = startPage(reader, { chosen, rejected: typed.slice(0, 300) });
  const found = (path: string): Answer => ({ status: 303, page, location: withChosenLanguage(request, path) });
  if (hash !== undefined) return found(`/verify/${hash}`);
  if (decodeShortCode(last)) return found(`/s/${last}`);
  if (id === undefined) return { status: 400, page };
  return explained(request, reader, async () => {
    await admit(request, { scope: null, limit: 'verify' });
    return found(`/verify/${await findVerificationHash(services, { id })}`);
  });
}
