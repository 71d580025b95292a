import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { PersonCard } from './card.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Allows only local paths, so that a foreign link cannot redirect elsewhere after the sign-in. Browsers skip tabs between two slashes. */
const safePath = (to: string | undefined): string => (to && /^\/(?![\t\n\r]*[/\\])/.test(to) ? to : '/');

export function SignIn() {
  const { to } = useSearch({ from: '/login' });
  const router = useRouter();
  return (
    <PersonCard title={t`Sign in`} about={t`Issue and manage certificates.`} back={false}>
      <SignInForm onSignedIn={() => router.navigate({ href: safePath(to), reloadDocument: true })}>
        <Anchor component={Link} to="/forgot-password" size="sm">
          <Trans>Forgot your password?</Trans>
        </Anchor>
      </SignInForm>
    </PersonCard>
  );
}
