import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from '../../components/copy.tsx';
import { formatDateTime, formatNumber } from '../../components/format.tsx';
import { useApi } from '../../lib/api.tsx';
import { notifyError } from '../../lib/errors/errors.ts';
import type { Delivery } from './webhook.ts';

type Attempt = Delivery['attempts'][number];

/** Shows the request and response of each attempt, and can resend the delivery. */
export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { attempts, body, status } = delivery;
  return (
    <Stack gap="sm">
      <Title order={4} size="h6">
        <Trans>Attempts</Trans>
      </Title>
      {attempts.length === 0 && (
        <Text size="sm">
          {status === 'MISSED' ? (
            <Trans>The webhook was off, so there was no attempt.</Trans>
          ) : (
            <Trans>The first attempt is about to start.</Trans>
          )}
        </Text>
      )}
      <Stack component="ol" gap="sm" m={0} pl="lg">
        {attempts.map((attempt) => (
          <li key={attempt.attemptedAt}>
            <AttemptLine attempt={attempt} />
          </li>
        ))}
      </Stack>
      <Group justify="space-between">
        <Title order={4} size="h6">
          <Trans>Payload</Trans>
        </Title>
        <Copy value={body} label={t`Copy payload`} />
      </Group>
      <Pre>{readable(body)}</Pre>
      {status !== 'PENDING' && <Replay delivery={delivery} />}
    </Stack>
  );
}

function AttemptLine({ attempt: { attemptedAt, durationMs, status, response, error } }: { attempt: Attempt }) {
  return (
    <Stack gap={4}>
      <Text size="sm">
        {formatDateTime(attemptedAt)} · {status === null ? t`no answer` : t`status ${status}`} ·{' '}
        <Trans>{{ duration: formatNumber(durationMs) }} ms</Trans>
      </Text>
      {error && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
      {response && <Pre>{response}</Pre>}
    </Stack>
  );
}

function Pre({ children }: { children: string }) {
  return (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Code>
  );
}

const readable = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

function Replay({ delivery }: { delivery: Delivery }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const replay = useMutation(
    api.webhooks.replay.mutationOptions({
      onError: notifyError,
      onSettled: () => queryClient.invalidateQueries(api.webhooks.pathFilter()),
    }),
  );
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        loading={replay.isPending}
        onClick={() => replay.mutate({ deliveryId: delivery.id })}
      >
        <Trans>Send again</Trans>
      </Button>
      <Text size="xs" c="dimmed" flex={1}>
        <Trans>Sends the same payload with the same delivery ID, with all attempts.</Trans>
      </Text>
    </Group>
  );
}
