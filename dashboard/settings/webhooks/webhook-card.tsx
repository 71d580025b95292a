import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Code, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { formatDateTime } from '../../components/format.tsx';
import type { Webhook } from './webhook.ts';
import { useWebhookActions } from './webhook-actions.ts';
import { StateBadge, WebhookState } from './webhook-state.tsx';

interface WebhookCardProps {
  webhook: Webhook;
  onEdit: () => void;
  onDeliveries: () => void;
  onSecret: (secret: string) => void;
}

/** Shows a webhook's address, events and state. */
export function WebhookCard({ webhook, ...on }: WebhookCardProps) {
  const { name, url, events, status, previousSecretUntil } = webhook;
  const isOverlapping = previousSecretUntil !== null && new Date(previousSecretUntil) > new Date();
  return (
    <Card withBorder component="article" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
            <Group gap="xs">
              <Title order={3} size="h5">
                {name}
              </Title>
              <StateBadge status={status} />
            </Group>
            <Text size="sm" c="dimmed">
              {url}
            </Text>
          </Stack>
          <Actions webhook={webhook} {...on} />
        </Group>
        <Group gap={4}>
          {events.map((event) => (
            <Code key={event}>{event}</Code>
          ))}
        </Group>
        <WebhookState webhook={webhook} />
        {isOverlapping && (
          <Text size="sm">
            <Trans>The old secret is also used until {{ until: formatDateTime(previousSecretUntil) }}.</Trans>
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Actions({ webhook, onEdit, onDeliveries, onSecret }: WebhookCardProps) {
  const { ping, rotate, remove } = useWebhookActions(webhook, { onPinged: onDeliveries, onSecret });
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        onClick={onDeliveries}
        aria-label={t`Deliveries of “${{ name: webhook.name }}”`}
      >
        <Trans>Deliveries</Trans>
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={ping.isPending}
        onClick={ping.run}
        aria-label={t`Send a test to “${{ name: webhook.name }}”`}
      >
        <Trans>Send a test</Trans>
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            px="xs"
            loading={rotate.isPending || remove.isPending}
            aria-label={t`More for “${{ name: webhook.name }}”`}
          >
            <IconDots size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>
            <Trans>Edit</Trans>
          </Menu.Item>
          <Menu.Item onClick={rotate.run}>
            <Trans>Rotate the secret</Trans>
          </Menu.Item>
          <Menu.Item c="var(--mantine-color-error)" onClick={remove.run}>
            <Trans>Delete</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
