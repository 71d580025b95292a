import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import type { RequestContext } from '../../procedures/context.ts';
import { toDomainError } from '../../procedures/errors.ts';
import { appRouter } from '../../procedures/router.ts';
import type { Auth } from '../adapters/auth.ts';

type Procedures = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

/** Calls a procedure by its name, as in `certificates.generate`. Throws the DomainError that the caller receives. */
export async function callProcedure(name: string, context: RequestContext, input: unknown): Promise<unknown> {
  const [noun = '', verb = ''] = name.split('.');
  const procedures = appRouter.createCaller(context) as unknown as Procedures;
  try {
    return await procedures[noun]?.[verb]?.(input);
  } catch (error) {
    throw toDomainError(getTRPCErrorFromUnknown(error));
  }
}

/** Returns the context of a single call by API key, without a session and without streams. */
export const contextOfKey = (
  services: VerificationServices,
  auth: Auth,
  call: Pick<RequestContext, 'admit' | 'idempotencyKeys' | 'onReplay'>,
): RequestContext => ({
  services,
  person: async () => null,
  people: auth.people,
  creations: 1,
  streaming: null,
  ...call,
});
