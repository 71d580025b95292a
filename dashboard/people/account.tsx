import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Group, PasswordInput, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Page } from '../components/page.tsx';
import { openIn } from '../language/choose.ts';
import { LanguageSelect } from '../language/language-select.tsx';
import { useSessionApi } from '../lib/api.tsx';
import { auth, orThrow } from '../lib/auth.ts';
import { messageOf, notifyDone, notifyError } from '../lib/errors/errors.ts';
import { useSession } from '../lib/session.ts';
import { NewPassword, passwordError } from './new-password.tsx';
import { Sessions } from './sessions.tsx';

/** User's own language, password and sessions. */
export function Account() {
  const { user } = useSession();
  return (
    <Page title={t`My account`} about={user.email}>
      <Stack maw={640}>
        <Language />
        <Password />
        <Sessions />
      </Stack>
    </Page>
  );
}

function Language() {
  const { mutate, isPending } = useMutation(
    useSessionApi().session.chooseLanguage.mutationOptions({
      onSuccess: ({ language }) => openIn(language),
      onError: notifyError,
    }),
  );
  return (
    <Card withBorder component="section">
      <LanguageSelect label={t`Language`} w={280} isBusy={isPending} onChoose={(language) => mutate({ language })} />
    </Card>
  );
}

function Password() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '' },
    validate: { current: (value) => (value === '' ? t`Enter your current password` : null), password: passwordError },
  });
  const save = form.onSubmit(async ({ current, password }) => {
    try {
      await orThrow(auth.changePassword({ currentPassword: current, newPassword: password }));
      form.reset();
      notifyDone(t`Your password has been changed, and you’ve been signed out everywhere else.`);
    } catch (error) {
      form.setFieldError('current', messageOf(error));
    }
  });
  return (
    <Card withBorder component="section">
      <form onSubmit={save} noValidate>
        <Stack>
          <Title order={2} size="h4">
            <Trans>Password</Trans>
          </Title>
          <PasswordInput
            label={t`Current password`}
            autoComplete="current-password"
            key={form.key('current')}
            {...form.getInputProps('current')}
          />
          <NewPassword form={form} label={t`New password`} />
          <Group>
            <Button type="submit" loading={form.submitting}>
              <Trans>Change the password</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
