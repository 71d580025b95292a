import { Badge, Card, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Ago, formatNumber } from '../components/format.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import type { Outputs } from '../lib/session.ts';
import { whileMoving } from '../live/live.tsx';
import { EmailStatus } from './status.tsx';

const DELIVERY = { PENDING: 'yellow', SUCCEEDED: 'laurel', FAILED: 'red' } as const;

const isWaiting = ({ emails, deliveries }: Outputs['certificates']['history']): boolean =>
  emails.some(({ status }) => status === 'QUEUED') || deliveries.some(({ status }) => status === 'PENDING');

/** Shows how often people viewed and programs verified a certificate, its corrections, and its e-mails and webhook deliveries. */
export function History({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(
    useApi().certificates.history.queryOptions(
      { id },
      { refetchInterval: ({ state }) => whileMoving(state.data !== undefined && isWaiting(state.data)) },
    ),
  );
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={3} />;
  const { verifications, views, corrections, emails, deliveries } = data;
  return (
    <Grid>
      <Part title="Views">
        <Text fz={28} fw={650} className="tabular">
          {formatNumber(views.count)}
        </Text>
        <Text c="dimmed" size="sm">
          {views.lastAt ? 'Last ' : 'Nobody has viewed its verification page yet.'}
          {views.lastAt && <Ago moment={views.lastAt} />}
        </Text>
        {verifications.count > views.count && (
          <Text c="dimmed" size="sm">
            {formatNumber(verifications.count)} verifications with those by programs, such as link previews
          </Text>
        )}
      </Part>
      {corrections.length > 0 && (
        <Part title="Corrections">
          {corrections.map(({ at, actor, reason, changed, isUndone }) => (
            <div key={at}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {actor}: {reason}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {changed.map(nameOfField).join(', ')}
                {isUndone && ', undone because it couldn’t be rendered'} · <Ago moment={at} />
              </Text>
            </div>
          ))}
        </Part>
      )}
      <Part title="E-mails">
        {emails.length === 0 && <Text c="dimmed">No e-mails sent yet.</Text>}
        {emails.map(({ id: key, status, recipient, createdAt, error: reason }) => (
          <Row key={key} badge={<EmailStatus status={status} />} moment={createdAt}>
            {recipient}
            {reason && `: ${reason}`}
          </Row>
        ))}
      </Part>
      <Part title="Webhooks">
        {deliveries.length === 0 && <Text c="dimmed">No webhook deliveries yet.</Text>}
        {deliveries.map(({ id: key, status, event, webhookName, createdAt, attempts }) => (
          <Row
            key={key}
            moment={createdAt}
            badge={
              <Badge color={DELIVERY[status]} variant="light" c="var(--mantine-color-text)">
                {status.toLowerCase()}
              </Badge>
            }
          >
            {event} to {webhookName}
            {attempts > 1 && `, ${attempts} attempts`}
          </Row>
        ))}
      </Part>
    </Grid>
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  recipientEmail: 'E-mail address',
  awardedOn: 'Award date',
  expiresAt: 'Valid until',
  templateVersion: 'Template version',
};

const nameOfField = (field: string): string => FIELDS[field] ?? field.replace(/^variables\./, '');

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Grid.Col span={{ base: 12, md: 4 }}>
      <Card withBorder component="section" h="100%">
        <Title order={2} size="h4" mb="sm">
          {title}
        </Title>
        <Stack gap="xs">{children}</Stack>
      </Card>
    </Grid.Col>
  );
}

function Row({ badge, moment, children }: { badge: ReactNode; moment: string; children: ReactNode }) {
  return (
    <Group gap="xs" align="baseline">
      {badge}
      <Text size="sm" flex="1 0 auto" maw="100%" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      <Text size="sm" c="dimmed">
        <Ago moment={moment} />
      </Text>
    </Group>
  );
}
