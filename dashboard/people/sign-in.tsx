import { Anchor } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { PersonCard } from './card.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Allows only local paths, so that a foreign link cannot redirect elsewhere after the sign-in. */
const safePath = (to: string | undefined): string => (to && /^\/(?![/\\])/.test(to) ? to : '/');

export function SignIn() {
  const { to } = useSearch({ from: '/login' });
  const router = useRouter();
  return (
    <PersonCard title="Sign in" about="Issue and manage certificates." back={false}>
      <SignInForm onSignedIn={() => router.navigate({ href: safePath(to), reloadDocument: true })}>
        <Anchor component={Link} to="/forgot-password" size="sm">
          Forgot your password?
        </Anchor>
      </SignInForm>
    </PersonCard>
  );
}
