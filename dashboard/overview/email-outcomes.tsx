import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmailStatus } from '../certificates/status.tsx';
import { formatNumber } from '../components/format.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';

const STATES = ['DELIVERED', 'SENT', 'QUEUED', 'BOUNCED', 'FAILED', 'UNCERTAIN'] as const;

/** Outcome of the e-mails of the last 30 days; each state links to its certificates. */
export function EmailOutcomes({ emails }: { emails: Outputs['statistics']['overview']['emails'] }) {
  const { id: organisationId } = useMembership();
  const total = STATES.reduce((sum, state) => sum + emails[state], 0);
  return (
    <Card withBorder component="section" h="100%">
      <Title order={2} size="h4" mb="sm">
        E-mails in the last 30 days
      </Title>
      {total === 0 && <Text c="dimmed">No certificates were e-mailed.</Text>}
      <Stack gap="xs">
        {total > 0 &&
          STATES.map((state) => (
            <Group key={state} justify="space-between">
              <EmailStatus status={state} />
              <Anchor
                className="tabular"
                aria-label={`${formatNumber(emails[state])} certificates: ${state.toLowerCase()}`}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/o/$organisationId/certificates"
                    params={{ organisationId }}
                    search={{ emailStatus: state }}
                  />
                )}
              >
                {formatNumber(emails[state])}
              </Anchor>
            </Group>
          ))}
      </Stack>
      {emails.isCut && (
        <Text size="xs" c="dimmed" mt="xs">
          Of the newest {formatNumber(total)} e-mails.
        </Text>
      )}
    </Card>
  );
}
