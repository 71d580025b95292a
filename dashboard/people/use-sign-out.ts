import { useRouter } from '@tanstack/react-router';
import { auth, orThrow } from '../lib/auth.ts';
import { notifyError } from '../lib/errors/errors.ts';

/** Returns the sign-out. The page stays if it fails, because the session goes on. */
export function useSignOut(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    try {
      await orThrow(auth.signOut());
    } catch (error) {
      return notifyError(error);
    }
    await router.navigate({ to: '/login', reloadDocument: true });
  };
}
