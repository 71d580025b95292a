import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Loading } from '../components/states.tsx';
import { auth, orThrow } from '../lib/auth.ts';
import { messageOf } from '../lib/errors/errors.ts';
import { PersonCard } from './card.tsx';
import { NewPassword, passwordError } from './new-password.tsx';

/** Returns whether a link's token is still valid; undefined until the server has answered. */
function useTokenCheck(token: string | undefined): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['reset-token', token],
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => {
      const path = `/auth/reset-password/${encodeURIComponent(token ?? '')}?callbackURL=%2Freset-password`;
      const { url } = await fetch(path);
      return !new URL(url).searchParams.has('error') && new URL(url).searchParams.has('token');
    },
  });
  return data;
}

export function ResetPassword() {
  const { token, error } = useSearch({ from: '/reset-password' });
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: passwordError },
  });
  const save = form.onSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await orThrow(auth.resetPassword({ newPassword: password, token: token ?? '' }));
      setDone(true);
    } catch (thrown) {
      setFailure(messageOf(thrown));
    }
  });
  const isGood = useTokenCheck(token);
  if (isGood === undefined && token && !error) return <Loading />;
  if (!isGood || error) {
    return (
      <PersonCard title={t`This link is no longer valid`} about={t`It was already used, or is more than an hour old.`}>
        <Anchor component={Link} to="/forgot-password">
          <Trans>Request a new link</Trans>
        </Anchor>
      </PersonCard>
    );
  }
  return (
    <PersonCard title={t`Set a new password`}>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      {isDone ? (
        <Alert color="laurel" role="status">
          <Trans>Your password has been changed, and you’ve been signed out everywhere else.</Trans>
        </Alert>
      ) : (
        <form onSubmit={save} noValidate>
          <Stack>
            <NewPassword form={form} label={t`New password`} />
            <Button type="submit" fullWidth loading={form.submitting}>
              <Trans>Save the password</Trans>
            </Button>
          </Stack>
        </form>
      )}
    </PersonCard>
  );
}
