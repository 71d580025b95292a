import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Accordion, Badge, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Ago } from '../../components/format.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { SLOW_MS, whileMoving } from '../../live/live.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import type { Delivery, Webhook } from './webhook.ts';

const STATES = {
  PENDING: { label: t`Waiting`, colour: 'yellow' },
  SUCCEEDED: { label: t`Succeeded`, colour: 'green' },
  FAILED: { label: t`Failed`, colour: 'red' },
  MISSED: { label: t`Missed`, colour: 'gray' },
} as const;

/** Number of attempts within a few seconds. Later ones are minutes or hours away. */
const QUICK_ATTEMPTS = 3;

const isWaiting = ({ status }: Delivery): boolean => status === 'PENDING';

/** Returns the interval of refreshes in ms; false if no attempt is due. */
function refreshEvery(deliveries: readonly Delivery[], { retry }: Webhook): number | false {
  const waiting = deliveries.filter(isWaiting);
  const areSlow = retry === 'day' && waiting.every(({ attempts }) => attempts.length >= QUICK_ATTEMPTS);
  return waiting.length > 0 && (areSlow ? SLOW_MS : whileMoving(true));
}

/** Lists a webhook's deliveries and follows pending ones. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { data, error, refetch } = useDeliveries(webhook);
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={t`Deliveries of “${{ name: webhook.name }}”`}>
      <Stack>
        <Text size="sm" c="dimmed">
          <Trans>The last 50, newest first. They are kept for 30 days.</Trans>
        </Text>
        {error && !data && <Failed error={error} onRetry={refetch} />}
        {!data && !error && <Loading rows={4} />}
        {data?.deliveries.length === 0 && (
          <Empty icon={IconSend} title={t`Nothing delivered yet`}>
            <Trans>Send a test or issue a certificate. Deliveries appear here.</Trans>
          </Empty>
        )}
        <Accordion variant="separated" order={3}>
          {data?.deliveries.map((delivery) => (
            <Accordion.Item key={delivery.id} value={delivery.id}>
              <Accordion.Control>
                <Line delivery={delivery} />
              </Accordion.Control>
              <Accordion.Panel>
                <DeliveryDetail delivery={delivery} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Stack>
    </Drawer>
  );
}

function useDeliveries(webhook: Webhook) {
  const api = useApi();
  const queryClient = useQueryClient();
  const deliveries = useQuery(
    api.webhooks.deliveries.queryOptions(
      { id: webhook.id },
      { refetchInterval: ({ state }) => refreshEvery(state.data?.deliveries ?? [], webhook) },
    ),
  );
  const isAnyWaiting = deliveries.data?.deliveries.some(isWaiting) ?? false;
  // The end of a delivery can change the webhook's own state.
  useEffect(() => {
    if (!isAnyWaiting) void queryClient.invalidateQueries(api.webhooks.listManaged.queryFilter());
  }, [isAnyWaiting, queryClient, api]);
  return deliveries;
}

function Line({ delivery: { event, status, createdAt, attempts } }: { delivery: Delivery }) {
  const { label, colour } = STATES[status];
  const last = attempts.at(-1);
  return (
    <Group gap="sm" justify="space-between">
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {event}
        </Text>
        <Text size="xs" c="dimmed">
          <Ago moment={createdAt} />
          {last?.status && ` · ${t`answered ${{ status: last.status }}`}`}
          {attempts.length > 1 && ` · ${plural({ count: attempts.length }, { one: '# attempt', other: '# attempts' })}`}
        </Text>
      </Stack>
      <Badge variant="light" color={colour} miw="max-content" c="var(--mantine-color-text)">
        {label}
      </Badge>
    </Group>
  );
}
