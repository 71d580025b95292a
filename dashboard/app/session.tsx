import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { AppRouter } from '../../procedures/router.ts';
import { Failed, Loading } from '../components/states.tsx';
import { SignInAgain } from '../people/sign-in-again.tsx';
import { useSessionApi } from './api.tsx';
import { waitForSignIn } from './ended-session.ts';
import { codeOf } from './errors.ts';

export type Outputs = inferRouterOutputs<AppRouter>;
type Session = Outputs['session']['get'] & { refresh: () => Promise<unknown> };
type Membership = Session['organisations'][number];
type Permission = Membership['permissions'][number];

const SessionContext = createContext<Session | null>(null);
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

/** Shows its children to signed-in users. Everyone else signs in first and returns. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(useSessionApi().session.get.queryOptions());
  const router = useRouter();
  const isUnknown = codeOf(error) === 'UNAUTHORIZED';
  const wasKnown = data !== undefined;
  useEffect(() => {
    if (!isUnknown) return;
    if (wasKnown) return void waitForSignIn().then(() => refetch());
    const { href } = router.latestLocation;
    void router.navigate({ to: '/login', search: href === '/' ? {} : { to: href }, replace: true });
  }, [isUnknown, wasKnown, refetch, router]);
  if (isUnknown && !data) return <Loading />;
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  const readEmail = async () => (await refetch({ throwOnError: true })).data?.user.email ?? '';
  return (
    <SessionContext.Provider value={{ ...data, refresh: refetch }}>
      {children}
      <SignInAgain email={data.user.email} readEmail={readEmail} />
    </SessionContext.Provider>
  );
}
