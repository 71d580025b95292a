import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../components/confirm.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';
import type { Outputs } from '../../lib/session.ts';
import { Section } from '../shared/section.tsx';
import { MailServerForm } from './mail-server-form.tsx';

/** Shows and changes the organisation's own mail server. */
export function MailServer() {
  const { data, error, refetch } = useQuery(useApi().mailServer.get.queryOptions());
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t`Your own mail server`}
      about={t`Sends the e-mails to recipients from your address, instead of Laurel’s server. E-mails to members still come from Laurel.`}
    >
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={1} />}
      {data && !data.server && (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            <Trans>Use your own mail server</Trans>
          </Button>
        </Group>
      )}
      {data?.server && <Server server={data.server} onChange={() => setOpen(true)} />}
      {data && isOpen && <MailServerForm server={data.server} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function Server({ server, onChange }: { server: SavedServer; onChange: () => void }) {
  const { host, port, username, isUsed } = server;
  const remove = useRemoval(host);
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            {host}, port {port}
          </Trans>
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {username === '' ? t`Without a sign-in.` : t`Signs in as ${username}.`}
        </Text>
        {!isUsed && (
          <Text size="sm" role="status">
            <Trans>
              Not in use until the sender’s address is confirmed. Until then, e-mails come from Laurel’s address and
              server.
            </Trans>
          </Text>
        )}
        <Group gap="xs">
          <Button variant="default" onClick={onChange}>
            <Trans>Change or test</Trans>
          </Button>
          <Button variant="default" loading={remove.isPending} onClick={remove.run}>
            <Trans>Remove</Trans>
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

type SavedServer = NonNullable<Outputs['mailServer']['get']['server']>;

function useRemoval(host: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const remove = useMutation(
    api.mailServer.remove.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(api.mailServer.get.queryKey(), answer);
        notifyDone(t`Mail server removed.`);
      },
      onError: notifyError,
    }),
  );
  const run = () =>
    confirm({
      title: t`Remove ${host}?`,
      text: t`E-mails then go through Laurel’s server, including those in the queue. The saved password is deleted.`,
      confirm: t`Remove the server`,
      isDangerous: true,
      onConfirm: () => remove.mutate(),
    });
  return { run, isPending: remove.isPending };
}
