import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAIL_PORTS } from '../../../domain/limits.ts';
import { useApi } from '../../lib/api.tsx';
import { detailsOf, fieldErrors, messageOf, notifyDone } from '../../lib/errors/errors.ts';
import type { Outputs } from '../../lib/session.ts';

const FIELDS = ['host', 'port', 'username', 'password'] as const;

interface MailServerFormProps {
  /** Saved server; null without one. */
  server: Outputs['mailServer']['get']['server'];
  onClose: () => void;
}

/** Edits and tests the organisation's own mail server. */
export function MailServerForm({ server, onClose }: MailServerFormProps) {
  const { form, input, save, test } = useMailServerForm(server, onClose);
  const { host, port, username } = form.values;
  const isSame = server?.host === host.trim() && String(server.port) === port && server.username === username.trim();
  // A test of other settings says nothing about these.
  const isOfTest = JSON.stringify(test.variables) === JSON.stringify(input());
  const isKept = isSame && username.trim() !== '';
  return (
    <Modal opened onClose={onClose} title={t`Your own mail server`} size="lg" closeOnClickOutside={false}>
      <form onSubmit={form.onSubmit(() => save.mutate(input()))} noValidate>
        <Stack>
          <TextInput
            label={t`Server`}
            placeholder="mail.example.com"
            maxLength={253}
            data-autofocus
            {...form.getInputProps('host')}
          />
          <NativeSelect
            label={t`Port`}
            description={t`The connection is always encrypted: from the start on 465, by STARTTLS on the others.`}
            data={MAIL_PORTS.map(String)}
            {...form.getInputProps('port')}
          />
          <TextInput
            label={t`User name`}
            description={t`Leave empty if the server needs no sign-in.`}
            maxLength={320}
            autoComplete="off"
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={t`Password`}
            description={isKept ? t`Leave empty to keep the saved one.` : t`Encrypted, and never shown again.`}
            maxLength={1000}
            autoComplete="new-password"
            disabled={username.trim() === ''}
            {...form.getInputProps('password')}
          />
          {isOfTest && <TestOutcome test={test} />}
          <Group justify="space-between">
            <Button
              variant="default"
              loading={test.isPending}
              onClick={() => !form.validate().hasErrors && test.mutate(input())}
            >
              <Trans>Send me a test</Trans>
            </Button>
            <Group>
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={save.isPending}>
                <Trans>Save</Trans>
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Shows the words of the server. */
function TestOutcome({ test }: { test: ReturnType<typeof useMailServerForm>['test'] }) {
  if (test.data)
    return (
      <Alert color="green" role="status" style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          Sent to {{ sentTo: test.data.sentTo }}. The server said: “{{ answer: test.data.answer }}”.
        </Trans>
      </Alert>
    );
  const isOfServer = test.error && detailsOf(test.error).every(({ path }) => path === '');
  if (!isOfServer) return null;
  return (
    <Alert color="red" style={{ overflowWrap: 'anywhere' }}>
      {messageOf(test.error)}
    </Alert>
  );
}

function useMailServerForm(server: MailServerFormProps['server'], onClose: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      host: server?.host ?? '',
      port: String(server?.port ?? 587),
      username: server?.username ?? '',
      password: '',
    },
    validate: { host: (host) => (host.trim() === '' ? t`Enter the name of your mail server` : null) },
  });
  const input = () => {
    const { host, port, username, password } = form.values;
    return {
      ...{ host: host.trim(), port: MAIL_PORTS.find((one) => String(one) === port) ?? 587, username: username.trim() },
      ...(password !== '' && { password }),
    };
  };
  const save = useMutation(
    api.mailServer.save.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(api.mailServer.get.queryKey(), answer);
        notifyDone(t`Mail server saved. The next e-mail goes through it.`);
        onClose();
      },
      onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
    }),
  );
  const test = useMutation(
    api.mailServer.test.mutationOptions({
      onError: (error) => {
        const details = detailsOf(error);
        if (details.some(({ path }) => path !== '')) form.setErrors(fieldErrors(error, FIELDS));
      },
    }),
  );
  return { form, input, save, test };
}
