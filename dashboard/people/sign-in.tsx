import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { auth, orThrow } from '../app/auth.ts';
import { PersonCard } from './card.tsx';

/** Only addresses of our own: a link from elsewhere must not lead away after the sign-in. */
const safePath = (to: string | undefined): string => (to && /^\/(?![/\\])/.test(to) ? to : '/');

export function SignIn() {
  const { to } = useSearch({ from: '/login' });
  const router = useRouter();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (/^\S+@\S+$/.test(email) ? null : 'Enter your e-mail address'),
      password: (password) => (password === '' ? 'Enter your password' : null),
    },
  });
  const signIn = form.onSubmit(async (values) => {
    setFailure(null);
    try {
      await orThrow(auth.signIn.email(values));
      await router.navigate({ href: safePath(to), reloadDocument: true });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  });
  return (
    <PersonCard title="Sign in" about="to issue and manage certificates" back={false}>
      <form onSubmit={signIn} noValidate>
        <Stack>
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            data-autofocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={form.submitting}>
            Sign in
          </Button>
          <Anchor component={Link} to="/forgot-password" size="sm">
            Forgot your password?
          </Anchor>
        </Stack>
      </form>
    </PersonCard>
  );
}
