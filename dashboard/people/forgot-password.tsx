import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { auth, orThrow } from '../lib/auth.ts';
import { messageOf } from '../lib/errors/errors.ts';
import { PersonCard } from './card.tsx';

export function ForgotPassword() {
  const [outcome, setOutcome] = useState<{ isSent: boolean; message: string } | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (email) => (/^\S+@\S+$/.test(email) ? null : t`Enter your e-mail address`) },
  });
  const send = form.onSubmit(async ({ email }) => {
    try {
      await orThrow(auth.requestPasswordReset({ email }));
      setOutcome({ isSent: true, message: t`If ${email} has an account, a link to set a new password is on its way.` });
    } catch (error) {
      setOutcome({ isSent: false, message: messageOf(error) });
    }
  });
  return (
    <PersonCard
      title={t`Forgot your password?`}
      about={t`Enter your e-mail address and we’ll send you a link to reset it.`}
    >
      {outcome && (
        <Alert color={outcome.isSent ? 'laurel' : 'red'} role="status">
          {outcome.message}
        </Alert>
      )}
      {!outcome?.isSent && (
        <form onSubmit={send} noValidate>
          <Stack>
            <TextInput
              label={t`E-mail address`}
              type="email"
              autoComplete="username"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <Button type="submit" fullWidth loading={form.submitting}>
              <Trans>Send link</Trans>
            </Button>
          </Stack>
        </form>
      )}
    </PersonCard>
  );
}
