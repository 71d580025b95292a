import type { inferRouterOutputs } from '@trpc/server';
import { createContext, useContext } from 'react';
import type { AppRouter } from '../../procedures/router.ts';

export type Outputs = inferRouterOutputs<AppRouter>;
type Session = Outputs['session']['get'] & { refresh: () => Promise<unknown> };
type Organisation = Session['organisations'][number];
/** Organisation whose screens are shown. In test mode, `id` is that of its sandbox. */
type Membership = Organisation & { isTest: boolean; liveId: string };
type Permission = Organisation['permissions'][number];

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

/** Permissions that test mode only has for reading (procedures/base.ts). */
const LIVE_ONLY: readonly Permission[] = [
  'templates:write',
  'organisation:write',
  'members:manage',
  'mail-server:manage',
];

/** Returns the membership of the organisation, or of its test mode, that an id stands for. */
export function membershipOf(organisations: readonly Organisation[], id: string | undefined): Membership | undefined {
  const found = organisations.find((one) => one.id === id || one.testId === id);
  if (!found || id === undefined) return undefined;
  const isTest = found.testId === id;
  const permissions = found.permissions.filter((permission) => !isTest || !LIVE_ONLY.includes(permission));
  return { ...found, id, permissions, isTest, liveId: found.id };
}
