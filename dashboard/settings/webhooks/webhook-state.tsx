import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Ago, formatDateTime } from '../../components/format.tsx';
import type { Webhook } from './webhook.ts';
import { useWebhookActions } from './webhook-actions.ts';

const BADGES = {
  ACTIVE: { label: t`Active`, colour: 'green' },
  ERROR: { label: t`Failing`, colour: 'red' },
  DISABLED: { label: t({ message: 'Off', context: 'webhook' }), colour: 'gray' },
} as const;

export function StateBadge({ status }: Pick<Webhook, 'status'>) {
  const { label, colour } = BADGES[status];
  return (
    <Badge variant="light" color={colour} miw="max-content" c="var(--mantine-color-text)">
      {label}
    </Badge>
  );
}

/** Shows the last success of a webhook, how often it tries, and its failures. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { status, errorCount, retry, lastSuccessAt } = webhook;
  return (
    <>
      <Text size="sm" c="dimmed">
        {lastSuccessAt ? (
          <Trans>
            Last success: <Ago moment={lastSuccessAt} />
          </Trans>
        ) : (
          <Trans>No success yet</Trans>
        )}
        {retry === 'day' && ` · ${t`Tries for a day`}`}
      </Text>
      {status === 'DISABLED' ? <Disabled webhook={webhook} /> : errorCount > 0 && <Failing errorCount={errorCount} />}
    </>
  );
}

function Failing({ errorCount }: Pick<Webhook, 'errorCount'>) {
  return (
    <Alert color="red" p="xs">
      <Plural
        value={errorCount}
        one="The last delivery failed after all attempts. Clears after the next successful delivery."
        other="The last # deliveries failed after all attempts. Clears after the next successful delivery."
      />
    </Alert>
  );
}

/** Offers to enable a disabled webhook, with or without what it missed. */
function Disabled({ webhook }: { webhook: Webhook }) {
  const { enable } = useWebhookActions(webhook, { onPinged: () => undefined, onSecret: () => undefined });
  return (
    <Alert color="red" p="xs">
      <Stack gap="xs">
        <Text size="sm">
          <Trans>
            Nothing was delivered for 5 days. The webhook is off since{' '}
            {{ since: webhook.disabledAt ? formatDateTime(webhook.disabledAt) : '–' }}. Missed events are kept for 30
            days.
          </Trans>
        </Text>
        <Group gap="xs">
          <Button size="xs" loading={enable.isPending} onClick={() => enable.run(true)}>
            <Trans>Turn on and send missed events</Trans>
          </Button>
          <Button size="xs" variant="default" loading={enable.isPending} onClick={() => enable.run(false)}>
            <Trans>Turn on without them</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
