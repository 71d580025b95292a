import type { inferRouterOutputs } from '@trpc/server';
import { createContext, useContext } from 'react';
import type { AppRouter } from '../../procedures/router.ts';

export type Outputs = inferRouterOutputs<AppRouter>;
type Session = Outputs['session']['get'] & { refresh: () => Promise<unknown> };
type Membership = Session['organisations'][number];
type Permission = Membership['permissions'][number];

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;
const MembershipContext = createContext<Membership | null>(null);
export const MembershipProvider = MembershipContext.Provider;

/** Returns the signed-in user and their organisations. `refresh` fetches them again. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is used outside of SignedIn');
  return session;
}

/** Returns the open organisation and the user's permissions in it. This only hides controls; the server enforces them. */
export function useMembership(): Membership & { may: (permission: Permission) => boolean } {
  const membership = useContext(MembershipContext);
  if (!membership) throw new Error('useMembership is used outside of an organisation');
  return { ...membership, may: (permission) => membership.permissions.includes(permission) };
}
