import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Ago } from '../components/format.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';

type LastError = Outputs['statistics']['overview']['errors'][number];
const KIND = { certificate: 'Certificate', email: 'E-mail', webhook: 'Webhook' } as const;

/** Advice for the page that the name links to. */
const MEND = {
  certificate: 'Issue it again, or retry its batch: the credit was refunded.',
  email: 'Check the address, then send it again from the certificate’s page.',
  webhook: 'Fix the endpoint so that it returns 2xx, then resend.',
} as const;

/** Lists recent errors, each with a link to the page where it can be fixed. */
export function LastErrors({ errors }: { errors: LastError[] }) {
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        Recent errors
      </Title>
      {errors.length === 0 && <Text c="dimmed">No recent errors.</Text>}
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
