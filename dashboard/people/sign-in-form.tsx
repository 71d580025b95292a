import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { auth, orThrow } from '../lib/auth.ts';
import { messageOf } from '../lib/errors/errors.ts';

interface SignInFormProps {
  /** Initial value. */
  email?: string;
  onSignedIn: () => Promise<unknown>;
  children?: ReactNode;
}

/** Sign-in form with e-mail address and password. Shows their errors. */
export function SignInForm({ email = '', onSignedIn, children }: SignInFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: {
      email: (given) => (/^\S+@\S+$/.test(given) ? null : t`Enter your e-mail address`),
      password: (given) => (given === '' ? t`Enter your password` : null),
    },
  });
  const signIn = form.onSubmit(async (values) => {
    setFailure(null);
    try {
      await orThrow(auth.signIn.email(values));
      await onSignedIn();
    } catch (error) {
      setFailure(messageOf(error));
    }
  });
  return (
    <form onSubmit={signIn} noValidate>
      <Stack>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          {...(email === '' && { 'data-autofocus': true })}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t`Password`}
          autoComplete="current-password"
          {...(email !== '' && { 'data-autofocus': true })}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={form.submitting}>
          <Trans>Sign in</Trans>
        </Button>
        {children}
      </Stack>
    </form>
  );
}
