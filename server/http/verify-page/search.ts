import type { Request } from 'express';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { findVerificationHash } from '../../../domain/verification/find-hash.ts';
import { VerificationHash } from '../../../domain/verification/schemas.ts';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import type { Admit } from '../admission.ts';
import { type Answer, explained } from './answer.ts';
import type { Reader } from './layout.ts';
import { startPage } from './start.ts';

/** Answers /verify. Accepted input is a hash, an id, or an address that ends with the hash. */
export async function search(
  services: VerificationServices,
  admit: Admit,
  request: Request,
  reader: Reader,
): Promise<Answer> {
  const { q } = request.query;
  if (q === undefined) return { status: 200, page: startPage(reader, null) };
  const typed = typeof q === 'string' ? q.trim() : '';
  const { data: hash } = VerificationHash.safeParse(typed.split('/').at(-1));
  const { data: id } = Uuid.safeParse(typed.toLowerCase());
  const page = startPage(reader, typed.slice(0, 300));
  if (hash !== undefined) return { status: 303, page, location: `/verify/${hash}` };
  if (id === undefined) return { status: 400, page };
  return explained(request, reader, async () => {
    await admit(request, { scope: null, limit: 'verify' });
    return { status: 303, page, location: `/verify/${await findVerificationHash(services, { id })}` };
  });
}
