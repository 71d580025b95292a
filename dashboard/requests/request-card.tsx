import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { actorText } from '../components/actor.ts';
import { Ago } from '../components/format.tsx';
import { useMembership } from '../lib/session.ts';
import { Decide } from './decide.tsx';
import classes from './request-card.module.css';
import type { Request } from './types.ts';

const STATES = {
  OPEN: ['yellow', t({ message: 'Open', context: 'adjective' })],
  ACCEPTED: ['laurel', t`Accepted`],
  DECLINED: ['gray', t`Declined`],
} as const;

/** A request with what would change, and its decision or the buttons for one. */
export function RequestCard({ request }: { request: Request }) {
  const { id: organisationId, may } = useMembership();
  const { certificate, status, message } = request;
  const [color, word] = STATES[status];
  const card = useRef<HTMLElement>(null);
  return (
    <Card
      ref={card}
      tabIndex={-1}
      withBorder
      component="article"
      aria-label={t`Request of ${{ recipient: certificate.recipientName }}`}
    >
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            <Anchor
              inherit
              dir="auto"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/o/$organisationId/certificates/$id"
                  params={{ organisationId, id: certificate.id }}
                />
              )}
            >
              {certificate.recipientName}
            </Anchor>
          </Title>
          <Badge color={color} variant="light" c="var(--mantine-color-text)" miw="max-content">
            {word}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[certificate.templateName, certificate.number, certificate.recipientEmail].filter(Boolean).join(' · ')}
          {' · '}
          <Trans>
            asked <Ago moment={request.createdAt} />
          </Trans>
        </Text>
        <Changes request={request} />
        {message && (
          <Text component="blockquote" m={0} className={classes.message} dir="auto">
            {message}
          </Text>
        )}
        {status !== 'OPEN' && <Decision request={request} />}
        {status === 'OPEN' && may('certificates:write') && (
          // The buttons are gone by then.
          <Decide request={request} onShown={() => card.current?.focus({ preventScroll: true })} />
        )}
      </Stack>
    </Card>
  );
}

/** Shows the present value of each variable, and the proposed one. A decided request shows only the latter. */
function Changes({ request: { variables, status } }: { request: Request }) {
  if (variables.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {variables.map(({ name, label, value, proposed }) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          {status === 'OPEN' && (
            <dd>
              <Text span size="sm" c="dimmed">
                {t`Now:`}{' '}
              </Text>
              <Text span size="sm" dir="auto" className={classes.value}>
                {value || t`(empty)`}
              </Text>
            </dd>
          )}
          <dd>
            <Text span size="sm" c="dimmed">
              {t`Asked for:`}{' '}
            </Text>
            <Text span size="sm" fw={600} dir="auto" className={classes.value}>
              {proposed || t`(empty)`}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Decision({ request: { status, decidedAt, decidedBy, correctedRevision, answer } }: { request: Request }) {
  const ago = <Ago moment={decidedAt} />;
  const member = actorText(decidedBy ?? '');
  return (
    <Stack gap={4}>
      <Text size="sm">
        {status === 'DECLINED' ? (
          <Trans>
            Declined by {{ decidedBy: member }}, {ago}
          </Trans>
        ) : correctedRevision ? (
          <Trans>
            Accepted and corrected by {{ decidedBy: member }}, {ago}
          </Trans>
        ) : (
          <Trans>
            Accepted by {{ decidedBy: member }}, {ago}
          </Trans>
        )}
      </Text>
      {answer && (
        <Text size="sm" dir="auto" className={classes.value}>
          {t`Answer: ${answer}`}
        </Text>
      )}
    </Stack>
  );
}
