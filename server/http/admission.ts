import type { Request } from 'express';
import type { Principal } from '../../domain/api-keys/authenticate.ts';
import { allows } from '../../domain/api-keys/scopes.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Admission } from '../../procedures/context.ts';
import { addressKey, type TakeTurn } from './rate-limits.ts';

export type Admit = (request: Request, admission: Admission) => Promise<Principal | null>;

/** All that is checked before a body is read, in the contract's order: key (401), rate limit (429), scope (403). */
export function makeAdmit(
  authenticate: (authorization: string | undefined) => Promise<Principal>,
  takeTurn: TakeTurn,
): Admit {
  return async (request, { scope, limit }) => {
    if (scope === null) {
      await takeTurn(limit, addressKey(request.ip ?? ''));
      return null;
    }
    const principal = await authenticate(request.headers.authorization);
    await takeTurn(limit, principal.apiKeyId);
    if (!allows(principal.scopes, scope)) throw new DomainError('FORBIDDEN', `The API key lacks the scope ${scope}`);
    return principal;
  };
}
