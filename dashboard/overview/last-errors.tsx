import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Ago } from '../components/format.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';

type LastError = Outputs['statistics']['overview']['errors'][number];
const KIND = { certificate: t`Certificate`, email: t`E-mail`, webhook: t`Webhook` } as const;

/** Advice for the page that the name links to. */
const MEND = {
  certificate: t`Issue it again, or retry its batch: the credit was refunded.`,
  email: t`Check the address, then send it again from the certificate’s page.`,
  webhook: t`Fix the endpoint so that it returns 2xx, then resend.`,
} as const;

/** Lists recent errors, each with a link to the page where it can be fixed. */
export function LastErrors({ errors }: { errors: LastError[] }) {
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        <Trans>Recent errors</Trans>
      </Title>
      {errors.length === 0 && (
        <Text c="dimmed">
          <Trans>No recent errors.</Trans>
        </Text>
      )}
      <Stack gap="sm">
        {errors.map((error) => (
          <Group key={`${error.kind} ${error.id} ${error.at}`} gap="sm" align="baseline">
            <Badge color="red" variant="light">
              {KIND[error.kind]}
            </Badge>
            <Text flex={1} miw={200} style={{ overflowWrap: 'anywhere' }}>
              <ErrorLink error={error} /> {error.message}
              <Text span display="block" size="sm" c="dimmed">
                {MEND[error.kind]}
              </Text>
            </Text>
            <Text size="sm" c="dimmed">
              <Ago moment={error.at} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

function ErrorLink({ error: { kind, id, about } }: { error: LastError }) {
  const organisationId = useMembership().id;
  if (kind === 'webhook') {
    return (
      <Anchor
        renderRoot={(props) => (
          <Link {...props} to="/o/$organisationId/settings" params={{ organisationId }} search={{ tab: 'webhooks' }} />
        )}
      >
        {about}
      </Anchor>
    );
  }
  return (
    <Anchor
      renderRoot={(props) => (
        <Link {...props} to="/o/$organisationId/certificates/$id" params={{ organisationId, id }} />
      )}
    >
      {about}
    </Anchor>
  );
}
