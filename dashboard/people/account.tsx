import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { auth, orThrow } from '../app/auth.ts';
import { notifyDone, notifyError } from '../app/errors.ts';
import { useSession } from '../app/session.tsx';
import { confirm } from '../components/confirm.tsx';
import { Ago } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { NewPassword, passwordError } from './new-password.tsx';

/** A person's own password and sessions. */
export function Account() {
  const { user } = useSession();
  return (
    <Page title="My account" about={user.email}>
      <Stack maw={640}>
        <Password />
        <Sessions />
      </Stack>
    </Page>
  );
}

function Password() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '' },
    validate: { current: (value) => (value === '' ? 'Enter your present password' : null), password: passwordError },
  });
  const save = form.onSubmit(async ({ current, password }) => {
    try {
      await orThrow(auth.changePassword({ currentPassword: current, newPassword: password }));
      form.reset();
      notifyDone('Your password is changed, and you are signed out everywhere else.');
    } catch (error) {
      form.setFieldError('current', error instanceof Error ? error.message : String(error));
    }
  });
  return (
    <Card withBorder component="section">
      <form onSubmit={save} noValidate>
        <Stack>
          <Title order={2} size="h4">
            Password
          </Title>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            key={form.key('current')}
            {...form.getInputProps('current')}
          />
          <NewPassword form={form} label="New password" />
          <Group>
            <Button type="submit" loading={form.submitting}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function Sessions() {
  const queryClient = useQueryClient();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => orThrow(auth.listSessions()) });
  const signOutElsewhere = useMutation({
    mutationFn: () => orThrow(auth.revokeOtherSessions()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
      notifyDone('You are signed out everywhere else.');
    },
    onError: notifyError,
  });
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h4">
          Active sessions
        </Title>
        {sessions.error && <Failed error={sessions.error} onRetry={sessions.refetch} />}
        {sessions.isPending && <Loading rows={2} />}
        {sessions.data?.map((session) => (
          <Group key={session.id} justify="space-between">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }} flex={1}>
              {session.userAgent || 'Unknown browser'}
            </Text>
            <Text size="sm" c="dimmed">
              <Ago moment={new Date(session.updatedAt).toISOString()} />
            </Text>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            loading={signOutElsewhere.isPending}
            onClick={() =>
              confirm({
                title: 'Sign out everywhere else?',
                text: 'You’ll have to sign in again on every other device.',
                confirm: 'Sign out everywhere else',
                onConfirm: () => signOutElsewhere.mutate(),
              })
            }
          >
            Sign out everywhere else
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
