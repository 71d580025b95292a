import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Failed, Loading } from '../components/states.tsx';
import { followAccount } from '../language/choose.ts';
import { useSessionApi } from '../lib/api.tsx';
import { waitForSignIn } from '../lib/ended-session.ts';
import { codeOf } from '../lib/errors/errors.ts';
import { SessionProvider } from '../lib/session.ts';
import { SignInAgain } from '../people/sign-in-again.tsx';

/** Shows its children to signed-in users. Everyone else signs in first and returns. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(useSessionApi().session.get.queryOptions());
  const router = useRouter();
  const chosen = data?.user.language ?? null;
  useEffect(() => followAccount(chosen), [chosen]);
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
  const organisations = data.organisations.map((one) => ({ ...one, name: one.name || t`Organisation without a name` }));
  return (
    <SessionProvider value={{ ...data, organisations, refresh: refetch }}>
      {children}
      <SignInAgain email={data.user.email} readEmail={readEmail} />
    </SessionProvider>
  );
}
