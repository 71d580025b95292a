import { Button, Card, Group, PasswordInput, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Page } from '../components/page.tsx';
import { auth, orThrow } from '../lib/auth.ts';
import { messageOf, notifyDone } from '../lib/errors/errors.ts';
import { useSession } from '../lib/session.ts';
import { NewPassword, passwordError } from './new-password.tsx';
import { Sessions } from './sessions.tsx';

/** User's own password and sessions. */
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
    validate: { current: (value) => (value === '' ? 'Enter your current password' : null), password: passwordError },
  });
  const save = form.onSubmit(async ({ current, password }) => {
    try {
      await orThrow(auth.changePassword({ currentPassword: current, newPassword: password }));
      form.reset();
      notifyDone('Your password has been changed, and you’ve been signed out everywhere else.');
    } catch (error) {
      form.setFieldError('current', messageOf(error));
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
