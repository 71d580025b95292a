import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../procedures/router.ts';
import { codeOf } from './errors/errors.ts';

/** Session that ended while screens are open. Calls wait for the sign-in and are then repeated. */
interface EndedSession {
  signedIn: () => void;
  over: Promise<void>;
}

let ended: EndedSession | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Asks the user to sign in over the page, once for all waiting calls. Resolves after the sign-in. */
export function waitForSignIn(): Promise<void> {
  if (!ended) {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const signedIn = () => {
      ended = null;
      resolve();
      tell();
    };
    ended = { over, signedIn };
    tell();
  }
  return ended.over;
}

/** Store for `useSyncExternalStore`: the ended session that the page waits for, or null. */
export const endedSession = {
  get: () => ended,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Repeats calls that were refused without a session after the sign-in, so that nothing typed is lost. */
export const repeatAfterSignIn: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isUnwanted = false;
      const attempt = () =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (codeOf(error) !== 'UNAUTHORIZED' || op.signal?.aborted) return observer.error(error);
            void waitForSignIn().then(() => {
              if (!isUnwanted) current = attempt();
            });
          },
        });
      let current = attempt();
      return () => {
        isUnwanted = true;
        current.unsubscribe();
      };
    });
