import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Badge, Card, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { actorText } from '../components/actor.ts';
import { Ago, formatNumber } from '../components/format.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { joined } from '../language/joined.ts';
import { useApi } from '../lib/api.tsx';
import type { Outputs } from '../lib/session.ts';
import { whileMoving } from '../live/live.tsx';
import { EmailStatus } from './status.tsx';

const DELIVERY = {
  PENDING: { color: 'yellow', label: t`pending` },
  SUCCEEDED: { color: 'laurel', label: t`succeeded` },
  FAILED: { color: 'red', label: t`failed` },
  MISSED: { color: 'gray', label: t`missed` },
};

/** Number of attempts at a delivery within a few seconds. Later ones are minutes or hours away. */
const QUICK_ATTEMPTS = 3;

const isWaiting = ({ emails, deliveries }: Outputs['certificates']['history']): boolean =>
  emails.some(({ status }) => status === 'QUEUED') ||
  deliveries.some(({ status, attempts }) => status === 'PENDING' && attempts < QUICK_ATTEMPTS);

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
  const { verifications, views, linkedIn, corrections, emails, deliveries } = data;
  return (
    <Grid>
      <Part title={t`Views`}>
        <Text fz={28} fw={650} className="tabular">
          {formatNumber(views.count)}
        </Text>
        <Text c="dimmed" size="sm">
          {views.lastAt ? (
            <Trans>
              Last <Ago moment={views.lastAt} />
            </Trans>
          ) : (
            t`Nobody has viewed its verification page yet.`
          )}
        </Text>
        {verifications.count > views.count && (
          <Text c="dimmed" size="sm">
            <Plural
              value={{ count: verifications.count }}
              one="# verification with those by programs, such as link previews"
              other="# verifications with those by programs, such as link previews"
            />
          </Text>
        )}
        {linkedIn > 0 && (
          <Text c="dimmed" size="sm">
            <Plural value={{ count: linkedIn }} one="Added to LinkedIn # time" other="Added to LinkedIn # times" />
          </Text>
        )}
      </Part>
      {corrections.length > 0 && (
        <Part title={t`Corrections`}>
          {corrections.map(({ at, actor, reason, changed, isUndone }) => (
            <div key={at}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {actorText(actor)}: {reason}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {outcomeOf(changed, isUndone)} · <Ago moment={at} />
              </Text>
            </div>
          ))}
        </Part>
      )}
      <Part title={t`E-mails`}>
        {emails.length === 0 && (
          <Text c="dimmed">
            <Trans>No e-mails sent yet.</Trans>
          </Text>
        )}
        {emails.map(({ id: key, status, recipient, createdAt, error: reason }) => (
          <Row key={key} badge={<EmailStatus status={status} />} moment={createdAt}>
            {recipient}
            {reason && `: ${reason}`}
          </Row>
        ))}
      </Part>
      <Part title={t`Webhooks`}>
        {deliveries.length === 0 && (
          <Text c="dimmed">
            <Trans>No webhook deliveries yet.</Trans>
          </Text>
        )}
        {deliveries.map(({ id: key, status, event, webhookName, createdAt, attempts }) => (
          <Row
            key={key}
            moment={createdAt}
            badge={
              <Badge color={DELIVERY[status].color} variant="light" c="var(--mantine-color-text)">
                {DELIVERY[status].label}
              </Badge>
            }
          >
            {attempts > 1
              ? plural(attempts, {
                  one: `${event} to ${webhookName}, # attempt`,
                  other: `${event} to ${webhookName}, # attempts`,
                })
              : t`${event} to ${webhookName}`}
          </Row>
        ))}
      </Part>
    </Grid>
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  recipientEmail: t`E-mail address`,
  awardedOn: t`Award date`,
  expiresAt: t`Valid until`,
  templateVersion: t`Template version`,
};

const nameOfField = (field: string): string => FIELDS[field] ?? field.replace(/^variables\./, '');

function outcomeOf(changed: readonly string[], isUndone: boolean): string {
  const fields = joined(changed.map(nameOfField));
  return isUndone ? t`${fields}, undone because it couldn’t be rendered` : fields;
}

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
