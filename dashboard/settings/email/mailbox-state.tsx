import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';

/** Says whether a saved address is confirmed, and sends its link again. Shows nothing without an address. */
export function MailboxState({ purpose }: { purpose: 'SENDER' | 'BCC' }) {
  const api = useApi();
  const { data } = useQuery(api.organisation.mailboxes.queryOptions());
  const again = useMutation(
    api.organisation.resendConfirmation.mutationOptions({
      onSuccess: ({ sentTo }) => notifyDone(t`Link sent to ${sentTo}.`),
      onError: notifyError,
    }),
  );
  const mailbox = data?.mailboxes.find((one) => one.purpose === purpose);
  if (!mailbox) return null;
  if (mailbox.isConfirmed)
    return (
      <Text size="sm" role="status">
        <Trans>{{ address: mailbox.address }} is confirmed.</Trans>
      </Text>
    );
  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        <Trans>{{ address: mailbox.address }} isn’t confirmed yet. Open the link in the e-mail sent to it.</Trans>
      </Text>
      <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => again.mutate({ purpose })}>
        <Trans>Send the link again</Trans>
      </Button>
    </Group>
  );
}
